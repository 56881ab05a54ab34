// Judgements of two systems' answers: from earlier evaluations, or from a judge that scores items now until it is decided which is better.

import { join } from "node:path";
import type { Decision } from "../../schemas/evaluation/decision.ts";
import { isJudged, type Metric, type ScoreRow } from "../../schemas/evaluation/metrics.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import { PipelineError } from "../engine/errors.ts";
import { openRun } from "../engine/open-run.ts";
import { examineInOrder } from "../evaluate/decide/anytime-lead.ts";
import { sharedCodeMetric, defaultJudgedMetric } from "../evaluate/decide/deciding-metric.ts";
import type { KnownLead } from "../evaluate/decide/lead-estimates.ts";
import { knownLeads } from "../evaluate/decide/known-leads.ts";
import { requireDecidingMetric } from "../evaluate/decide/paired-leads.ts";
import { inRandomOrder, alphaSpending } from "../evaluate/decide/sequential-decision.ts";
import { type PeopleVerdicts, readPeopleVerdicts } from "../evaluate/statistics/people-verdicts.ts";
import { judgeStageNamesOf } from "../evaluate/pipeline.ts";
import { readResult, readScores } from "../evaluate/result.ts";
import { askUntilDecided } from "./ask-until-decided.ts";
import {
  isAddress,
  systemNamesOf,
  predictionsOf,
  type DecisionSystemsOptions,
  scoreByCode,
} from "./decision-systems.ts";
import { chooseTruths, isRun, evaluationsOf } from "./evaluation-inputs.ts";
import { judgeUntilDecided, type ScoredSystems } from "./judge-until-decided.ts";
import { isModelChosen } from "./own-models.ts";

/** `model` is the judge: it scores items in random order until the decision is clear. Without one, the verdicts in the run's evaluations count. */
export interface DecideOptions extends DecisionSystemsOptions {
  /** Default: completeness if people have corrected a judge, otherwise evidence recall. */
  readonly metric?: Metric | undefined;
  /** From 0 to 1: systems that differ by less count as equal. */
  readonly margin?: number | undefined;
  /** Whether predictions are still coming in, so that the decision will be repeated. */
  readonly interim?: boolean | undefined;
  /** Default: `<run>/decisions/<first>-<second>`. */
  readonly out?: string | undefined;
  /** Language of the page. */
  readonly language?: "zh" | "en" | undefined;
}

/** Verdicts of one judge on the items; `judge` is "" for code. */
export interface Judgement {
  readonly judge: string;
  readonly items: readonly KnownLead[];
  readonly sequence: Decision["sequence"];
}

export interface DecisionJob {
  readonly options: DecideOptions;
  readonly directory: string;
  readonly systems: ScoredSystems;
  readonly rows: readonly TruthRow[];
  readonly people: PeopleVerdicts;
  /** The judged metric: the named one if it is judged, completeness if none is named. */
  readonly judgedMetric: Metric | undefined;
  readonly randomSeed: number;
  /** How many items were sent to endpoints; null for files. */
  readonly askedItems: Decision["asked"];
}

export const openIfRun = (against: string) => (isRun(against) ? openRun(against) : undefined);

/** Reads and scores both systems' predictions, for the requested items. */
async function readSystems(
  options: DecideOptions,
  { names, directory }: { names: readonly [string, string]; directory: string },
  only?: ReadonlySet<string>,
): Promise<ScoredSystems> {
  const readSystem = async (source: string, name: string) => {
    const path = await predictionsOf(options, { source, name, only });
    const scoreOptions = { path, name, directory: join(directory, "code", name) };
    return scoreByCode(options, { ...scoreOptions, ...(only ? { only } : {}) });
  };
  return [await readSystem(options.first, names[0]), await readSystem(options.second, names[1])];
}

/** Whether the endpoints' answers so far decide: by the judge if it may decide, otherwise by code. */
async function isDecided(job: DecisionJob): Promise<boolean> {
  const { options, systems, judgedMetric, people, randomSeed } = job;
  const isByJudge = options.metric === undefined ? people.size > 0 : judgedMetric !== undefined;
  if (isByJudge && judgedMetric !== undefined && isModelChosen(options.model)) {
    const { sequence } = await judgeItemsUntilDecided(job, judgedMetric);
    return sequence.decidedAfter !== null;
  }
  const metric =
    judgedMetric === undefined
      ? options.metric
      : sharedCodeMetric(systems[0].scores, systems[1].scores);
  if (metric === undefined) return false;
  const items = inRandomOrder(knownLeads(systems, metric, people), randomSeed);
  return examineInOrder(items, alphaSpending.early).decision !== null;
}

