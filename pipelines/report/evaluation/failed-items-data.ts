// Reads the items that failed in each evaluation of a run: question, expected answer, given answer, retrieved passages, and why it failed.

import { join } from "node:path";
import { type DiagnosisRow, diagnoses } from "../../../schemas/evaluation/diagnosis.ts";
import { type PredictionRow, predictions } from "../../../schemas/evaluation/predictions.ts";
import { type TruthRow, truths } from "../../../schemas/evaluation/truth.ts";
import { compareStrings } from "../../engine/grouping.ts";
import { type OpenRun, openRun } from "../../engine/open-run.ts";
import type { NamedResult } from "./evaluations-data.ts";

export interface FailedItem {
  readonly diagnosis: DiagnosisRow;
  readonly truth: Pick<TruthRow, "id" | "question" | "answer" | "type">;
  readonly answer: string | null;
  /** Best first; null if the system does not report them. */
  readonly retrieved:
    | readonly { readonly documentId: string | null; readonly text: string }[]
    | null;
}

export interface FailedItems {
  /** Name of the evaluation's folder. */
  readonly name: string;
  /** The failed items, worst first. */
  readonly items: readonly FailedItem[];
}

/** Maximum characters shown of a passage, and passages shown per item. */
const maxShown = { passage: 240, passages: 10 };

function passagesOf({ retrieved, reranked, contexts }: PredictionRow): FailedItem["retrieved"] {
  const passages = retrieved ?? reranked ?? contexts;
  return (
    passages?.slice(0, maxShown.passages).map(({ documentId, id, text }) => ({
      documentId,
      text: (text ?? id ?? "").slice(0, maxShown.passage),
    })) ?? null
  );
}

function readEvaluation(evaluation: OpenRun): FailedItem[] {
  const failedRows = new Map<string, DiagnosisRow>();
  for (const row of evaluation.rows(diagnoses))
    if (row.causes.length > 0) failedRows.set(row.id, row);
  const itemIds = new Set([...failedRows.values()].map(({ itemId }) => itemId));
  const truthOf = new Map<string, FailedItem["truth"]>();
  for (const { id, question, answer, type } of evaluation.rows(truths))
    if (itemIds.has(id)) truthOf.set(id, { id, question, answer, type });
  const items: FailedItem[] = [];
  for (const row of evaluation.rows(predictions)) {
    const [diagnosis, truth] = [failedRows.get(row.id), truthOf.get(row.itemId)];
    if (diagnosis && truth)
      items.push({ diagnosis, truth, answer: row.answer, retrieved: passagesOf(row) });
  }
  return items.toSorted(
    (a, b) =>
      (a.diagnosis.score ?? 1) - (b.diagnosis.score ?? 1) || compareStrings(a.truth.id, b.truth.id),
  );
}

/** Failed items of the results whose answers were diagnosed. Keeps them in memory, with their passages truncated. */
export const readFailedItems = (
  { directory }: OpenRun,
  results: readonly NamedResult[],
): FailedItems[] =>
  results
    .filter(({ result }) => result.systems.some(({ failures }) => failures !== null))
    .map(({ name }) => ({
      name,
      items: readEvaluation(openRun(join(directory, "evaluations", name))),
    }));
