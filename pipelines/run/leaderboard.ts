// Puts all evaluations of a run beside one another, in its evaluations/leaderboard.json.

import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
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
import { judgesOf } from "../evaluate/pipeline.ts";
import { readResult } from "../evaluate/result.ts";
import { isOther } from "../evaluate/system-names.ts";

const foldersIn = (path: string): string[] =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter(entry => entry.isDirectory())
        .map(({ name }) => name)
        .sort()
    : [];

/** Of each judged metric who judged, as far as a model is named. */
const judgesFrom = ({
  provenance: { models },
}: EvaluationResult): Partial<Record<Metric, string>> =>
  Object.fromEntries(
    judgedMetrics.flatMap(metric => {
      const named = judgesOf(metric).flatMap(stage => models[stage] ?? []);
      return named.length > 0 ? [[metric, named.join(", ")]] : [];
    }),
  );

interface Answers {
  readonly measured: Map<string, Measured>;
  /** Of each answer, and what it was written from. */
  readonly hashes: string[];
}

/** By system. Predictions are long: they are read only where any was measured, or a judge marked them. */
function answersIn(
  evaluation: OpenRun,
  { systems, provenance: { models } }: EvaluationResult,
): Map<string, Answers> {
  const found = new Map<string, Answers>();
  const isMeasured = systems.some(({ performance }) => performance !== null);
  if (!isMeasured && Object.keys(models).length === 0) return found;
  for (const { system, itemId, measured, answer, contexts } of evaluation.rows(predictions)) {
    const mine = found.get(system) ?? { measured: new Map<string, Measured>(), hashes: [] };
    found.set(system, mine);
    if (measured) mine.measured.set(itemId, measured);
    mine.hashes.push(hashOf([itemId, answer, contexts]));
  }
  return found;
}

function systemsIn(directory: string, evaluation: string): EvaluatedSystem[] {
  const result = readResult(directory);
  const opened = openRun(directory);
  const answers = answersIn(opened, result);
  const judges = judgesFrom(result);
  const isJudged = Object.keys(judges).length > 0;
  const items = new Map(
    [...opened.rows(truths)]
      .filter(({ set }) => set === "ours")
      .map(row => [row.id, evaluatedItem(row)]),
  );
  const own = [...opened.rows(scores)].filter(row => !isOther(row));
  const lost = groupBy(opened.rows(losses), ({ system }) => system);
  return [...groupBy(own, ({ system }) => system)].map(([system, rows]) => ({
    evaluation,
    system,
    variant: result.variant,
    distractors: result.distractors,
    judges,
    scores: rows,
    losses: lost.get(system) ?? [],
    measured: answers.get(system)?.measured ?? new Map<string, Measured>(),
    answers: isJudged ? hashOf(answers.get(system)?.hashes.toSorted() ?? []) : null,
    items,
  }));
}

/** None of one that is under way, is damaged, or was written by another version: the report tells of it. */
function readSystems(root: string, evaluation: string): EvaluatedSystem[] {
  const directory = join(root, evaluation);
  if (!existsSync(join(directory, "result.json"))) return [];
  try {
    return systemsIn(directory, evaluation);
  } catch (error) {
    if (error instanceof PipelineError) return [];
    throw error;
  }
}

const pathOf = (run: string) => join(run, "evaluations", "leaderboard.json");

/** As it was last written; undefined where there is none. */
export const readLeaderboard = (run: string): Leaderboard | undefined =>
  existsSync(pathOf(run))
    ? Leaderboard.parse(JSON.parse(readFileSync(pathOf(run), "utf8")))
    : undefined;

/**
 * Reads every evaluation in the run's folder and writes leaderboard.json beside them; undefined, and no such file, where fewer than two
 * systems can stand beside one another. Memory: the scores of all evaluations.
 */
export function writeLeaderboard(run: string): Leaderboard | undefined {
  const root = join(run, "evaluations");
  const path = pathOf(run);
  const leaderboard = leaderboardOf(foldersIn(root).flatMap(name => readSystems(root, name)));
  if (leaderboard) replaceFile(path, [`${JSON.stringify(leaderboard, null, 2)}\n`]);
  else rmSync(path, { force: true });
  return leaderboard;
}
