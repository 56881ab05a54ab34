// Judgements of two systems' answers: from earlier evaluations, or from a judge that is asked now until it is decided.

import { join } from "node:path";
import type { Decision } from "../../schemas/evaluation/decision.ts";
import type { Metric, ScoreRow } from "../../schemas/evaluation/metrics.ts";
import { isJudged } from "../../schemas/evaluation/metrics.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import { PipelineError } from "../engine/errors.ts";
import { openRun } from "../engine/open-run.ts";
import { lookAtEach } from "../evaluate/decide/any-time.ts";
import { codeMetricOf, judgedFirst } from "../evaluate/decide/deciding-metric.ts";
import type { KnownLead } from "../evaluate/decide/estimates.ts";
import { knownLeads } from "../evaluate/decide/known-leads.ts";
import { refuseUndecided } from "../evaluate/decide/paired-leads.ts";
import { inRandomOrder, spending } from "../evaluate/decide/sequence.ts";
import { type PeopleWords, readPeople } from "../evaluate/statistics/people-verdicts.ts";
import { askUntilDecided } from "./ask-until-decided.ts";
import { isAddress, namesOf, predictionsOf } from "./decided-predictions.ts";
import { type DecidingOptions, type ReadSide, scoreByCode } from "./decided-systems.ts";
import { chooseTruths, isRun } from "./evaluation-inputs.ts";
import { earlierVerdicts } from "./earlier-verdicts.ts";
import { judgeUntilDecided, type Sides } from "./judge-until-decided.ts";
import { namesModel } from "./own-models.ts";

/** `model` is the judge: it is asked for items in random order until it is decided. Without one, the verdicts in the run's evaluations count. */
export interface DecideOptions extends DecidingOptions {
  /** Default: completeness if people have corrected a judge, else evidence recall. */
  readonly metric?: Metric | undefined;
  /** From 0 to 1: systems that differ by less count as equal. */
  readonly margin?: number | undefined;
  /** Whether predictions are still coming in, and the decision will be looked at again. */
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

export interface Job {
  readonly options: DecideOptions;
  readonly directory: string;
  readonly sides: Sides;
  readonly rows: readonly TruthRow[];
  readonly people: PeopleWords;
  /** The judged metric: the named one, else completeness. */
  readonly judged: Metric | undefined;
  readonly randomSeed: number;
  /** How many items endpoints were asked; null for files. */
  readonly asked: Decision["asked"];
}

export const openOrNot = (against: string) => (isRun(against) ? openRun(against) : undefined);

/** Reads both sides as they are, for the items wanted. */
async function readSides(
  options: DecideOptions,
  { names, directory }: { names: readonly [string, string]; directory: string },
  only?: ReadonlySet<string>,
): Promise<Sides> {
  const read = async (source: string, name: string) => {
    const path = await predictionsOf(options, { source, name, only });
    const scored = { path, name, directory: join(directory, "code", name) };
    return scoreByCode(options, { ...scored, ...(only ? { only } : {}) });
  };
  return [await read(options.first, names[0]), await read(options.second, names[1])];
}

/** Whether the endpoints' answers so far decide: by the judge if it may decide, else by code. */
async function isDecided(job: Job): Promise<boolean> {
  const { options, sides, judged, people, randomSeed } = job;
  const byJudge = options.metric === undefined ? people.size > 0 : judged !== undefined;
  if (byJudge && judged !== undefined && namesModel(options.model)) {
    const { sequence } = await untilDecided(job, judged);
    return sequence.decidedAfter !== null;
  }
  const metric =
    judged === undefined ? options.metric : codeMetricOf(sides[0].scores, sides[1].scores);
  if (metric === undefined) return false;
  const items = inRandomOrder(knownLeads(sides, metric, people), randomSeed);
  return lookAtEach(items, spending.early).decided !== null;
}

/** Prepares a decision: asks endpoints until it is decided, or reads files. */
export async function prepareDecision(options: DecideOptions): Promise<Job> {
  const { first, second, against, split, metric } = options;
  if (metric !== undefined) refuseUndecided(metric);
  const names = namesOf(options);
  const { rows } = chooseTruths(against, split);
  const directory =
    options.out ?? join(isRun(against) ? against : "out", "decisions", names.join("-"));
  const run = openOrNot(against);
  const common = {
    options,
    directory,
    rows,
    people: run ? readPeople(run) : new Map(),
    judged: metric === undefined ? judgedFirst : isJudged(metric) ? metric : undefined,
    randomSeed: options.randomSeed ?? 1,
  };
  const places = { names, directory };
  if (![first, second].some(isAddress))
    return { ...common, sides: await readSides(options, places), asked: null };
  const { sides, asked } = await askUntilDecided({
    itemIds: rows.map(({ id }) => id),
    randomSeed: common.randomSeed,
    answer: only => readSides(options, places, only),
    isDecided: sides => isDecided({ ...common, sides, asked: null }),
  });
  return { ...common, sides, asked };
}

const withScores = (side: ReadSide, scores: readonly ScoreRow[]): ReadSide => ({ ...side, scores });

/** Existing judgements of every judge that marked both, those with most items first. */
function standing({ options: { against }, sides, people, judged }: Job): Judgement[] {
  if (judged === undefined) return [];
  const [first, second] = sides.map(({ hash, truths }) =>
    earlierVerdicts({ against, metric: judged, hashes: { truths, predictions: hash } }),
  );
  return (first ?? [])
    .flatMap(({ judge, scores }) => {
      const other = second?.find(each => each.judge === judge);
      if (!other) return [];
      const both = [withScores(sides[0], scores), withScores(sides[1], other.scores)] as const;
      return [{ judge, items: knownLeads(both, judged, people), sequence: null }];
    })
    .filter(({ items }) => items.length > 0)
    .sort((a, b) => b.items.length - a.items.length);
}

const untilDecided = (job: Job, metric: Metric) =>
  judgeUntilDecided({ ...job, metric, directory: join(job.directory, "judged") });

export async function judgements(job: Job): Promise<Judgement[]> {
  const { options, judged } = job;
  const before = standing(job);
  if (!namesModel(options.model)) return before;
  if (judged === undefined)
    throw new PipelineError("wrong-use", `${options.metric} needs no judge.`, {
      hint: "Remove --model, or decide by a judged metric: --metric completeness",
    });
  const asked = await untilDecided(job, judged);
  return [asked, ...before.filter(({ judge }) => judge !== asked.judge)];
}
