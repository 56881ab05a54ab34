// Compares all evaluations of a run, and writes its evaluations/leaderboard.json.

import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { Leaderboard } from "../../schemas/evaluation/leaderboard.ts";
import { judgedMetrics, losses, type Metric, scores } from "../../schemas/evaluation/metrics.ts";
import type { Measured } from "../../schemas/evaluation/performance.ts";
import { predictions } from "../../schemas/evaluation/predictions.ts";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import { truths } from "../../schemas/evaluation/truth.ts";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import { hashOf } from "../engine/fingerprint.ts";
import { groupBy } from "../engine/grouping.ts";
import { type OpenRun, openRun } from "../engine/open-run.ts";
import { evaluatedItem, type EvaluatedSystem } from "../evaluate/leaderboard/evaluated-system.ts";
import { leaderboardOf } from "../evaluate/leaderboard/leaderboard.ts";
import { judgeStageNamesOf } from "../evaluate/pipeline.ts";
import { readResult } from "../evaluate/result.ts";
import { isOnOtherQuestions } from "../evaluate/system-names.ts";
import { evaluationsOf } from "./evaluation-inputs.ts";

/** Judge of each judged metric, if a model is named. */
const judgesFrom = ({
  provenance: { models },
}: EvaluationResult): Partial<Record<Metric, string>> =>
  Object.fromEntries(
    judgedMetrics.flatMap(metric => {
      const judgeNames = judgeStageNamesOf(metric).flatMap(stage => models[stage] ?? []);
      return judgeNames.length > 0 ? [[metric, judgeNames.join(", ")]] : [];
    }),
  );

interface Answers {
  readonly measured: Map<string, Measured>;
  /** One hash for each answer and the passages it was written from. */
  readonly hashes: string[];
}

/** Answers by system. Predictions are long, so they are read only if some were measured or judged. */
function answersIn(
  evaluation: OpenRun,
  { systems, provenance: { models } }: EvaluationResult,
): Map<string, Answers> {
  const answersBySystem = new Map<string, Answers>();
  const isMeasured = systems.some(({ performance }) => performance !== null);
  if (!isMeasured && Object.keys(models).length === 0) return answersBySystem;
  for (const { system, itemId, measured, answer, contexts } of evaluation.rows(predictions)) {
    const answers = answersBySystem.get(system) ?? {
      measured: new Map<string, Measured>(),
      hashes: [],
    };
    answersBySystem.set(system, answers);
    if (measured) answers.measured.set(itemId, measured);
    answers.hashes.push(hashOf([itemId, answer, contexts]));
  }
  return answersBySystem;
}

function systemsIn(directory: string): EvaluatedSystem[] {
  const result = readResult(directory);
  const run = openRun(directory);
  const answers = answersIn(run, result);
  const judges = judgesFrom(result);
  const isJudged = Object.keys(judges).length > 0;
  const items = new Map(
    [...run.rows(truths)]
      .filter(({ set }) => set === "ours")
      .map(row => [row.id, evaluatedItem(row)]),
  );
  const ownScores = [...run.rows(scores)].filter(row => !isOnOtherQuestions(row));
  const lossesBySystem = groupBy(run.rows(losses), ({ system }) => system);
  return [...groupBy(ownScores, ({ system }) => system)].map(([system, rows]) => ({
    evaluation: basename(directory),
    system,
    variant: result.variant,
    distractors: result.distractors,
    judges,
    scores: rows,
    losses: lossesBySystem.get(system) ?? [],
    measured: answers.get(system)?.measured ?? new Map<string, Measured>(),
    answersHash: isJudged ? hashOf(answers.get(system)?.hashes.toSorted() ?? []) : null,
    items,
  }));
}

/** Systems of an evaluation; none if it is damaged, or written by another version: the report mentions that. */
function readSystems(directory: string): EvaluatedSystem[] {
  try {
    return systemsIn(directory);
  } catch (error) {
    if (error instanceof PipelineError) return [];
    throw error;
  }
}

const pathOf = (run: string) => join(run, "evaluations", "leaderboard.json");

/** The leaderboard as last written; undefined if there is none. */
export const readLeaderboard = (run: string): Leaderboard | undefined =>
  existsSync(pathOf(run))
    ? Leaderboard.parse(JSON.parse(readFileSync(pathOf(run), "utf8")))
    : undefined;

/**
 * Reads every evaluation in the run's folder and writes leaderboard.json next to them; undefined, and no such file, if fewer than two
 * systems can be compared. Keeps the scores of all evaluations in memory.
 */
export function writeLeaderboard(run: string): Leaderboard | undefined {
  const path = pathOf(run);
  const leaderboard = leaderboardOf(evaluationsOf(run).flatMap(readSystems));
  if (leaderboard) replaceFile(path, [`${JSON.stringify(leaderboard, null, 2)}\n`]);
  else rmSync(path, { force: true });
  return leaderboard;
}
