// Failed items for a person to read: question, expected answer, answer, retrieved passages, and diagnosis.

import type { DiagnosisRow } from "../../../schemas/evaluation/diagnosis.ts";
import { diagnoses } from "../../../schemas/evaluation/diagnosis.ts";
import type { Difficulty, ItemDifficulty } from "../../../schemas/evaluation/leaderboard.ts";
import type { ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import { type PredictionRow, predictions } from "../../../schemas/evaluation/predictions.ts";
import { type TruthRow, truths } from "../../../schemas/evaluation/truth.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import { isOther } from "../system-names.ts";
import { retrievedPassages } from "./lost-spans.ts";
import { worstFirst } from "./worst.ts";

export interface FailedItem {
  readonly truth: TruthRow;
  readonly prediction: PredictionRow;
  readonly diagnosis: DiagnosisRow;
}

/** The `most` worst items of a finished evaluation. Memory: its rows. */
export function worstItems(evaluation: OpenRun, most: number): FailedItem[] {
  const rows = [...evaluation.rows(diagnoses)].filter(row => !isOther(row));
  const chosen = worstFirst(rows).slice(0, most);
  const wanted = new Set(chosen.flatMap(({ id, itemId }) => [id, itemId]));
  const answered = rowsById(evaluation.rows(predictions), wanted);
  const asked = rowsById(evaluation.rows(truths), wanted);
  return chosen.flatMap(diagnosis => {
    const [truth, prediction] = [asked.get(diagnosis.itemId), answered.get(diagnosis.id)];
    return truth && prediction ? [{ truth, prediction, diagnosis }] : [];
  });
}

const rowsById = <Row extends { readonly id: string }>(
  rows: Iterable<Row>,
  wanted: ReadonlySet<string>,
): Map<string, Row> =>
  new Map([...rows].filter(({ id }) => wanted.has(id)).map(row => [row.id, row]));

/** One line of JSON per item and system: every value; its difficulty over all systems of the run, if there are three or more; values of another tool under its name; and, if it was diagnosed, question, expected answer, answer, retrieved passages and diagnosis. */
export function itemLines(
  evaluation: OpenRun,
  scored: readonly ScoreRow[],
  difficulty: Difficulty | null = null,
): string[] {
  const hardness = new Map(difficulty?.items.map(item => [item.id, item]));
  const all = new Set(scored.flatMap(({ id, itemId }) => [id, itemId]));
  const answered = rowsById(evaluation.rows(predictions), all);
  const asked = rowsById(evaluation.rows(truths), all);
  const diagnosed = rowsById(evaluation.rows(diagnoses), all);
  return scored
    .filter(row => !isOther(row))
    .map(({ id, itemId, system, type, domain, language, values }) => {
      const [truth, prediction, diagnosis] = [
        asked.get(itemId),
        answered.get(id),
        diagnosed.get(id),
      ];
      const details =
        truth && prediction && diagnosis ? detailsOf({ truth, prediction, diagnosis }) : {};
      const given = prediction?.toolScores;
      const scoredBy = given ? { [given.tool]: given.values } : {};
      const hard = hardnessOf(hardness.get(itemId));
      return `${JSON.stringify({ id: itemId, system, type, domain, language, ...values, ...hard, ...scoredBy, ...details })}\n`;
    });
}

/** The item's difficulty over all systems. */
const hardnessOf = (item: ItemDifficulty | undefined) =>
  item === undefined
    ? {}
    : {
        difficulty: {
          systems: item.systems,
          solved: item.solved,
          discrimination: item.discrimination,
        },
      };

function detailsOf({ truth, prediction, diagnosis }: FailedItem) {
  const { score, by, causes, lostIn, why, spans, keypoints, invented } = diagnosis;
  return {
    question: truth.question,
    expected: truth.answer,
    got: prediction.answer,
    retrieved: retrievedPassages(prediction).map(({ id, documentId, text }) => ({
      id,
      documentId,
      text,
    })),
    diagnosis: { score, by, causes, lostIn, why, spans, keypoints, invented },
  };
}
