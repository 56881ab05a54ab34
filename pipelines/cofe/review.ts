// Reviews examples by the paper's acceptance rules: criteria for the query, the keywords, and the answer's five scores.

import { reviewPrompt } from "../../schemas/cofe/prompts.ts";
import type { ReplyOf, VariablesOf } from "../../schemas/define.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { AnswerRow, KeywordRow, VerdictRow } from "../../schemas/items/records.ts";
import type { Ask } from "../engine/stage.ts";
import { type PlacedSentence, toShownSentence } from "../items/numbered-sentences.ts";
import type { Reason } from "../items/answer-checks.ts";

type Reply = ReplyOf<typeof reviewPrompt>;
type Keywords = Pick<KeywordRow, "coarse" | "fine">;

export interface ReviewInput {
  readonly answer: AnswerRow;
  readonly title: string;
  /** Sentences of the fragment. */
  readonly sentences: readonly PlacedSentence[];
  readonly keywords: KeywordRow | undefined;
}

export interface Review {
  readonly reasons: Reason[];
  readonly keywordRejections: Pick<VerdictRow, "refusedKeywords">;
}

const scales = ["fluency", "accuracy", "relevance", "readability", "practicality"] as const;
/** The paper drops answers "below 4" and scores five criteria; here the mean of the five and each essential one must reach 4. */
const minMean = 4;
const essentialScales = ["accuracy", "relevance"] as const;
const maxDetailLength = 300;

const countMessage = {
  zh: (field: string, expected: number, actual: number) =>
    `${field} 要有 ${expected} 个值，与所给的一一对应，现在是 ${actual} 个。`,
  en: (field: string, expected: number, actual: number) =>
    `${field} must have ${expected} values, one for each that was given, but has ${actual}.`,
};

/** What is wrong with a reply that fits its contract, worded for the model: there must be one verdict per keyword or list. */
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
    .filter(([, expected, actual]) => expected !== actual)
    .map(([field, expected, actual]) => countMessage[language](field, expected, actual));
  return problems.length > 0 ? problems.join("\n") : undefined;
}

const rejectedIndexes = (accepted: readonly boolean[]): number[] =>
  accepted.flatMap((isAccepted, index) => (isAccepted ? [] : [index]));

/** The rejected keywords; an empty object if all were accepted. */
function rejectedKeywordsOf({ coarse, fine }: Reply): Review["keywordRejections"] {
  const refusedKeywords = { coarse: rejectedIndexes(coarse), fine: rejectedIndexes(fine) };
  return refusedKeywords.coarse.length + refusedKeywords.fine.length > 0 ? { refusedKeywords } : {};
}

function queryReasons({ clear, fitsType, inferable }: Reply, explanation: string): Reason[] {
  const criteria = [
    { code: "query-unclear", isMet: clear, detail: "The question is not clear on its own." },
    { code: "query-type", isMet: fitsType, detail: "The question does not match its type." },
    {
      code: "query-not-inferable",
      isMet: inferable,
      detail: "The fragment does not answer the question.",
    },
  ];
  return criteria
    .filter(({ isMet }) => !isMet)
    .map(({ code, detail }) => ({ code, detail: `${detail}${explanation}` }));
}

/** Only the rejected keywords of an example are dropped (the paper drops the example), unless none of a kind would be left. */
function keywordReasons(reply: Reply, { coarse, fine }: Keywords, explanation: string): Reason[] {
  const isNoneAccepted = (accepted: readonly boolean[]) => !accepted.includes(true);
  const kinds = [
    { code: "coarse-keyword", isRejected: isNoneAccepted(reply.coarse), terms: coarse.join(", ") },
    {
      code: "fine-keywords",
      isRejected: isNoneAccepted(reply.fine),
      terms: fine.map(spansText).join("; "),
    },
  ];
  return kinds
    .filter(({ isRejected }) => isRejected)
    .map(({ code, terms }) => ({ code, detail: `All were rejected: ${terms}.${explanation}` }));
}

const spansText = (list: KeywordRow["fine"][number]): string =>
  list.map(({ text }) => text).join(" | ");

function scoreReasons(reply: Reply, explanation: string): Reason[] {
  const sum = scales.reduce((total, scale) => total + reply[scale], 0);
  if (sum >= minMean * scales.length && essentialScales.every(scale => reply[scale] >= minMean))
    return [];
  return [
    {
      code: "answer-score",
      detail: `${sum / scales.length} of 5: ${scales.map(scale => `${scale} ${reply[scale]}`).join(", ")}.${explanation}`,
    },
  ];
}

/** Everything that the review found wrong (CoFE-RAG, review of queries, keywords and reference answers); no reasons if the example is kept. */
export function reviewOf(reply: Reply, keywords: Keywords): Review {
  const explanation = reply.reason.trim() === "" ? "" : ` ${reply.reason.trim()}`;
  const reasons = [
    ...queryReasons(reply, explanation),
    ...keywordReasons(reply, keywords, explanation),
    ...scoreReasons(reply, explanation),
  ];
  return {
    reasons: reasons.map(({ code, detail }) => ({ code, detail: shorten(detail) })),
    keywordRejections: rejectedKeywordsOf(reply),
  };
}

const shorten = (detail: string): string =>
  detail.length > maxDetailLength ? `${detail.slice(0, maxDetailLength - 1)}…` : detail;

function variablesFor(
  { answer, title, sentences }: ReviewInput,
  { coarse, fine }: Keywords,
): VariablesOf<typeof reviewPrompt> {
  return {
    title,
    sentences: sentences.map(toShownSentence),
    type: answer.question.type,
    question: answer.question.question,
    answer: answer.answer,
    coarse: coarse.map((text, index) => ({ number: index + 1, text })),
    fine: fine.map((spans, index) => ({ number: index + 1, spans: spans.map(({ text }) => text) })),
  };
}

/** Has a model review an example; one without keywords is rejected without a call, since it cannot become an item. */
export async function askReview(ask: Ask, input: ReviewInput): Promise<Review> {
  const { answer, keywords } = input;
  if (keywords === undefined)
    return {
      reasons: [{ code: "no-keywords", detail: "It has no keywords to be judged by." }],
      keywordRejections: {},
    };
  const { language } = answer;
  const reply = await ask(reviewPrompt, language, variablesFor(input, keywords), {
    check: reply => reviewProblem(reply, keywords, language),
  });
  return reviewOf(reply, keywords);
}
