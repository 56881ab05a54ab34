// Builds, writes and reads result.json: the results of an evaluation, for tables, plots and later evaluations.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BaselineSetting } from "../../schemas/evaluation/baseline.ts";
import { type DiagnosisRow, diagnoses } from "../../schemas/evaluation/diagnosis.ts";
import { questReferences } from "../../schemas/evaluation/judgements.ts";
import {
  explain,
  type LossRow,
  losses,
  type Metric,
  type ScoreRow,
  type SummaryRow,
  scores,
  summaries,
} from "../../schemas/evaluation/metrics.ts";
import { type PredictionRow, predictions } from "../../schemas/evaluation/predictions.ts";
import { EvaluationResult, type SystemResult } from "../../schemas/evaluation/result.ts";
import { type TruthRow, truths } from "../../schemas/evaluation/truth.ts";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import { countOf } from "../engine/grouping.ts";
import { type OpenRun, openRun } from "../engine/open-run.ts";
import { overviewOf } from "./diagnosis/failure-overview.ts";
import { countLosses } from "./evidence/evidence-losses.ts";
import { questEval } from "./metrics/quest-eval.ts";
import { smallestDetectable } from "./statistics/detectable-difference.ts";
import { performanceOf } from "./statistics/performance.ts";
import { toolSummaryOf } from "./statistics/tool-summary.ts";
import { sum } from "./sum.ts";
import { isOnOtherQuestions } from "./system-names.ts";

/** The fields of a result that are not computed from the rows. */
export type ResultHeading = Omit<
  EvaluationResult,
  "format" | "systems" | "explained" | "detectable" | "quest"
>;

interface ResultRows {
  readonly summaries: readonly SummaryRow[];
  readonly scores: readonly ScoreRow[];
  readonly losses: readonly LossRow[];
  readonly diagnoses: readonly DiagnosisRow[];
  readonly predictions: readonly Pick<PredictionRow, "system" | "measured" | "toolScores">[];
  readonly items: ReadonlyMap<string, TruthRow>;
}

/** Abstentions by metric; absent if the judge never abstained. */
function abstentionsOf(rows: readonly ScoreRow[]): Pick<SystemResult, "abstained"> {
  const counts = countOf(rows.flatMap(({ abstained = [] }) => abstained));
  return counts.size === 0 ? {} : { abstained: Object.fromEntries(counts) };
}

function systemOf(
  system: string,
  rows: ResultRows,
  setting: BaselineSetting | undefined,
): SystemResult {
  const isOfSystem = (row: { readonly system: string }) => row.system === system;
  const groups = rows.summaries
    .filter(isOfSystem)
    .map(({ id: _id, system: _system, ...group }) => group);
  const lossRows = rows.losses.filter(isOfSystem);
  const diagnosisRows = rows.diagnoses.filter(isOfSystem);
  const answers = rows.predictions.filter(isOfSystem);
  return {
    system,
    setting: setting ?? null,
    metrics: Object.fromEntries(
      groups
        .filter(({ grouping }) => grouping === "all")
        .map(({ grouping: _grouping, group: _group, metric, ...summary }) => [metric, summary]),
    ),
    groups: groups.filter(({ grouping }) => grouping !== "all"),
    losses: lossRows.length > 0 ? countLosses(lossRows) : null,
    ...abstentionsOf(rows.scores.filter(isOfSystem)),
    performance: performanceOf(answers.map(({ measured }) => measured)),
    toolScores: toolSummaryOf(answers.map(({ toolScores }) => toolScores)),
    failures: diagnosisRows.length > 0 ? overviewOf(diagnosisRows, rows.items) : null,
  };
}

