// Collects the items of a finished evaluation for people to read, each with its question, expected answer, answer, retrieved passages and diagnosis: the worst ones, or all as lines of JSON.

import { Cause, type DiagnosisRow, diagnoses } from "../../../schemas/evaluation/diagnosis.ts";
import type { Difficulty, ItemDifficulty } from "../../../schemas/evaluation/leaderboard.ts";
import type { ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import { type PredictionRow, predictions } from "../../../schemas/evaluation/predictions.ts";
import { type TruthRow, truths } from "../../../schemas/evaluation/truth.ts";
import { compareStrings } from "../../engine/grouping.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import { isOnOtherQuestions } from "../system-names.ts";
import { retrievedPassages } from "./lost-spans.ts";

export interface FailedItem {
  readonly truth: TruthRow;
  readonly prediction: PredictionRow;
  readonly diagnosis: DiagnosisRow;
}

export const hasFailed = ({ causes }: Pick<DiagnosisRow, "causes">): boolean => causes.length > 0;

const compareByScore = (a: DiagnosisRow, b: DiagnosisRow): number =>
  (a.score ?? 1) - (b.score ?? 1) || compareStrings(a.itemId, b.itemId);

const groupByCause = (failed: readonly DiagnosisRow[]): (readonly DiagnosisRow[])[] =>
  Cause.options
    .map(cause => failed.filter(({ causes }) => causes.includes(cause)))
    .toSorted((a, b) => b.length - a.length);

/** All failed rows, each once: the worst of each cause in turn, so that the first few represent every cause. */
export function worstFirst(rows: readonly DiagnosisRow[]): DiagnosisRow[] {
  const failed = rows.filter(hasFailed).toSorted(compareByScore);
  const queues = groupByCause(failed).map(rowsOfCause => rowsOfCause.toReversed());
  const chosen = new Set<DiagnosisRow>();
  while (chosen.size < failed.length)
    for (const queue of queues) {
      while (chosen.has(queue.at(-1) as DiagnosisRow)) queue.pop();
      const next = queue.pop();
      if (next) chosen.add(next);
    }
  return [...chosen];
}

/** At most `maxItems` failed items of a finished evaluation, the worst first. Keeps the evaluation's rows in memory. */
export function worstItems(evaluation: OpenRun, maxItems: number): FailedItem[] {
  const rows = [...evaluation.rows(diagnoses)].filter(row => !isOnOtherQuestions(row));
  const worstRows = worstFirst(rows).slice(0, maxItems);
  const ids = new Set(worstRows.flatMap(({ id, itemId }) => [id, itemId]));
  const predictionsById = rowsById(evaluation.rows(predictions), ids);
  const truthsById = rowsById(evaluation.rows(truths), ids);
  return worstRows.flatMap(diagnosis => {
    const truth = truthsById.get(diagnosis.itemId);
    const prediction = predictionsById.get(diagnosis.id);
    return truth && prediction ? [{ truth, prediction, diagnosis }] : [];
  });
}

const rowsById = <Row extends { readonly id: string }>(
  rows: Iterable<Row>,
  ids: ReadonlySet<string>,
): Map<string, Row> => new Map([...rows].filter(({ id }) => ids.has(id)).map(row => [row.id, row]));

/**
 * One line of JSON per item and system: all values; the item's difficulty, if the run has three systems or more; another
 * tool's values under its name; and, if the answer was diagnosed, the question, the expected answer, the
 * answer, the retrieved passages and the diagnosis.
 */
export function itemLines(
  evaluation: OpenRun,
  scoreRows: readonly ScoreRow[],
  difficulty: Difficulty | null = null,
): string[] {
  const difficultyById = new Map(difficulty?.items.map(item => [item.id, item]));
  const ids = new Set(scoreRows.flatMap(({ id, itemId }) => [id, itemId]));
  const predictionsById = rowsById(evaluation.rows(predictions), ids);
  const truthsById = rowsById(evaluation.rows(truths), ids);
  const diagnosesById = rowsById(evaluation.rows(diagnoses), ids);
  return scoreRows
    .filter(row => !isOnOtherQuestions(row))
    .map(({ id, itemId, system, type, domain, language, values }) => {
      const truth = truthsById.get(itemId);
      const prediction = predictionsById.get(id);
      const diagnosis = diagnosesById.get(id);
      const details =
        truth && prediction && diagnosis ? detailsOf({ truth, prediction, diagnosis }) : {};
      const toolScores = prediction?.toolScores;
      const scoresOfTool = toolScores ? { [toolScores.tool]: toolScores.values } : {};
      const difficultyField = difficultyFieldOf(difficultyById.get(itemId));
      return `${JSON.stringify({ id: itemId, system, type, domain, language, ...values, ...difficultyField, ...scoresOfTool, ...details })}\n`;
    });
}

/** The field with an item's difficulty across all systems; no field if that is not known. */
function difficultyFieldOf(item: ItemDifficulty | undefined) {
  if (item === undefined) return {};
  const { systems, solved, discrimination } = item;
  return { difficulty: { systems, solved, discrimination } };
}

function detailsOf({ truth, prediction, diagnosis }: FailedItem) {
  const { score, by, causes, lostIn, why, spans, keypoints, invented } = diagnosis;
  const passages = retrievedPassages(prediction);
  return {
    question: truth.question,
    expected: truth.answer,
    got: prediction.answer,
    retrieved: passages.map(({ id, documentId, text }) => ({ id, documentId, text })),
    diagnosis: { score, by, causes, lostIn, why, spans, keypoints, invented },
  };
}
