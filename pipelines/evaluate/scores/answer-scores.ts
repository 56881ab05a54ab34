// Scores one prediction's answer against the reference answer, without a model.

import type { BleuCounts } from "../../../schemas/evaluation/metrics.ts";
import type { Room } from "../../text/lcs.ts";
import { metricTokens } from "../../text/metric-tokens.ts";
import { bleuCounts, bleuOf } from "../metrics/bleu.ts";
import { publishedChineseRougeL, publishedRougeL } from "../metrics/published-rouge.ts";
import { rougeL } from "../metrics/rouge.ts";
import type { Scored, Values } from "./retrieval-scores.ts";

const characters = (text: string): number => [...text].length;

/** None where the system gave no answer, or the dataset has none to compare it with. */
export function answerScores({ truth, prediction, variant }: Scored, room: Room): { readonly values: Values; readonly bleu: BleuCounts | null } {
  const { answer } = prediction;
  if (answer === null) return { values: {}, bleu: null };
  const length = { "answer-length": characters(answer.trim()) };
  if (truth.answer.trim() === "") return { values: length, bleu: null };
  const { language } = truth;
  const cut = (use: "rouge" | "bleu") => [metricTokens(answer, language, use), metricTokens(truth.answer, language, use)] as const;
  const forBleu = cut("bleu");
  const counts = bleuCounts(...forBleu, room);
  const { bleu, bleuAvg } = bleuOf(counts);
  // Chinese words are the same for both, and cutting them is most of the work.
  const forRouge = language === "zh" ? forBleu : cut("rouge");
  const rouge = variant === "paper" ? (rougeL(...forRouge, room)?.f ?? null) : language === "en" ? publishedRougeL(answer, truth.answer) : publishedChineseRougeL(...forRouge);
  return { values: { ...length, "rouge-l": rouge, bleu, "crud-bleu": bleuAvg }, bleu: counts };
}
