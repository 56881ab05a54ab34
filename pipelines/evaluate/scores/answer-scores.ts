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
 * Makes what scores answers; as long as it is held it keeps the words of some references. It gives no scores where the
 * system gave no answer, and only the length where the dataset has none to compare it with.
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

/** CRUD-RAG's program prints the precision of each order beside its BLEU. */
const byOrder = (precisions: readonly number[]): Values =>
  Object.fromEntries(precisions.map((precision, order) => [`crud-bleu-${order + 1}`, precision]));

/** Its ROUGE-L is the F of one longest common subsequence over jieba's words, whatever the language. */
const crudRougeL = (answer: string, reference: string): number | null =>
  rougeL(metricTokens(answer, "zh", "rouge"), metricTokens(reference, "zh", "rouge"))?.f ?? null;

interface Cut {
  /** The words that ROUGE counts, and those that BLEU does. */
  readonly rouge: readonly string[];
  readonly bleu: readonly string[];
}

function cut(text: string, language: Language): Cut {
  const rouge = metricTokens(text, language, "rouge");
  // Chinese words are the same for both, and cutting them is most of the work.
  return { rouge, bleu: language === "zh" ? rouge : metricTokens(text, language, "bleu") };
}

/** Characters of references: their words are some 25 MB. */
const KEPT = 1_000_000;

/** Systems of a sweep are scored beside the same references. Once there are too many it begins again. */
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
