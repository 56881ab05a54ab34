// Decides which of two systems is better: scores and judges their predictions as far as necessary, and writes a page about it.

import { join } from "node:path";
import type { Decision } from "../../schemas/evaluation/decision.ts";
import { Metric } from "../../schemas/evaluation/metrics.ts";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import { type DecisionInput, decideOn } from "../evaluate/decide/decide.ts";
import {
  type ChosenMetric,
  decidingMetricOf,
  sharedCodeMetric,
} from "../evaluate/decide/deciding-metric.ts";
import {
  hasEnoughVerdicts,
  type KnownLead,
  leadOf,
  verdictOf,
} from "../evaluate/decide/lead-estimates.ts";
import { readTraits } from "../evaluate/decide/item-traits.ts";
import { knownLeads } from "../evaluate/decide/known-leads.ts";
import { canDecide, pairLeads } from "../evaluate/decide/paired-leads.ts";
import { alphaSpending } from "../evaluate/decide/sequential-decision.ts";
import { readAnswerCosts } from "./answer-costs.ts";
import { decisionLines } from "../report/decision/terminal-lines.ts";
import { writeAnswersForPeople } from "./answers-for-people.ts";
import {
  type DecideOptions,
  type DecisionJob,
  type Judgement,
  collectJudgements,
  openIfRun,
  prepareDecision,
} from "./decision-judgements.ts";
import type { ScoredSystem } from "./decision-systems.ts";
import type { ScoredSystems } from "./judge-until-decided.ts";
import { programName } from "../engine/package-root.ts";

export type { DecideOptions } from "./decision-judgements.ts";

export interface Decided {
  readonly decision: Decision;
  readonly directory: string;
  /** The decision in words, at most nine lines. */
  readonly lines: readonly string[];
  /** The page, one HTML file. */
  readonly page: string;
}

function chooseMetric(
  { options, systems, judgedMetric }: DecisionJob,
  [judgement]: readonly Judgement[],
): ChosenMetric {
  const [first, second] = systems;
  const choice = decidingMetricOf({
    namedMetric: options.metric,
    isJudged: judgement !== undefined,
    isChecked: judgement !== undefined && hasEnoughVerdicts(judgement.items),
    codeMetric: sharedCodeMetric(first.scores, second.scores),
  });
  if (choice && (choice.basis === "code" || judgement)) return choice;
  throw new PipelineError(
    "bad-input",
    choice
      ? `No judge has scored both systems for ${judgedMetric}.`
      : "The two systems share no metric that could distinguish them.",
    {
      hint: "Give passages with the answers, or name a judge: --model openai:NAME",
    },
  );
}

type AnalysisOptions = Pick<DecisionInput, "analysis" | "alpha">;

/** Whether this is the only analysis, the last of several (with the significance level that is left for it), or one made at any time. */
function analysisOptionsOf(
  { options, askedItems }: DecisionJob,
  { sequence }: Pick<Judgement, "sequence">,
): AnalysisOptions {
  if (options.interim === true) return { analysis: "any", alpha: 0.05 };
  if (sequence === null && askedItems !== null)
    return askedItems.decided
      ? { analysis: "any", alpha: alphaSpending.early }
      : { analysis: "last", alpha: alphaSpending.last };
  if (sequence === null) return { analysis: "once", alpha: alphaSpending.once };
  return sequence.decidedAfter === null
    ? { analysis: "last", alpha: alphaSpending.last }
    : { analysis: "any", alpha: alphaSpending.early };
}

const meanOf = (items: readonly KnownLead[], side: "first" | "second"): number | null => {
  const comparedItems = items.filter(
    ({ isSameAnswer }) => !isSameAnswer || items.every(item => item.isSameAnswer),
  );
  const totalWeight = comparedItems.reduce((sum, item) => sum + item.weight, 0);
  return totalWeight === 0
    ? null
    : comparedItems.reduce((sum, item) => sum + item.weight * item[side], 0) / totalWeight;
};

/** The lead in every other metric that code computed for both. */
function otherMetrics(systems: ScoredSystems, excludedMetric: Metric): Decision["metrics"] {
  return Metric.options
    .filter(metric => metric !== excludedMetric && canDecide(metric))
    .flatMap(metric => {
      const items = pairLeads(systems[0].scores, systems[1].scores, metric).map(
        (lead): KnownLead => ({ ...lead, isSameAnswer: false, people: null }),
      );
      const [first, second] = [meanOf(items, "first"), meanOf(items, "second")];
      if (first === null || second === null) return [];
      const lead = leadOf(items, 0.05);
      return [{ metric, first, second, ...lead, verdict: verdictOf(lead) }];
    });
}

