// The paper's acceptance rules: criteria for the query, the keywords, and the answer's five scores.

import { reviewPrompt } from "../../schemas/cofe/prompts.ts";
import type { ReplyOf, VariablesOf } from "../../schemas/define.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { AnswerRow, KeywordRow, VerdictRow } from "../../schemas/items/records.ts";
import type { Ask } from "../engine/stage.ts";
import { type PlacedSentence, shownSentence } from "../items/numbered-sentences.ts";
import type { Reason } from "../items/quality.ts";

type Reply = ReplyOf<typeof reviewPrompt>;
type Keywords = Pick<KeywordRow, "coarse" | "fine">;

export interface Reviewed {
  readonly answer: AnswerRow;
  readonly title: string;
  /** Sentences of the fragment. */
  readonly sentences: readonly PlacedSentence[];
  readonly keywords: KeywordRow | undefined;
}

export interface Review {
  readonly reasons: Reason[];
  readonly refused: Pick<VerdictRow, "refusedKeywords">;
}

const scales = ["fluency", "accuracy", "relevance", "readability", "practicality"] as const;
/** The paper drops answers "below 4" and scores five criteria; here the mean of the five and each essential one must reach 4. */
const minMean = 4;
const essential = ["accuracy", "relevance"] as const;
const maxDetail = 300;

const wrongCount = {
  zh: (field: string, wanted: number, given: number) =>
    `${field} 要有 ${wanted} 个值，与所给的一一对应，现在是 ${given} 个。`,
  en: (field: string, wanted: number, given: number) =>
    `${field} must have ${wanted} values, one for each that was given, and has ${given}.`,
};

/** What is wrong with a reply that fits its contract, in words for the model: there must be one verdict per keyword or list. */
function reviewProblem(
  reply: Pick<Reply, "coarse" | "fine">,
  { coarse, fine }: Keywords,
  language: Language,
): string | undefined {
  const counts = [
    ["coarse", coarse.length, reply.coarse.length],
    ["fine", fine.length, reply.fine.length],
  ] as const;
  const problems = counts
    .filter(([, wanted, given]) => wanted !== given)
    .map(([field, wanted, given]) => wrongCount[language](field, wanted, given));
  return problems.length > 0 ? problems.join("\n") : undefined;
}

const refusedIn = (accepted: readonly boolean[]): number[] =>
  accepted.flatMap((holds, at) => (holds ? [] : [at]));

/** The refused keywords; empty if all are accepted. */
function refusedOf({ coarse, fine }: Reply): Review["refused"] {
  const refusedKeywords = { coarse: refusedIn(coarse), fine: refusedIn(fine) };
  return refusedKeywords.coarse.length + refusedKeywords.fine.length > 0 ? { refusedKeywords } : {};
}

function queryReasons({ clear, fitsType, inferable }: Reply, why: string): Reason[] {
  const criteria = [
    { code: "query-unclear", holds: clear, detail: "The question is not clear by itself." },
    { code: "query-type", holds: fitsType, detail: "The question is not of its type." },
    {
      code: "query-not-inferable",
      holds: inferable,
      detail: "The fragment does not answer the question.",
    },
  ];
  return criteria
    .filter(({ holds }) => !holds)
    .map(({ code, detail }) => ({ code, detail: `${detail}${why}` }));
}

/** A refused keyword is dropped alone (the paper drops its example); the example is dropped if none of a kind is left. */
function keywordReasons(reply: Reply, { coarse, fine }: Keywords, why: string): Reason[] {
  const noneOf = (accepted: readonly boolean[]) => !accepted.includes(true);
  const all = [
    { code: "coarse-keyword", falls: noneOf(reply.coarse), terms: coarse.join(", ") },
    { code: "fine-keywords", falls: noneOf(reply.fine), terms: fine.map(spansShown).join("; ") },
  ];
  return all
    .filter(({ falls }) => falls)
    .map(({ code, terms }) => ({ code, detail: `All are refused: ${terms}.${why}` }));
}

const spansShown = (list: KeywordRow["fine"][number]): string =>
  list.map(({ text }) => text).join(" | ");

function scoreReasons(reply: Reply, why: string): Reason[] {
  const sum = scales.reduce((total, scale) => total + reply[scale], 0);
  if (sum >= minMean * scales.length && essential.every(scale => reply[scale] >= minMean))
    return [];
  return [
    {
      code: "answer-score",
      detail: `${sum / scales.length} of 5: ${scales.map(scale => `${scale} ${reply[scale]}`).join(", ")}.${why}`,
    },
  ];
}

/** Everything the review found wrong (CoFE-RAG, review of queries, keywords and reference answers); no reasons if the example is kept. */
export function reviewOf(reply: Reply, keywords: Keywords): Review {
  const why = reply.reason.trim() === "" ? "" : ` ${reply.reason.trim()}`;
  const reasons = [
    ...queryReasons(reply, why),
    ...keywordReasons(reply, keywords, why),
    ...scoreReasons(reply, why),
  ];
  return {
    reasons: reasons.map(({ code, detail }) => ({ code, detail: shortened(detail) })),
    refused: refusedOf(reply),
  };
}

const shortened = (detail: string): string =>
  detail.length > maxDetail ? `${detail.slice(0, maxDetail - 1)}…` : detail;

function variablesFor(
  { answer, title, sentences }: Reviewed,
  { coarse, fine }: Keywords,
): VariablesOf<typeof reviewPrompt> {
  return {
    title,
    sentences: sentences.map(shownSentence),
    type: answer.question.type,
    question: answer.question.question,
    answer: answer.answer,
    coarse: coarse.map((text, index) => ({ number: index + 1, text })),
    fine: fine.map((spans, index) => ({ number: index + 1, spans: spans.map(({ text }) => text) })),
  };
}

/** Asks for the review of an example; one without keywords is refused without asking, since it cannot become an item. */
export async function askReview(ask: Ask, reviewed: Reviewed): Promise<Review> {
  const { answer, keywords } = reviewed;
  if (keywords === undefined)
    return {
      reasons: [{ code: "no-keywords", detail: "It has no keywords to be judged by." }],
      refused: {},
    };
  const { language } = answer;
  const reply = await ask(reviewPrompt, language, variablesFor(reviewed, keywords), {
    check: reply => reviewProblem(reply, keywords, language),
  });
  return reviewOf(reply, keywords);
}
