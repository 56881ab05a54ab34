// Finds the draft that each item was made from, with the reasoning behind its question.

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

function* readAllDrafts(run: OpenRun): Generator<readonly [string, Draft]> {
  for (const { id, thoughts } of run.rows(qaSingles)) yield [id, { kind: "single", thoughts }];
  for (const { id, thoughts } of run.rows(qaMultis)) yield [id, { kind: "multi", thoughts }];
}

/** Reads drafts by item id; the origin of a question is its draft. */
export function readDrafts(run: OpenRun, rows: readonly ItemRow[]): ReadonlyMap<string, Draft> {
  const itemIdsByQuestion = new Map(rows.map(({ questionId, id }) => [questionId, id]));
  const itemIdsByDraft = new Map<string, string>();
  for (const { id, originId } of run.rows(questions)) {
    const itemId = itemIdsByQuestion.get(id);
    if (itemId !== undefined) itemIdsByDraft.set(originId, itemId);
  }
  const drafts = new Map<string, Draft>();
  for (const [draftId, draft] of readAllDrafts(run)) {
    const itemId = itemIdsByDraft.get(draftId);
    if (itemId !== undefined) drafts.set(itemId, draft);
  }
  return drafts;
}