/** The result of an unchecked judge, if code decides. */
function uncheckedJudgeResult(
  { judgedMetric }: DecisionJob,
  { basis }: ChosenMetric,
  [judgement]: readonly Judgement[],
): Decision["unproved"] {
  if (basis !== "code" || judgedMetric === undefined || !judgement) return null;
  const lead = leadOf(judgement.items, alphaSpending.once);
  return { metric: judgedMetric, judge: judgement.judge, lead, verdict: verdictOf(lead) };
}

const judgementByCode = ({ systems, people }: DecisionJob, metric: Metric): Judgement => ({
  judge: "",
  items: knownLeads(systems, metric, people),
  sequence: null,
});

/** The record of a system, with its mean over the items compared. */
const systemOf = (
  { name, path, hash, missingCount }: ScoredSystem,
  value: number | null,
): Decision["first"] => ({
  name,
  predictions: { path, hash },
  missing: missingCount,
  value,
  spent: readAnswerCosts(path),
});

interface DecisionBasis {
  readonly choice: ChosenMetric;
  readonly mainJudgement: Judgement;
  readonly allJudgements: readonly Judgement[];
}

/** Fields of the decision that do not follow from the items' leads. */
function decisionHeading(
  job: DecisionJob,
  { choice, mainJudgement, allJudgements }: DecisionBasis,
) {
  const { options, systems, rows } = job;
  const [first, second] = systems;
  return {
    format: 1 as const,
    against: options.against,
    first: systemOf(first, meanOf(mainJudgement.items, "first")),
    second: systemOf(second, meanOf(mainJudgement.items, "second")),
    items: rows.length,
    both: [...first.answers.keys()].filter(id => second.answers.has(id)).length,
    metric: choice.metric,
    basis: choice.basis,
    judge: mainJudgement.judge === "" ? null : mainJudgement.judge,
    margin: options.margin ?? null,
    unproved: uncheckedJudgeResult(job, choice, allJudgements),
    sequence: mainJudgement.sequence,
    asked: job.askedItems,
    metrics: otherMetrics(systems, choice.metric),
    forPeople: allJudgements[0] ? writeAnswersForPeople(job, allJudgements[0]) : null,
    program: programName(),
  };
}

/** An unchecked judge decides only if the user named its metric. */
const finalVerdict = ({ basis, isNamed }: ChosenMetric, verdict: Decision["verdict"]) =>
  basis === "judge" && !isNamed ? "undecided" : verdict;

/** Decides, and writes decision.json and the page. Throws PipelineError for what the user can fix: no metric that distinguishes the two, no item that both answered. */
export async function decide(options: DecideOptions): Promise<Decided> {
  const job = await prepareDecision(options);
  const traitsOf = readTraits(job.rows, openIfRun(options.against));
  const allJudgements = await collectJudgements(job);
  const choice = chooseMetric(job, allJudgements);
  const [mainJudgement = judgementByCode(job, choice.metric), ...otherJudgements] =
    choice.basis === "code" ? [] : allJudgements;
  const leadDecision = decideOn({
    margin: options.margin ?? null,
    randomSeed: job.randomSeed,
    traitsOf,
    ...analysisOptionsOf(job, mainJudgement),
    items: mainJudgement.items,
    basis: choice.basis,
    secondJudges: new Map(otherJudgements.map(({ judge, items }) => [judge, items])),
  });
  const decision: Decision = {
    ...decisionHeading(job, { choice, mainJudgement, allJudgements }),
    ...leadDecision,
    verdict: finalVerdict(choice, leadDecision.verdict),
  };
  const { directory } = job;
  replaceFile(join(directory, "decision.json"), [`${JSON.stringify(decision, null, 2)}\n`]);
  const { writeDecision } = await import("../report/decision/page.ts");
  await (await import("../report/evaluation/plot-library.ts")).loadPlotLibrary();
  const page = writeDecision(directory, decision, options.language ?? "en");
  return { decision, directory, lines: decisionLines(decision), page };
}
