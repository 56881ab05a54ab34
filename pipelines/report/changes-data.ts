// Reads what happened to the items of a run when its documents changed: counts, and the retired and new items.

import { type ChangeRow, changes } from "../../schemas/items/changes.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { OpenRun } from "../engine/open-run.ts";

export interface ChangesData {
  readonly counts: Readonly<Record<Language, Readonly<Record<ChangeRow["state"], number>>>>;
  readonly retiredItems: readonly ChangeRow[];
  readonly newItems: readonly ChangeRow[];
}

const zeroCounts = () => ({ kept: 0, moved: 0, retired: 0, new: 0 });

/** Null if the run had no earlier items to compare with. */
export function readChanges(run: OpenRun): ChangesData | null {
  const counts = { zh: zeroCounts(), en: zeroCounts() };
  const [retired, newRows]: [ChangeRow[], ChangeRow[]] = [[], []];
  for (const change of run.rows(changes)) {
    counts[change.language][change.state]++;
    if (change.state === "retired") retired.push(change);
    if (change.state === "new") newRows.push(change);
  }
  const hasChanges = [counts.zh, counts.en].some(
    ({ kept, moved, retired, new: added }) => kept + moved + retired + added > 0,
  );
  return hasChanges ? { counts, retiredItems: retired, newItems: newRows } : null;
}
