// Reads people's decisions about the run's items, each with its protocol, type and language.

import {
  annotationTasks,
  type DecisionRow,
  decisions,
  type Protocol,
} from "../../../schemas/annotation.ts";
import type { ItemType, Language } from "../../../schemas/items/item-types.ts";
import type { ItemRow } from "../../../schemas/items/records.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import { readOrReport } from "./audit-data.ts";
import type { UnreadableFile } from "./evaluations-data.ts";

export interface AcceptanceDecision {
  readonly protocol: Protocol;
  readonly language: Language;
  /** Null if neither the items nor the tasks of the run contain the item. */
  readonly type: ItemType | null;
  readonly decision: DecisionRow["decision"];
}

export interface AcceptanceData {
  readonly decisions: readonly AcceptanceDecision[];
  readonly unreadableFiles: readonly UnreadableFile[];
}

/** Null if there are no decisions. */
export function readAcceptance(
  run: OpenRun,
  items: readonly Pick<ItemRow, "id" | "type">[],
): AcceptanceData | null {
  const unreadableFiles: UnreadableFile[] = [];
  const rows = readOrReport(run, decisions, unreadableFiles);
  if (rows.length === 0 && unreadableFiles.length === 0) return null;
  const typeOf = new Map<string, ItemType>(items.map(({ id, type }) => [id, type]));
  // An item that was shown to people may have been removed from the run since.
  if (rows.some(({ itemId }) => !typeOf.has(itemId)))
    for (const { itemId, content } of readOrReport(run, annotationTasks, unreadableFiles))
      if (itemId !== null && content.type !== null && !typeOf.has(itemId))
        typeOf.set(itemId, content.type);
  return {
    decisions: rows.map(({ protocol, language, decision, itemId }) => ({
      protocol,
      language,
      decision,
      type: typeOf.get(itemId) ?? null,
    })),
    unreadableFiles,
  };
}
