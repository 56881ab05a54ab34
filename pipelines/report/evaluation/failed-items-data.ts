// Reads the items that failed in each evaluation of a run: the question, the expected and the given answer, the retrieved passages, and the causes.

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

/** Maximum number of characters shown per passage, and of passages shown per item. */
const maxShown = { charactersPerPassage: 240, passagesPerItem: 10 };

function passagesOf({ retrieved, reranked, contexts }: PredictionRow): FailedItem["retrieved"] {
  const passages = retrieved ?? reranked ?? contexts;
  return (
    passages?.slice(0, maxShown.passagesPerItem).map(({ documentId, id, text }) => ({
      documentId,
      text: (text ?? id ?? "").slice(0, maxShown.charactersPerPassage),
    })) ?? null
  );
}

function readFailedItemsOf(evaluation: OpenRun): FailedItem[] {
  const failedRows = new Map<string, DiagnosisRow>();
  for (const row of evaluation.rows(diagnoses))
    if (row.causes.length > 0) failedRows.set(row.id, row);
  const itemIds = new Set([...failedRows.values()].map(({ itemId }) => itemId));
  const truthsById = new Map<string, FailedItem["truth"]>();
  for (const { id, question, answer, type } of evaluation.rows(truths))
    if (itemIds.has(id)) truthsById.set(id, { id, question, answer, type });
  const items: FailedItem[] = [];
  for (const row of evaluation.rows(predictions)) {
    const [diagnosis, truth] = [failedRows.get(row.id), truthsById.get(row.itemId)];
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
      items: readFailedItemsOf(openRun(join(directory, "evaluations", name))),
    }));
