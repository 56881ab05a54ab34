// Section: what a reader may not conclude — statements that follow from the data of the run and its evaluations.

import type { Metric } from "../../../schemas/evaluation/metrics.ts";
import { isJudged, Step } from "../../../schemas/evaluation/metrics.ts";
import type { SystemResult } from "../../../schemas/evaluation/result.ts";
import { groupBy } from "../../engine/grouping.ts";
import { isRules } from "../../engine/spending.ts";
import { type Html, html, section } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { type CautionsWords, cautionsWords } from "./cautions-words.ts";
import { Conclusion, conclusions } from "./conclusions.ts";
import { plottedMetrics } from "./metric-names.ts";
import type { PageLanguage } from "./page-language.ts";
import type { NamedResult } from "./results-read.ts";

// Below this number, the interval of a share extends more than a tenth to either side.
const fewItems = 100;
// In a smaller corpus a search by words finds nearly everything among the first few results.
const fewDocuments = 1000;

export interface Caution {
  /** The conclusion that may not be drawn. */
  readonly not: Conclusion;
  readonly because: string;
}

/** A model's bare name: `openai:large` and `large` are the same; rules of any version are rules. */
const bare = (model: string): string =>
  isRules(model) ? "rules" : (model.split(":").at(-1) ?? model).trim();

function overItems(
  { told, items, documents, splits, audit, acceptance }: RunData,
  words: CautionsWords,
): Caution[] {
  const found: Caution[] = [];
  const [domains, languages] = [
    new Set(items.map(({ domain }) => domain)),
    new Set(items.map(({ language }) => language)),
  ];
  const say = (not: Conclusion, because: string) => found.push({ not, because });
  if (told.rules) say("model-as-writer", words.byRules);
  if (domains.size === 1) say("other-fields", words.oneDomain([...domains].join("")));
  if (languages.size === 1)
    say("other-language", words.oneLanguage(languages.has("zh") ? "zh" : "en"));
  if (documents.some(({ provenance }) => provenance.source === "generated"))
    say("peoples-documents", words.generated);
  if (splits.size > 0 && new Set(splits.values()).size > 1) say("unseen-items", words.bothSplits);
  if (!audit) say("needs-documents", words.untried);
  if (!acceptance || acceptance.decided.length === 0) say("people-approve", words.noPeople);
  return found;
}

const overlap = (a: SystemResult, b: SystemResult, metric: Metric): boolean => {
  const [one, other] = [a.metrics[metric], b.metrics[metric]];
  return (
    one !== undefined &&
    other !== undefined &&
    one.low !== null &&
    one.high !== null &&
    other.low !== null &&
    other.high !== null &&
    one.low <= other.high &&
    other.low <= one.high
  );
};

/** Number of pairs whose intervals overlap, and of all pairs with intervals. */
export function countOverlaps(
  systems: readonly SystemResult[],
  metric: Metric,
): { overlapping: number; pairs: number } {
  const valued = systems.filter(
    ({ metrics }) =>
      typeof metrics[metric]?.low === "number" && typeof metrics[metric].high === "number",
  );
  const overlapping = valued.reduce(
    (sum, system, at) =>
      sum + valued.slice(at + 1).filter(other => overlap(system, other, metric)).length,
    0,
  );
  return { overlapping, pairs: (valued.length * (valued.length - 1)) / 2 };
}

function ofScores(
  { result: { systems, missing, variant, items } }: NamedResult,
  words: CautionsWords,
): Caution[] {
  const found: Caution[] = [];
  const metrics = plottedMetrics(systems, 4);
  const crowded = metrics
    .map(metric => ({ metric, ...countOverlaps(systems, metric) }))
    .filter(({ overlapping }) => overlapping > 0);
  if (crowded.length > 0) found.push({ not: "ranking-by-means", because: words.overlaps(crowded) });
  const numbers = metrics
    .flatMap(metric => systems.flatMap(system => system.metrics[metric]?.n ?? []))
    .filter(n => n > 0);
  const least = Math.min(...numbers);
  if (numbers.length > 0 && least < fewItems)
    found.push({ not: "small-differences", because: words.few(least) });
  if (missing.length > 0)
    found.push({ not: "whole-set", because: words.missing(missing.length, items) });
  if (variant === "published") found.push({ not: "papers-definitions", because: words.published });
  return found;
}

