// Finds the draft of an item, with the reasoning behind its question.

import {
  type QaMultiRow,
  qaMultis,
  type QaSingleRow,
  qaSingles,
} from "../../schemas/crud/drafts.ts";
import { type ItemRow, questions } from "../../schemas/items/records.ts";
import type { OpenRun } from "../engine/open-run.ts";

export type Draft =
  | ({ readonly kind: "single" } & Pick<QaSingleRow, "thoughts">)
  | ({ readonly kind: "multi" } & Pick<QaMultiRow, "thoughts">);

function* readAll(run: OpenRun): Generator<readonly [string, Draft]> {
  for (const { id, thoughts } of run.rows(qaSingles)) yield [id, { kind: "single", thoughts }];
  for (const { id, thoughts } of run.rows(qaMultis)) yield [id, { kind: "multi", thoughts }];
}

/** Drafts by item id. A question's origin is its draft. */
export function readDrafts(run: OpenRun, rows: readonly ItemRow[]): ReadonlyMap<string, Draft> {
  const itemOf = new Map(rows.map(({ questionId, id }) => [questionId, id]));
  const itemOfDraft = new Map<string, string>();
  for (const { id, originId } of run.rows(questions)) {
    const item = itemOf.get(id);
    if (item !== undefined) itemOfDraft.set(originId, item);
  }
  const drafts = new Map<string, Draft>();
  for (const [draftId, draft] of readAll(run)) {
    const item = itemOfDraft.get(draftId);
    if (item !== undefined) drafts.set(item, draft);
  }
  return drafts;
}
