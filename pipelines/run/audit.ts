// Audits a benchmark's items: tests each one, and analyzes how systems answered it.

import { join } from "node:path";
import {
  type FindingRow,
  FindingCode,
  findings,
  foundLabels,
  type ItemStatisticsRow,
  itemStatistics,
} from "../../schemas/evaluation/findings.ts";
import type { Metric, ScoreRow } from "../../schemas/evaluation/metrics.ts";
import { documents } from "../../schemas/items/documents.ts";
import { openRun } from "../engine/open-run.ts";
import type { RunSummary } from "../engine/runner.ts";
import { auditStages } from "../evaluate/audit/pipeline.ts";
import { readResult, readScores } from "../evaluate/result.ts";
import { analyzeItems } from "../evaluate/statistics/item-analysis.ts";
import { isOnOtherQuestions } from "../evaluate/system-names.ts";
import {
  type ChosenTruths,
  chooseRunTruths,
  evaluationInputs,
  evaluationsOf,
  type Split,
} from "./evaluation-inputs.ts";
import { assignJudge, readAskingSettings } from "./settings.ts";
import type { JudgedOptions } from "./options.ts";
import { report } from "./report.ts";
import { type Ended, endedIn, type ReadyJob, runStages, type Waiting } from "./stage-run.ts";

/** `model` answers the items in the tests, and judges too if there is no `judge`. */
export interface AuditOptions extends JudgedOptions {
  /** The directory of the run. */
  readonly run: string;
  /** Default: `<run>/audit`. */
  readonly out?: string | undefined;
  readonly split?: Split | undefined;
  /** Metric for difficulty and discrimination. Default: the first available of completeness, correctness, evidence-recall and rouge-l. */
  readonly metric?: Metric | undefined;
  /** Minimum share of keypoints for an item to count as answered. Default: 0.8. */
  readonly answered?: number | undefined;
  /** Minimum share of an item's keypoints that its references alone must provide. Default: 0.5. */
  readonly sufficient?: number | undefined;
}

export interface AuditEnded extends Ended {
  /** Items tested, and those without findings. */
  readonly items: number;
  readonly sound: number;
  /** Items by finding; findings that no item has are left out. */
  readonly findings: Readonly<Partial<Record<FindingCode, number>>>;
  /** Relevant documents that the labels lacked. */
  readonly labels: number;
  /** Number of systems that difficulty and discrimination are computed from. */
  readonly systems: number;
}

const judgeStages = ["audit/trial-verdicts", "audit/other-answers"];

const defaultMetrics: readonly Metric[] = [
  "completeness",
  "correctness",
  "evidence-recall",
  "rouge-l",
];
const omittedMetrics: readonly Metric[] = ["completeness", "correctness"];

/** Whether `rules` judged: its verdicts are a lower bound, and would make most items look equally hard. */
const isJudgedByRules = (directory: string) =>
  (readResult(directory).provenance.models["evaluate/keypoint-judgements"] ?? "").startsWith(
    "rules",
  );

const omitJudged = (values: ScoreRow["values"]): ScoreRow["values"] =>
  Object.fromEntries(
    Object.entries(values).filter(([metric]) => !omittedMetrics.some(name => name === metric)),
  );

/** Scores from all the run's evaluations and baselines; each system's from the first folder that has it. */
function scoresOf(run: string, truths: ChosenTruths): ScoreRow[] {
  const ids = new Set(truths.rows.map(({ id }) => id));
  const seenSystems = new Set<string>();
  return evaluationsOf(run).flatMap(directory => {
    const isByRules = isJudgedByRules(directory);
    const rows = readScores(directory)
      .filter(
        row => !isOnOtherQuestions(row) && !seenSystems.has(row.system) && ids.has(row.itemId),
      )
      .map(row => (isByRules ? { ...row, values: omitJudged(row.values) } : row));
    for (const { system } of rows) seenSystems.add(system);
    return rows;
  });
}

function statisticsOf(
  scores: readonly ScoreRow[],
  metric: Metric | undefined,
): ItemStatisticsRow[] {
  const hasMetric = (candidate: Metric) =>
    scores.some(({ values }) => typeof values[candidate] === "number");
  const chosenMetric = metric ?? defaultMetrics.find(hasMetric);
  return chosenMetric === undefined ? [] : analyzeItems(scores, chosenMetric);
}

/** Notices about evaluations that contribute nothing: otherwise the absence of findings could look like a good result. */
function noticesOf(
  run: string,
  scores: readonly ScoreRow[],
  { statistics, metric }: { statistics: readonly ItemStatisticsRow[]; metric: string | undefined },
): string[] {
  const folders = evaluationsOf(run).length;
  if (folders > 0 && scores.length === 0)
    return [
      `The evaluations in ${run}/evaluations score none of these items: they were run on other items.`,
    ];
  if (scores.length > 0 && statistics.every(({ systems }) => systems === 0))
    return [
      `No evaluation has ${metric ?? defaultMetrics.join(", ")} judged by a model: nothing shows which items distinguish systems.`,
    ];
  return [];
}

/** Tests the items, or resumes after an interruption, and rewrites the run's report. */
export const audit = async (options: AuditOptions): Promise<AuditEnded | Waiting> =>
  runStages(auditJob(options));

/** The job that `audit` runs. */
export function auditJob(options: AuditOptions): ReadyJob<AuditEnded> {
  const {
    run,
    split,
    metric,
    answered = 0.8,
    sufficient = 0.5,
    out: directory = join(run, "audit"),
    signal = new AbortController().signal,
  } = options;
  const { settings: modelSettings, ownModels } = readAskingSettings(options, [
    "audit/trial-answers",
    ...judgeStages,
  ]);
  const settings = assignJudge(modelSettings, options.judge, judgeStages);
  const thresholds = { answered, sufficient };
  const truths = chooseRunTruths(run, split, { withAuditLabels: false });
  const scores = scoresOf(run, truths);
  const statistics = statisticsOf(scores, metric);
  for (const notice of noticesOf(run, scores, { statistics, metric }))
    options.reporter?.note(notice);
  const inputs = [
    ...evaluationInputs(truths.rows),
    { artifact: documents, rows: () => openRun(run).rows(documents) },
    { artifact: itemStatistics, rows: () => statistics },
  ];
  return {
    items: truths.rows,
    systems: 1,
    passageTokens: 0,
    directory,
    stages: auditStages(thresholds),
    inputs,
    settings,
    ownModels,
    options,
    signal,
    recordedSettings: () => ({ audit: { run, ...thresholds }, maxCost: settings.maxCost }),
    finish: async summary => {
      await report(run);
      return {
        ...auditResult(directory, summary, truths),
        systems: new Set(scores.map(({ system }) => system)).size,
      };
    },
  };
}

const findingCounts = (rows: readonly FindingRow[]): AuditEnded["findings"] =>
  Object.fromEntries(
    FindingCode.options
      .map(code => [code, rows.filter(row => row.code === code).length] as const)
      .filter(([, count]) => count > 0),
  );

function auditResult(
  directory: string,
  summary: RunSummary,
  truths: ChosenTruths,
): Omit<AuditEnded, "systems"> {
  const run = openRun(directory);
  const rows = [...run.rows(findings)];
  const items = truths.rows.length;
  const sound = items - new Set(rows.map(({ itemId }) => itemId)).size;
  return {
    ...endedIn(directory, summary),
    items,
    sound,
    findings: findingCounts(rows),
    labels: run.count(foundLabels),
  };
}
