// Scores one prediction's answer against the reference answer, without a model.

import type { BleuCounts } from "../../../schemas/evaluation/metrics.ts";
import { metricTokens } from "../../text/metric-tokens.ts";
import { bleuCounts, bleuOf } from "../metrics/bleu.ts";
import { publishedChineseRougeL, publishedRougeL } from "../metrics/published-rouge.ts";
import { rougeL } from "../metrics/rouge.ts";
import type { Scored, Values } from "./retrieval-scores.ts";

type Language = Scored["truth"]["language"];
type AnswerScores = { readonly values: Values; readonly bleu: BleuCounts | null };

const characters = (text: string): number => [...text].length;

/**
 * Creates a scorer of answers, which caches the words of some references. It gives no scores if the
 * system gave no answer, and only the length if the dataset has no answer to compare with.
 */
export function createAnswerScorer(): (scored: Scored) => AnswerScores {
  const cutReference = keepingSome();
  return ({ truth, prediction, variant }) => {
    const { answer } = prediction;
    if (answer === null) return { values: {}, bleu: null };
    const length = { "answer-length": characters(answer.trim()) };
    if (truth.answer.trim() === "") return { values: length, bleu: null };
    const { language } = truth;
    const [written, wanted] = [cut(answer, language), cutReference(truth.answer, language)];
    const counts = bleuCounts(written.bleu, wanted.bleu);
    const { bleu, bleuAvg, precisions } = bleuOf(counts);
    const ours = () => rougeL(written.rouge, wanted.rouge)?.f ?? null;
    const published = () =>
      language === "en"
        ? publishedRougeL(answer, truth.answer)
        : publishedChineseRougeL(written.rouge, wanted.rouge);
    return {
      values: {
        ...length,
        "rouge-l": variant === "paper" ? ours() : published(),
        bleu,
        "crud-bleu": bleuAvg,
        ...(variant === "published"
          ? { ...byOrder(precisions), "crud-rouge-l": crudRougeL(answer, truth.answer) }
          : {}),
      },
      bleu: counts,
    };
  };
}

/** CRUD-RAG's program prints the precision of each order next to its BLEU. */
const byOrder = (precisions: readonly number[]): Values =>
  Object.fromEntries(precisions.map((precision, order) => [`crud-bleu-${order + 1}`, precision]));

/** CRUD-RAG's ROUGE-L is the F of one longest common subsequence over jieba's words, in any language. */
const crudRougeL = (answer: string, reference: string): number | null =>
  rougeL(metricTokens(answer, "zh", "rouge"), metricTokens(reference, "zh", "rouge"))?.f ?? null;

interface Cut {
  /** The words for ROUGE, and those for BLEU. */
  readonly rouge: readonly string[];
  readonly bleu: readonly string[];
}

function cut(text: string, language: Language): Cut {
  const rouge = metricTokens(text, language, "rouge");
  // Chinese words are the same for both, and cutting them is most of the work.
  return { rouge, bleu: language === "zh" ? rouge : metricTokens(text, language, "bleu") };
}

/** Maximum characters of cached references: their words take about 25 MB. */
const KEPT = 1_000_000;

/** Caches tokenised references, which all systems of a sweep share. The cache is cleared when it is full. */
function keepingSome(): typeof cut {
  const kept = new Map<string, Cut>();
  let length = 0;
  return (text, language) => {
    const key = `${language} ${text}`;
    const known = kept.get(key);
    if (known) return known;
    if (length > KEPT) kept.clear();
    length = (kept.size === 0 ? 0 : length) + text.length;
    const made = cut(text, language);
    kept.set(key, made);
    return made;
  };
}
