// Lists how two answers to one question differ, in words for the reader who settles it.

import type { DifferenceKind } from "../../schemas/questions/records.ts";
import { calculate } from "../text/calculation.ts";
import { inBaseUnit } from "../text/implied-value.ts";
import { findValues, type Value } from "../text/values.ts";
import { type Detail, isLabel, missingDetails, statesDetail } from "./answer-details.ts";
import { type AnsweredQuestion, unstatedDetails, textsAt } from "./evidence-choice.ts";
import { fold } from "../text/fold.ts";
import type { Language } from "../../schemas/items/item-types.ts";

const negationPattern = /^(?:不|没|未|并非|并不|非|否)/;

/** Whether both open with yes or no, and differ: "不够，…" against "够，…", "No, …" against "Yes: …". */
export function haveOppositePolarity(a: string, b: string, language: Language): boolean {
  return language === "zh"
    ? haveOppositeOpenings(a, b) || haveOppositeOpenings(b, a)
    : isYesAgainstNo(a, b);
}

function isYesAgainstNo(a: string, b: string): boolean {
  const [first, second] = [a, b].map(text => /^(yes|no)\b/i.exec(text.trim())?.[1]?.toLowerCase());
  return first !== undefined && second !== undefined && first !== second;
}

/** Whether one answer opens with a negated word and the other with that word. */
function haveOppositeOpenings(no: string, yes: string): boolean {
  const negated = no.trim().replace(negationPattern, "");
  const [word] = negated;
  return (
    negated.length < no.trim().length &&
    word !== undefined &&
    /\p{Script=Han}/u.test(word) &&
    yes.trim().startsWith(word)
  );
}

const quotationPattern = /“([^“”]+)”|「([^「」]+)」|『([^『』]+)』|"([^"\n]*)"/g;
/** Minimum length of a quotation; a shorter one is only a turn of phrase. */
const minLength = { han: 8, words: 4 };

const isQuotation = (text: string): boolean =>
  (text.match(/\p{Script=Han}/gu)?.length ?? 0) >= minLength.han ||
  text.trim().split(/\s+/).length >= minLength.words;

/** Quotations in the text that are not in the sources; a quotation may span consecutive sources. */
export function findMisquotes(text: string, sources: readonly string[]): string[] {
  const quotes = [...text.matchAll(quotationPattern)]
    .map(match => (match[1] ?? match[2] ?? match[3] ?? match[4] ?? "").trim())
    .filter(isQuotation);
  const foldedSources = quotes.length === 0 ? "" : fold(sources.join("\n"));
  return quotes.filter(
    quote => !quote.split(/…+|\.{3,}/).every(part => foldedSources.includes(fold(part))),
  );
}

/** An answer with the sentence numbers that its proposer cited. */
interface CitedAnswer extends AnsweredQuestion {
  readonly numbers: readonly number[];
}

/** The answer that it is compared with. */
interface OtherAnswer {
  readonly answer: string;
  readonly numbers: readonly number[];
  /** Whether its reader found an answer where the first answer leaves the question open. */
  readonly findsAnswer?: boolean;
}

const wordings = {
  zh: {
    unsaid: (detail: string) => `“${detail}”不在所引的句子里，另一个答案也没有这样说。`,
    contrary: (own: string, other: string) => `这个答案说“${own}”，另一个答案说“${other}”。`,
    polarity: "一个答案是肯定的，另一个是否定的。",
    misquoted: (quote: string) => `“${quote}”加了引号，却不是原文。`,
    found: "这个答案说没有写明，另一个答案说写明了。",
  },
  en: {
    unsaid: (detail: string) =>
      `"${detail}" is in none of the cited sentences, and the other answer does not say it.`,
    contrary: (own: string, other: string) => `This answer says "${own}", the other "${other}".`,
    polarity: "One answer says yes, the other no.",
    misquoted: (quote: string) =>
      `"${quote}" is in quotation marks, but no sentence has these exact words.`,
    found: "This answer says that it is not stated; the other says that it is.",
  },
};

/** A difference between two answers. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly text: string;
}

/** All differences in one line. */
export const describeDifferences = (differences: readonly Difference[]): string =>
  differences.map(({ text }) => text).join(" ");

const difference = (kind: DifferenceKind, text: string): Difference => ({ kind, text });

/** All differences to settle between an answer, based on these sentences, and the other answer. */
export function differencesOf(
  answeredQuestion: CitedAnswer,
  other: OtherAnswer,
  numbers: readonly number[],
): Difference[] {
  const { language, answer } = answeredQuestion;
  const wording = wordings[language];
  return [
    ...hardFaults(answeredQuestion, numbers, [other.answer]),
    ...contraryPairs(answeredQuestion, other).map(([own, others]) =>
      difference("contrary", wording.contrary(own, others)),
    ),
    ...(haveOppositePolarity(answer, other.answer, language)
      ? [difference("polarity", wording.polarity)]
      : []),
    ...(other.findsAnswer === true ? [difference("found", wording.found)] : []),
  ];
}

