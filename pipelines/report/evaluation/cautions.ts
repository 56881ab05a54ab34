// Section: what a reader may not conclude — statements that follow from the data of the run and its evaluations.

import type { Metric } from "../../../schemas/evaluation/metrics.ts";
import { isJudged, Step } from "../../../schemas/evaluation/metrics.ts";
import type { SystemResult } from "../../../schemas/evaluation/result.ts";
import { groupBy } from "../../engine/grouping.ts";
import { isRulesModel } from "../../engine/spending.ts";
import { type Html, html, section } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { type CautionsWords, cautionsWords } from "./cautions-words.ts";
import { Conclusion, conclusions } from "./conclusions.ts";
import { plottedMetrics } from "./metric-names.ts";
import type { PageLanguage } from "../page-language.ts";
import type { NamedResult } from "./evaluations-data.ts";

// Below this number, the interval of a share extends more than a tenth to either side.
const fewItems = 100;
// In a smaller corpus, a keyword search finds nearly everything among the first few results.
const fewDocuments = 1000;

export interface Caution {
  /** The conclusion that may not be drawn. */
  readonly conclusion: Conclusion;
  readonly reason: string;
}

/** A model's bare name: `openai:large` and `large` are the same; rules of any version are rules. */
const bareName = (model: string): string =>
  isRulesModel(model) ? "rules" : (model.split(":").at(-1) ?? model).trim();

function itemCautions(
  { runFacts, items, documents, splits, audit, acceptance }: RunData,
  words: CautionsWords,
): Caution[] {
  const cautions: Caution[] = [];
  const [domains, languages] = [
    new Set(items.map(({ domain }) => domain)),
    new Set(items.map(({ language }) => language)),
  ];
  const add = (conclusion: Conclusion, reason: string) => cautions.push({ conclusion, reason });
  if (runFacts.isRulesOnly) add("model-as-writer", words.byRules);
  if (domains.size === 1) add("other-fields", words.oneDomain([...domains].join("")));
  if (languages.size === 1)
    add("other-language", words.oneLanguage(languages.has("zh") ? "zh" : "en"));
  if (documents.some(({ provenance }) => provenance.source === "generated"))
    add("peoples-documents", words.generated);
  if (splits.size > 0 && new Set(splits.values()).size > 1) add("unseen-items", words.bothSplits);
  if (!audit) add("needs-documents", words.notAudited);
  if (!acceptance || acceptance.decisions.length === 0) add("people-approve", words.noPeople);
  return cautions;
}

/** Number of pairs whose intervals overlap, and of all pairs with intervals. */
export function countOverlaps(
  systems: readonly SystemResult[],
  metric: Metric,
): { overlapping: number; pairs: number } {
  const intervals = systems.flatMap(({ metrics }) => {
    const { low = null, high = null } = metrics[metric] ?? {};
    return low === null || high === null ? [] : [{ low, high }];
  });
  const pairs = intervals.flatMap((first, index) =>
    intervals.slice(index + 1).map(second => ({ first, second })),
  );
  const overlappingPairs = pairs.filter(
    ({ first, second }) => first.low <= second.high && second.low <= first.high,
  );
  return { overlapping: overlappingPairs.length, pairs: pairs.length };
}

function scoreCautions(
  { result: { systems, missing, variant, items } }: NamedResult,
  words: CautionsWords,
): Caution[] {
  const cautions: Caution[] = [];
  const metrics = plottedMetrics(systems, 4);
  const overlapCounts = metrics
    .map(metric => ({ metric, ...countOverlaps(systems, metric) }))
    .filter(({ overlapping }) => overlapping > 0);
  if (overlapCounts.length > 0)
    cautions.push({ conclusion: "ranking-by-means", reason: words.overlaps(overlapCounts) });
  const itemCounts = metrics
    .flatMap(metric => systems.flatMap(system => system.metrics[metric]?.n ?? []))
    .filter(n => n > 0);
  const minItems = Math.min(...itemCounts);
  if (itemCounts.length > 0 && minItems < fewItems)
    cautions.push({ conclusion: "small-differences", reason: words.few(minItems) });
  if (missing.length > 0)
    cautions.push({ conclusion: "whole-set", reason: words.missing(missing.length, items) });
  if (variant === "published")
    cautions.push({ conclusion: "papers-definitions", reason: words.published });
  return cautions;
}