function ofJudges(
  { result: { systems, judges, provenance } }: NamedResult,
  { told, status }: RunData,
  words: CautionsWords,
): Caution[] {
  const judged = [
    ...new Set(systems.flatMap(({ metrics }) => Object.keys(metrics) as Metric[])),
  ].filter(isJudged);
  const unchecked = judged.filter(
    metric => !judges.some(judge => judge.metric === metric && judge.n > 0),
  );
  const found: Caution[] = [];
  if (unchecked.length > 0)
    found.push({ not: "people-judge-alike", because: words.unchecked(unchecked) });
  const makers = new Set(
    [...told.model.split(", "), ...status.calls.map(({ model }) => model)].map(bare),
  );
  const judgeModels =
    judged.length > 0
      ? [
          ...new Set(
            Object.entries(provenance.models)
              .filter(([stage]) => stage.startsWith("evaluate/"))
              .map(([, model]) => model),
          ),
        ]
      : [];
  const same = judgeModels.filter(model => model.split(", ").some(name => makers.has(bare(name))));
  if (same.length > 0) found.push({ not: "impartial-judge", because: words.judgeMade(same) });
  const answering = Object.entries(provenance.models).filter(
    ([stage, model]) => stage.startsWith("baseline/") && isRules(model),
  );
  if (answering.length > 0) found.push({ not: "model-as-answerer", because: words.answersByRules });
  return found;
}

function ofRetrieval(
  { result: { systems, distractors } }: NamedResult,
  { documents }: RunData,
  words: CautionsWords,
): Caution[] {
  const found: Caution[] = [];
  const all = documents.length + (distractors ?? 0);
  const searched = systems.some(
    ({ metrics, losses }) =>
      losses?.told.includes("retrieval") ||
      Object.keys(metrics).some(metric =>
        ["evidence-recall", "mrr", "rageval-recall", "cofe-recall"].includes(metric),
      ),
  );
  if (searched && all < fewDocuments)
    found.push({ not: "easy-retrieval", because: words.smallCorpus(all, distractors ?? 0) });
  const untold = Step.options.filter(step =>
    systems.some(({ losses }) => losses && !losses.told.includes(step)),
  );
  if (untold.length > 0) found.push({ not: "untold-steps", because: words.untold(untold) });
  return found;
}

/** The cautions for the results and the run, one per conclusion; one that applies to several results names them. */
export function cautionsOf(data: RunData, language: PageLanguage = "en"): Caution[] {
  const words = cautionsWords[language];
  const { results } = data.evaluations;
  const named = results.flatMap(result =>
    [
      ...ofScores(result, words),
      ...ofJudges(result, data, words),
      ...ofRetrieval(result, data, words),
    ].map(caution =>
      results.length > 1
        ? { ...caution, because: words.ofResult(result.name, caution.because) }
        : caution,
    ),
  );
  const merged = groupBy([...named, ...overItems(data, words)], ({ not }) => not);
  return Conclusion.options.flatMap(not => {
    const same = merged.get(not) ?? [];
    return same.length === 0
      ? []
      : [{ not, because: same.map(({ because }) => because).join(words.gap) }];
  });
}

/** Empty if the run has no items. */
export function cautionsSection(data: RunData, language: PageLanguage): Html {
  const cautions = data.items.length > 0 ? cautionsOf(data, language) : [];
  if (cautions.length === 0) return html``;
  const { gap } = cautionsWords[language];
  return section(
    "cautions",
    html`<ul class="cautions">${cautions.map(({ not, because }) => html`<li><b>${conclusions[language][not]}</b>${gap}${because}</li>\n`)}</ul>`,
  );
}