/** Counts RAGQuestEval's questions over all items, from the reference's answers that the scores are based on. */
function questCountsOf(
  evaluation: OpenRun,
  variant: ResultHeading["variant"],
): EvaluationResult["quest"] {
  const readings = [...evaluation.rows(questReferences)];
  if (readings.length === 0) return null;
  const droppedCounts = readings.map(({ answers, language }) => {
    const questAnswers = answers.map(({ answer }) => ({ reference: answer, generated: null }));
    return questEval(questAnswers, language, variant).dropped;
  });
  return {
    questions: sum(readings.map(({ answers }) => answers.length)),
    dropped: sum(droppedCounts),
  };
}

/** All scores of a finished evaluation, including those on other people's questions. */
export const readScores = (directory: string): ScoreRow[] => [...openRun(directory).rows(scores)];

/** Builds the result from the rows of a finished evaluation; a baseline's `settings` are in the order in which to show them. */
export function buildResult(
  evaluation: OpenRun,
  heading: ResultHeading,
  settings: readonly BaselineSetting[] = [],
): EvaluationResult {
  const onOwnQuestions = <Row extends { readonly system: string }>(rows: Iterable<Row>): Row[] =>
    [...rows].filter(row => !isOnOtherQuestions(row));
  const rows = {
    summaries: onOwnQuestions(evaluation.rows(summaries)),
    scores: onOwnQuestions(evaluation.rows(scores)),
    losses: onOwnQuestions(evaluation.rows(losses)),
    diagnoses: onOwnQuestions(evaluation.rows(diagnoses)),
    predictions: Array.from(evaluation.rows(predictions), ({ system, measured, toolScores }) => ({
      system,
      ...(measured ? { measured } : {}),
      ...(toolScores ? { toolScores } : {}),
    })),
    items: new Map([...evaluation.rows(truths)].map(row => [row.id, row])),
  };
  const names = new Set(rows.summaries.map(({ system }) => system));
  const order =
    settings.length > 0
      ? settings.map(({ id }) => id).filter(id => names.has(id))
      : [...names].sort();
  const settingOf = new Map(settings.map(setting => [setting.id, setting]));
  const metrics = [...new Set(rows.summaries.map(({ metric }) => metric))];
  return {
    format: 1,
    ...heading,
    quest: questCountsOf(evaluation, heading.variant),
    systems: order.map(system => systemOf(system, rows, settingOf.get(system))),
    explained: explain(metrics),
    detectable:
      names.size > 1
        ? Object.fromEntries(
            metrics.map(metric => [metric, smallestDetectable(rows.scores, metric)]),
          )
        : {},
  };
}

const resultPath = (directory: string) => join(directory, "result.json");

/** Writes result.json and returns its path. */
export function writeResult(directory: string, result: EvaluationResult): string {
  const path = resultPath(directory);
  replaceFile(path, [`${JSON.stringify(result, null, 2)}\n`]);
  return path;
}

/** Throws PipelineError("bad-input") if the directory contains no evaluation. */
export function readResult(directory: string): EvaluationResult {
  const path = resultPath(directory);
  if (!existsSync(path))
    throw new PipelineError("bad-input", `There is no evaluation in ${directory}.`, {
      hint: "Give the folder that ragwright evaluate or baseline printed (it contains result.json).",
    });
  try {
    return EvaluationResult.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new PipelineError("corrupt-file", `${path} is not the result of an evaluation.`, {
      hint: "Run again the command that wrote it.",
      cause,
    });
  }
}

/** The system with the highest value; the first if there is a tie. */
export function bestOf(
  { systems }: Pick<EvaluationResult, "systems">,
  metric: Metric,
): string | undefined {
  const systemsWithValue = systems.flatMap(({ system, metrics }) => {
    const value = metrics[metric]?.value ?? null;
    return value === null ? [] : [{ system, value }];
  });
  return systemsWithValue.toSorted((a, b) => b.value - a.value)[0]?.system;
}

/** The value of each metric over all items of the first system: what `--json` prints. */
export const metricsOf = ({ systems }: EvaluationResult): SystemResult["metrics"] =>
  systems[0]?.metrics ?? {};