/**
 * Faults of an answer regardless of how it came about: details that neither its sentences nor all the other answers
 * state, and quotations that are not in the text.
 */
export function hardFaults(
  answeredQuestion: AnsweredQuestion,
  numbers: readonly number[],
  otherAnswers: readonly string[],
): Difference[] {
  const wording = wordings[answeredQuestion.language];
  return [
    ...unsaidDetails(answeredQuestion, numbers, otherAnswers).map(text =>
      difference("unsaid", wording.unsaid(text)),
    ),
    ...misquotesIn(answeredQuestion).map(text => difference("misquoted", wording.misquoted(text))),
  ];
}

const misquotesIn = ({ answer, question, sentences }: AnsweredQuestion): string[] =>
  findMisquotes(answer, [...sentences.map(({ text }) => text), question]);

// Dictionaries take many ordinary Chinese words for names, so names do not count in Chinese.
function unsaidDetails(
  answeredQuestion: AnsweredQuestion,
  numbers: readonly number[],
  otherAnswers: readonly string[],
): string[] {
  const { sentences, language } = answeredQuestion;
  const isSaidByOthers = (detail: Detail) =>
    otherAnswers.length > 0 && otherAnswers.every(text => statesDetail(text, detail, language));
  const isSaidInSentences = (detail: Detail) =>
    language === "zh" || sentences.some(({ text }) => statesDetail(text, detail, language));
  const details = unstatedDetails(answeredQuestion, numbers);
  const supportedDates = findValues(answeredQuestion.answer).filter(
    ({ kind, text }) =>
      kind === "date" &&
      (isSaidByOthers({ kind: "value", text }) || !details.some(detail => detail.text === text)),
  );
  return details
    .filter(
      detail =>
        !isSaidByOthers(detail) &&
        !isLabel(detail.text, answeredQuestion.question) &&
        !isTimeBetween(supportedDates, detail) &&
        (detail.kind !== "name" || !isSaidInSentences(detail)),
    )
    .map(({ text }) => text);
}

/** Whether a detail ("two days") is the time between two dates of the answer. */
function isTimeBetween(dates: readonly Value[], { text }: Detail): boolean {
  const [span] = findValues(text);
  if (span?.kind !== "duration") return false;
  const [count, unit] = inBaseUnit(span);
  if (unit !== "day" && unit !== "month") return false;
  return dates.some((earlierDate, index) =>
    dates
      .slice(index + 1)
      .some(laterDate => calculate(`${unit}s-between`, [earlierDate, laterDate]) === count),
  );
}

/** Minimum number of values that two answers must share to agree; what one adds from its own sentences is then not a difference. */
const minCommonValues = 2;

/** How many values, other than the question's, both answers give. */
function countCommonValues(
  { answer, question, language }: CitedAnswer,
  other: OtherAnswer,
): number {
  const details = missingDetails(answer, [question], language);
  return details.filter(
    detail => detail.kind === "value" && statesDetail(other.answer, detail, language),
  ).length;
}

/** Pairs of values or names, one from each answer and missing from the other, that could refer to the same thing. */
function contraryPairs(
  answeredQuestion: CitedAnswer,
  other: OtherAnswer,
): (readonly [string, string])[] {
  const { language, answer, question, derivations, numbers, sentences } = answeredQuestion;
  const areSimilar = countCommonValues(answeredQuestion, other) >= minCommonValues;
  const sharedTexts = textsAt(
    answeredQuestion,
    numbers.filter(number => areSimilar || other.numbers.includes(number)),
  );
  const ownDetails = missingDetails(
    answer,
    [other.answer, question, ...sharedTexts],
    language,
    derivations,
  );
  const otherDetails = [
    ...missingDetails(other.answer, [answer], language).filter(({ kind }) => kind === "value"),
    ...missingDetails(other.answer, [answer, question], language).filter(isStatedName),
  ];
  // The dictionary mistakes many Chinese technical terms for people or places (格式化, 单元格), so comparing two such words proves nothing.
  function isStatedName(detail: Detail): boolean {
    return (
      detail.kind === "name" &&
      language !== "zh" &&
      sentences.some(({ text }) => statesDetail(text, detail, language))
    );
  }
  return ownDetails
    .filter(detail => detail.kind === "value" || isStatedName(detail))
    .flatMap(detail => {
      const kindAndUnit = kindAndUnitOf(detail);
      const otherDetail = otherDetails.find(
        each => kindAndUnit !== "" && kindAndUnitOf(each) === kindAndUnit,
      );
      return otherDetail === undefined ? [] : [[detail.text, otherDetail.text] as const];
    });
}

/** Two details of the same kind (both euros, both days, both names) may mean the same thing; bare numbers have no kind. */
const kindAndUnitOf = ({ kind, text }: Detail): string =>
  kind === "name"
    ? kind
    : findValues(text)
        .slice(0, 1)
        .map(({ kind: valueKind, canonical }) => {
          const unit = canonical.split(" ")[1] ?? "";
          return valueKind === "number" && unit === "" ? "" : `${valueKind} ${unit}`;
        })
        .join("");