/** Prepares a decision: asks endpoints until it is decided, or reads files. */
export async function prepareDecision(options: DecideOptions): Promise<DecisionJob> {
  const { first, second, against, split, metric } = options;
  if (metric !== undefined) requireDecidingMetric(metric);
  const names = systemNamesOf(options);
  const { rows } = chooseTruths(against, split);
  const directory =
    options.out ?? join(isRun(against) ? against : "out", "decisions", names.join("-"));
  const run = openIfRun(against);
  const sharedFields = {
    options,
    directory,
    rows,
    people: run ? readPeopleVerdicts(run) : new Map(),
    judgedMetric:
      metric === undefined ? defaultJudgedMetric : isJudged(metric) ? metric : undefined,
    randomSeed: options.randomSeed ?? 1,
  };
  const target = { names, directory };
  if (![first, second].some(isAddress))
    return { ...sharedFields, systems: await readSystems(options, target), askedItems: null };
  const { answers: systems, askedItems } = await askUntilDecided({
    itemIds: rows.map(({ id }) => id),
    randomSeed: sharedFields.randomSeed,
    answer: only => readSystems(options, target, only),
    isDecided: systems => isDecided({ ...sharedFields, systems, askedItems: null }),
  });
  return { ...sharedFields, systems, askedItems };
}

/** Scores that one evaluation gives a file of predictions. */
interface JudgeScores {
  /** Name of the model. */
  readonly judge: string;
  readonly scores: readonly ScoreRow[];
}

interface VerdictQuery {
  /** A run directory. */
  readonly against: string;
  /** Hashes of the items and of the predictions. */
  readonly hashes: { readonly truths: string; readonly predictions: string };
  readonly metric: Metric;
}

const isEvaluationOf = (
  { kind, variant, provenance }: EvaluationResult,
  { hashes }: Pick<VerdictQuery, "hashes">,
): boolean =>
  kind === "evaluation" &&
  variant === "paper" &&
  provenance.predictions?.hash === hashes.predictions &&
  provenance.against.hash === hashes.truths;

/** Verdicts in the order of the evaluations' names, one entry per judge; none for a metric that is not judged, or against a dataset's file. */
function earlierVerdicts(query: VerdictQuery): JudgeScores[] {
  const { against, metric } = query;
  if (!isRun(against) || !isJudged(metric)) return [];
  const byJudge = new Map<string, JudgeScores>();
  for (const directory of evaluationsOf(against)) {
    const result = readResult(directory);
    const judge = judgeStageNamesOf(metric).map(stage => result.provenance.models[stage])[0];
    if (judge === undefined || byJudge.has(judge) || !isEvaluationOf(result, query)) continue;
    const scores = readScores(directory);
    if (scores.some(({ values }) => values[metric] != null)) byJudge.set(judge, { judge, scores });
  }
  return [...byJudge.values()];
}

/** Existing judgements of every judge that scored both systems, the one with the most items first. */
function existingJudgements({
  options: { against },
  systems,
  people,
  judgedMetric,
}: DecisionJob): Judgement[] {
  if (judgedMetric === undefined) return [];
  const [first, second] = systems.map(({ hash, truthsHash }) =>
    earlierVerdicts({
      against,
      metric: judgedMetric,
      hashes: { truths: truthsHash, predictions: hash },
    }),
  );
  return (first ?? [])
    .flatMap(({ judge, scores }) => {
      const other = second?.find(each => each.judge === judge);
      if (!other) return [];
      const both = [
        { ...systems[0], scores },
        { ...systems[1], scores: other.scores },
      ] as const;
      return [{ judge, items: knownLeads(both, judgedMetric, people), sequence: null }];
    })
    .filter(({ items }) => items.length > 0)
    .sort((a, b) => b.items.length - a.items.length);
}

const judgeItemsUntilDecided = (job: DecisionJob, metric: Metric) =>
  judgeUntilDecided({ ...job, metric, directory: join(job.directory, "judged") });

export async function collectJudgements(job: DecisionJob): Promise<Judgement[]> {
  const { options, judgedMetric } = job;
  const existing = existingJudgements(job);
  if (!isModelChosen(options.model)) return existing;
  if (judgedMetric === undefined)
    throw new PipelineError("wrong-use", `${options.metric} needs no judge.`, {
      hint: "Remove --model, or decide by a judged metric: --metric completeness",
    });
  const newJudgement = await judgeItemsUntilDecided(job, judgedMetric);
  return [newJudgement, ...existing.filter(({ judge }) => judge !== newJudgement.judge)];
}