function judgeCautions(
  { result: { systems, judges, provenance } }: NamedResult,
  { runFacts, status }: RunData,
  words: CautionsWords,
): Caution[] {
  const judgedMetrics = [
    ...new Set(systems.flatMap(({ metrics }) => Object.keys(metrics) as Metric[])),
  ].filter(isJudged);
  const unchecked = judgedMetrics.filter(
    metric => !judges.some(judge => judge.metric === metric && judge.n > 0),
  );
  const cautions: Caution[] = [];
  if (unchecked.length > 0)
    cautions.push({ conclusion: "people-judge-alike", reason: words.unchecked(unchecked) });
  const itemModels = new Set(
    [...runFacts.model.split(", "), ...status.calls.map(({ model }) => model)].map(bareName),
  );
  const modelsOf = (command: string) =>
    Object.entries(provenance.models).flatMap(([stage, model]) =>
      stage.startsWith(`${command}/`) ? [model] : [],
    );
  const judgesOfOwnItems = new Set(
    modelsOf("evaluate").filter(model =>
      model.split(", ").some(name => itemModels.has(bareName(name))),
    ),
  );
  if (judgedMetrics.length > 0 && judgesOfOwnItems.size > 0)
    cautions.push({
      conclusion: "impartial-judge",
      reason: words.judgeOfOwnItems([...judgesOfOwnItems]),
    });
  if (modelsOf("baseline").some(isRulesModel))
    cautions.push({ conclusion: "model-as-answerer", reason: words.answersByRules });
  return cautions;
}

function retrievalCautions(
  { result: { systems, distractors } }: NamedResult,
  { documents }: RunData,
  words: CautionsWords,
): Caution[] {
  const cautions: Caution[] = [];
  const corpusSize = documents.length + (distractors ?? 0);
  const isSearched = systems.some(
    ({ metrics, losses }) =>
      losses?.told.includes("retrieval") ||
      Object.keys(metrics).some(metric =>
        ["evidence-recall", "mrr", "rageval-recall", "cofe-recall"].includes(metric),
      ),
  );
  if (isSearched && corpusSize < fewDocuments)
    cautions.push({
      conclusion: "easy-retrieval",
      reason: words.smallCorpus(corpusSize, distractors ?? 0),
    });
  const unreportedSteps = Step.options.filter(step =>
    systems.some(({ losses }) => losses && !losses.told.includes(step)),
  );
  if (unreportedSteps.length > 0)
    cautions.push({ conclusion: "untold-steps", reason: words.notReported(unreportedSteps) });
  return cautions;
}

/** The cautions for the results and the run, one per conclusion; a caution that applies to several results names them. */
export function cautionsOf(data: RunData, language: PageLanguage): Caution[] {
  const words = cautionsWords[language];
  const { results } = data.evaluations;
  const resultCautions = results.flatMap(result =>
    [
      ...scoreCautions(result, words),
      ...judgeCautions(result, data, words),
      ...retrievalCautions(result, data, words),
    ].map(caution =>
      results.length > 1
        ? { ...caution, reason: words.ofResult(result.name, caution.reason) }
        : caution,
    ),
  );
  const cautionsByConclusion = groupBy(
    [...resultCautions, ...itemCautions(data, words)],
    ({ conclusion }) => conclusion,
  );
  return Conclusion.options.flatMap(conclusion => {
    const sameConclusion = cautionsByConclusion.get(conclusion) ?? [];
    return sameConclusion.length === 0
      ? []
      : [{ conclusion, reason: sameConclusion.map(({ reason }) => reason).join(words.gap) }];
  });
}

/** Empty if the run has no items. */
export function cautionsSection(data: RunData, language: PageLanguage): Html {
  const cautions = data.items.length > 0 ? cautionsOf(data, language) : [];
  if (cautions.length === 0) return html``;
  const { gap } = cautionsWords[language];
  return section(
    "cautions",
    html`<ul class="cautions">${cautions.map(({ conclusion, reason }) => html`<li><b>${conclusions[language][conclusion]}</b>${gap}${reason}</li>\n`)}</ul>`,
  );
}
