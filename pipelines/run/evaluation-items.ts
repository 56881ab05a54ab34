// The items of an evaluation; those of a counterfactual twin are paired with the items of the run it was made from.

import { existsSync } from "node:fs";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import { PipelineError } from "../engine/errors.ts";
import { readPredictionRows } from "../evaluate/predictions/read-predictions.ts";
import { twinAnswerTests } from "../evaluate/scores/truth-scores.ts";
import { type ChosenTruths, chooseTruths, type Split } from "./evaluation-inputs.ts";

export interface EvaluationItemsOptions {
  readonly predictions: string;
  readonly against?: string | undefined;
  readonly split?: Split | undefined;
  /** Ids of the requested items. Default: all. */
  readonly only?: ReadonlySet<string> | undefined;
  /** The run (or its dataset's file) that `against` is the counterfactual twin of, for `grounded-share`. */
  readonly original?: string | undefined;
  /** The same system's predictions for that run. */
  readonly originalPredictions?: string | undefined;
}

interface EvaluationItems {
  readonly truths: ChosenTruths;
  readonly original: EvaluationResult["original"];
}

/** Without --against, the items are in the predictions; if they are not, the hint names the option. */
function itemsFor({
  predictions: path,
  against,
  split,
  only,
}: EvaluationItemsOptions): ChosenTruths {
  try {
    return chooseTruths(against ?? path, split, { only });
  } catch (error) {
    if (against !== undefined || !existsSync(path) || !(error instanceof PipelineError))
      throw error;
    throw new PipelineError(error.code, error.message, {
      hint: `${error.hint} If the file has only predictions, name the run with their items: --against <run>.`,
      cause: error,
    });
  }
}

/** Each item's answer in the original run, and the system's answer to it. */
function readOriginal(against: string, path: string) {
  const { rows, hash, documents } = chooseTruths(against, undefined);
  const predictions = readPredictionRows(path, { system: "original", truths: rows, documents });
  const answerTo = new Map(predictions.rows.map(({ itemId, answer }) => [itemId, answer]));
  return {
    answers: new Map(
      rows.map(({ id, answer }) => [id, { answer, said: answerTo.get(id) ?? null }]),
    ),
    provenance: {
      against: { path: against, hash },
      predictions: { path, hash: predictions.hash },
    },
  };
}

const idsOf = (rows: readonly TruthRow[]): string[] => rows.map(({ id }) => id);

function pairTwins(truths: ChosenTruths, against: string, path: string): EvaluationItems {
  const { answers, provenance } = readOriginal(against, path);
  const pairedRows = truths.rows.map(row => {
    const original = row.twinOf === undefined ? undefined : answers.get(row.twinOf);
    return original ? { ...row, original } : row;
  });
  const twins = pairedRows.filter(({ original }) => original !== undefined);
  const unpaired = pairedRows.filter(({ original }) => original === undefined);
  if (twins.length === 0)
    throw new PipelineError("bad-input", `No item is the twin of an item of ${against}.`, {
      hint: "Evaluate against a run created by ragwright twin, and give its original run: --against <twin> --original <run>",
    });
  const unchanged = twins.filter(
    row => row.original && twinAnswerTests(row, row.original.answer) === null,
  );
  return {
    truths: { ...truths, rows: pairedRows },
    original: {
      ...provenance,
      changed: twins.length - unchanged.length,
      unchanged: idsOf(unchanged),
      unpaired: idsOf(unpaired),
    },
  };
}

/**
 * The items with their ground truth. Throws PipelineError("wrong-use") if only one of --original and
 * --original-predictions is given, PipelineError("bad-input") if no items are left, or none is the twin of an item
 * there.
 */
export function evaluationItems(options: EvaluationItemsOptions): EvaluationItems {
  const { original, originalPredictions } = options;
  if ((original === undefined) !== (originalPredictions === undefined))
    throw new PipelineError(
      "wrong-use",
      "--original and --original-predictions must be used together.",
      {
        hint: "Type: ragwright evaluate <predictions> --against <twin> --original <run> --original-predictions <file>",
      },
    );
  const truths = itemsFor(options);
  return original === undefined || originalPredictions === undefined
    ? { truths, original: null }
    : pairTwins(truths, original, originalPredictions);
}
