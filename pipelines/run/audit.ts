// Audits how good a benchmark's items are, by testing each one and by how systems answered it.

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
import { analyseItems } from "../evaluate/statistics/item-analysis.ts";
import { isOther } from "../evaluate/system-names.ts";
import {
  type ChosenTruths,
  chooseRunTruths,
  evaluationInputs,
  evaluationsOf,
  type Split,
} from "./evaluation-inputs.ts";
import { withJudge } from "./judge-model.ts";
import type { JudgedOptions } from "./options.ts";
import { report } from "./report.ts";
import { readAskingSettings } from "./settings.ts";
import { type Ended, endedIn, type ReadyJob, runStages, type Waiting } from "./stage-run.ts";

/** `model` answers the items in the tests, and judges too if there is no `judge`. */
export interface AuditOptions extends JudgedOptions {
  /** The directory of the run. */
  readonly run: string;
  /** Default: `<run>/audit`. */
  readonly out?: string | undefined;
  readonly split?: Split | undefined;
  /** Metric of difficulty and discrimination. Default: the first available of completeness, correctness, evidence-recall and rouge-l. */
  readonly metric?: Metric | undefined;
  /** Share of its keypoints from which an item counts as answered. Default: 0.8. */
  readonly answered?: number | undefined;
  /** Share of its keypoints that its references alone must give. Default: 0.5. */
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
  /** Number of systems that difficulty and discrimination are computed over. */
  readonly systems: number;
}

const judging = ["audit/trial-verdicts", "audit/other-answers"];

const discriminating: readonly Metric[] = [
  "completeness",
  "correctness",
  "evidence-recall",
  "rouge-l",
];
const judged: readonly Metric[] = ["completeness", "correctness"];

/** Whether rules judged: their verdicts are a lower bound, and would make most items look equally hard. */
const judgedByRules = (directory: string) =>
  (readResult(directory).provenance.models["evaluate/keypoint-judgements"] ?? "").startsWith(
    "rules",
  );

const withoutJudged = (values: ScoreRow["values"]): ScoreRow["values"] =>
  Object.fromEntries(
    Object.entries(values).filter(([metric]) => !judged.some(name => name === metric)),
  );

/** Scores of all the run's evaluations and baselines, with each system once: from the first folder that has it. */
function scoresOf(run: string, truths: ChosenTruths): ScoreRow[] {
  const ids = new Set(truths.rows.map(({ id }) => id));
  const seen = new Set<string>();
  return evaluationsOf(run).flatMap(directory => {
    const byRules = judgedByRules(directory);
    const rows = readScores(directory)
      .filter(row => !isOther(row) && !seen.has(row.system) && ids.has(row.itemId))
      .map(row => (byRules ? { ...row, values: withoutJudged(row.values) } : row));
    for (const { system } of rows) seen.add(system);
    return rows;
  });
}

function statisticsOf(
  scores: readonly ScoreRow[],
  metric: Metric | undefined,
): ItemStatisticsRow[] {
  const has = (wanted: Metric) => scores.some(({ values }) => typeof values[wanted] === "number");
  const chosen = metric ?? discriminating.find(has);
  return chosen === undefined ? [] : analyseItems(scores, chosen);
}

/** Notices on evaluations that contribute nothing, so that nobody takes missing findings for praise. */
function noticesOf(
  run: string,
  scores: readonly ScoreRow[],
  { statistics, metric }: { statistics: readonly ItemStatisticsRow[]; metric: string | undefined },
): string[] {
  const folders = evaluationsOf(run).length;
  if (folders > 0 && scores.length === 0)
    return [`${run}/evaluations scores none of these items: it was made for others.`];
  if (scores.length > 0 && statistics.every(({ systems }) => systems === 0))
    return [
      `No evaluation has ${metric ?? discriminating.join(", ")} judged by a model: items cannot be told apart.`,
    ];
  return [];
}

/** Tests the items, or continues after a stop, and rewrites the run's report. */
export const audit = async (options: AuditOptions): Promise<AuditEnded | Waiting> =>
  runStages(auditRun(options));

/** The job that `audit` runs. */
export function auditRun(options: AuditOptions): ReadyJob<AuditEnded> {
  const {
    run,
    split,
    metric,
    answered = 0.8,
    sufficient = 0.5,
    out: directory = join(run, "audit"),
    signal = new AbortController().signal,
  } = options;
  const { settings: asking, own } = readAskingSettings(options, [
    "audit/trial-answers",
    ...judging,
  ]);
  const settings = withJudge(asking, options.judge, judging);
  const thresholds = { answered, sufficient };
  const truths = chooseRunTruths(run, split, { audited: false });
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
    read: 0,
    directory,
    stages: auditStages(thresholds),
    inputs,
    settings,
    own,
    options,
    signal,
    told: () => ({ audit: { run, ...thresholds }, maxCost: settings.maxCost }),
    finish: async summary => {
      await report(run);
      return {
        ...found(directory, summary, truths),
        systems: new Set(scores.map(({ system }) => system)).size,
      };
    },
  };
}

const countsOf = (rows: readonly FindingRow[]): AuditEnded["findings"] =>
  Object.fromEntries(
    FindingCode.options
      .map(code => [code, rows.filter(row => row.code === code).length] as const)
      .filter(([, number]) => number > 0),
  );

function found(
  directory: string,
  summary: RunSummary,
  truths: ChosenTruths,
): Omit<AuditEnded, "systems"> {
  const audited = openRun(directory);
  const rows = [...audited.rows(findings)];
  const items = truths.rows.length;
  const sound = items - new Set(rows.map(({ itemId }) => itemId)).size;
  return {
    ...endedIn(directory, summary),
    items,
    sound,
    findings: countsOf(rows),
    labels: audited.count(foundLabels),
  };
}
