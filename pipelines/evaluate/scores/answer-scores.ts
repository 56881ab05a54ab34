// Scores a prediction's answer against the reference answer, without a model.

import type { BleuCounts } from "../../../schemas/evaluation/metrics.ts";
import { metricTokens } from "../../text/metric-tokens.ts";
import { bleuCounts, bleuOf } from "../metrics/bleu.ts";
import { publishedChineseRougeL, publishedRougeL } from "../metrics/published-rouge.ts";
import { rougeL } from "../metrics/rouge.ts";
import type { ScoreInput, Values } from "./retrieval-scores.ts";

type Language = ScoreInput["truth"]["language"];
type AnswerScores = { readonly values: Values; readonly bleu: BleuCounts | null };

const countCharacters = (text: string): number => [...text].length;

/**
 * Creates a scorer of answers, which caches the words of references. It gives no scores if the
 * system gave no answer, and only the length if the dataset has no reference answer.
 */
export function createAnswerScorer(): (input: ScoreInput) => AnswerScores {
  const tokenizeReference = cachedTokenizer();
  return ({ truth, prediction, variant }) => {
    const { answer } = prediction;
    if (answer === null) return { values: {}, bleu: null };
    const lengthScore = { "answer-length": countCharacters(answer.trim()) };
    if (truth.answer.trim() === "") return { values: lengthScore, bleu: null };
    const { language } = truth;
    const [answerTokens, referenceTokens] = [
      tokenize(answer, language),
      tokenizeReference(truth.answer, language),
    ];
    const counts = bleuCounts(answerTokens.bleu, referenceTokens.bleu);
    const { bleu, bleuAvg, precisions } = bleuOf(counts);
    const paperRougeL = () => rougeL(answerTokens.rouge, referenceTokens.rouge)?.f ?? null;
    const publishedRougeLOfLanguage = () =>
      language === "en"
        ? publishedRougeL(answer, truth.answer)
        : publishedChineseRougeL(answerTokens.rouge, referenceTokens.rouge);
    return {
      values: {
        ...lengthScore,
        "rouge-l": variant === "paper" ? paperRougeL() : publishedRougeLOfLanguage(),
        bleu,
        "crud-bleu": bleuAvg,
        ...(variant === "published"
          ? { ...precisionsByOrder(precisions), "crud-rouge-l": crudRougeL(answer, truth.answer) }
          : {}),
      },
      bleu: counts,
    };
  };
}

/** CRUD-RAG's program prints the precision of each order next to its BLEU. */
const precisionsByOrder = (precisions: readonly number[]): Values =>
  Object.fromEntries(precisions.map((precision, order) => [`crud-bleu-${order + 1}`, precision]));

/** CRUD-RAG's ROUGE-L is the F-measure of one longest common subsequence over jieba's words, in any language. */
const crudRougeL = (answer: string, reference: string): number | null =>
  rougeL(metricTokens(answer, "zh", "rouge"), metricTokens(reference, "zh", "rouge"))?.f ?? null;

interface TokensForMetrics {
  /** The words for ROUGE, and the tokens for BLEU. */
  readonly rouge: readonly string[];
  readonly bleu: readonly string[];
}

function tokenize(text: string, language: Language): TokensForMetrics {
  const rouge = metricTokens(text, language, "rouge");
  // Chinese words are the same for both, and segmenting them is most of the work.
  return { rouge, bleu: language === "zh" ? rouge : metricTokens(text, language, "bleu") };
}

/** Maximum number of characters in the cached references, whose words take about 25 MB. */
const maxCachedCharacters = 1_000_000;

/** Caches tokenized references, which all systems of a sweep share. The cache is cleared when it is full. */
function cachedTokenizer(): typeof tokenize {
  const cache = new Map<string, TokensForMetrics>();
  let cachedLength = 0;
  return (text, language) => {
    const key = `${language} ${text}`;
    const cached = cache.get(key);
    if (cached) return cached;
    if (cachedLength > maxCachedCharacters) cache.clear();
    cachedLength = (cache.size === 0 ? 0 : cachedLength) + text.length;
    const tokens = tokenize(text, language);
    cache.set(key, tokens);
    return tokens;
  };
}
