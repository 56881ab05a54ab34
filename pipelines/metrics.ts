// The public API `ragwright/metrics`: the records of scores, and the functions that compute an answer's metrics.

export * from "../schemas/evaluation/metrics.ts";
export { goodness, type MetricSense, senseOf } from "./evaluate/metric-sense.ts";
export { type Bleu, bleuCounts, bleuOf } from "./evaluate/metrics/bleu.ts";
export { cosine } from "./evaluate/metrics/cosine.ts";
export {
  type KeywordScores,
  keywordScores,
  type KeywordVariant,
} from "./evaluate/metrics/keyword-scores.ts";
export {
  type PublishedReferenceInput,
  type PublishedReferenceScores,
  publishedReferenceScores,
} from "./evaluate/metrics/published-reference-scores.ts";
export { publishedChineseRougeL, publishedRougeL } from "./evaluate/metrics/published-rouge.ts";
export {
  type QuestAnswers,
  questEval as questEvalScores,
  type QuestScores,
  tokenF1,
} from "./evaluate/metrics/quest-eval.ts";
export {
  crudMrr,
  hitAt,
  mrr,
  ndcgAt,
  recallAt,
  reciprocalRank,
} from "./evaluate/metrics/ranking.ts";
export {
  type ReferenceInput,
  type ReferenceScores,
  referenceScores,
} from "./evaluate/metrics/reference-scores.ts";
export { type RougeL, rougeL } from "./evaluate/metrics/rouge.ts";
export { metricTokens, type TokenUse } from "./text/metric-tokens.ts";
