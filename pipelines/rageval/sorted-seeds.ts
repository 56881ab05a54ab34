// Puts seeds that nobody sorted under the kinds found for them, beside those that lie in a folder of their kind.

import {
  type SeedKindRow,
  type SeedRow,
  seedKinds,
  seeds,
  sortedSeeds,
} from "../../schemas/rageval/records.ts";
import { shownPath } from "../engine/shown-path.ts";
import { type Dropped, defineWholeStage } from "../engine/stage.ts";
import { isLaidOut, isWanted, type SourceOptions } from "../intake/sources.ts";

/** Its kind is its domain; one that has none is left out, with the reason. */
export function sortSeeds(
  rows: readonly SeedRow[],
  kindOf: (id: string) => SeedKindRow | undefined,
): { rows: SeedRow[]; dropped: Dropped[] } {
  const dropped: Dropped[] = [];
  const sorted = rows.flatMap(row => {
    const { source } = row.provenance;
    if (isLaidOut(source)) return [row];
    const found = kindOf(row.id);
    if (found && found.kind !== null) return [{ ...row, domain: found.kind }];
    const why = found?.because ?? "its kind was not found";
    dropped.push({ id: row.id, code: "no-kind", detail: `${shownPath(source)}: ${why}` });
    return [];
  });
  return { rows: sorted, dropped };
}

export const sortedSeedsStage = (wanted: Pick<SourceOptions, "languages" | "domains">) =>
  defineWholeStage({
    name: "rageval/sorted-seeds",
    module: import.meta.filename,
    prompts: [],
    settings: wanted,
    over: seeds,
    lookup: { seedKinds },
    writes: sortedSeeds,
    all: (all, { tables }) => {
      const { rows, dropped } = sortSeeds(all, tables.seedKinds.find);
      return { rows: rows.filter(row => isWanted(wanted, row)), dropped };
    },
  });
