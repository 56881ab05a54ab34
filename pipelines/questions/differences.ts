// Lists how two answers to one question differ, in words for whoever settles it.

import type { DifferenceKind } from "../../schemas/questions/records.ts";
import { calculate } from "../text/calculation.ts";
import { inBase } from "../text/same-value.ts";
import { findValues, type Value } from "../text/values.ts";
import { type Detail, isLabel, missingDetails, saysDetail } from "./details.ts";
import { type Answered, lackingDetails, textsAt } from "./evidence-choice.ts";
import { misquotes } from "./misquotes.ts";
import { contradictsFlatly } from "./polarity.ts";

/** An answer with the sentence numbers that its proposer cited. */
interface Cited extends Answered {
  readonly numbers: readonly number[];
}

interface Other {
  readonly answer: string;
  readonly numbers: readonly number[];
  /** Whether its reader found an answer where the first answer leaves the question open. */
  readonly finds?: boolean;
}

const words = {
  zh: {
    unsaid: (detail: string) => `“${detail}”不在所引的句子里，另一个答案也没有这样说。`,
    contrary: (own: string, other: string) => `这个答案说“${own}”，另一个答案说“${other}”。`,
    polarity: "一个答案是肯定的，另一个是否定的。",
    misquoted: (quote: string) => `“${quote}”加了引号，却不是原文。`,
    found: "这个答案说没有写明，另一个答案说写明了。",
  },
  en: {
    unsaid: (detail: string) =>
      `"${detail}" stands in none of the cited sentences, and the other answer does not say it.`,
    contrary: (own: string, other: string) =>
      `This answer says "${own}", the other one "${other}".`,
    polarity: "One answer says yes, the other no.",
    misquoted: (quote: string) =>
      `"${quote}" is in quotation marks, but no sentence says just that.`,
    found: "This answer says that it is not stated, the other one that it is.",
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

/** All differences to settle between an answer, based on these sentences, and the other one. */
export function differencesOf(
  asked: Cited,
  other: Other,
  numbers: readonly number[],
): Difference[] {
  const { language, answer } = asked;
  const wording = words[language];
  return [
    ...hardFaults(asked, numbers, [other.answer]),
    ...contraryDetails(asked, other).map(([own, others]) =>
      difference("contrary", wording.contrary(own, others)),
    ),
    ...(contradictsFlatly(answer, other.answer, language)
      ? [difference("polarity", wording.polarity)]
      : []),
    ...(other.finds === true ? [difference("found", wording.found)] : []),
  ];
}

/**
 * Faults of an answer however it came about: details that neither its sentences nor all the other answers state, and
 * quotations that are not in the text.
 */
export function hardFaults(
  asked: Answered,
  numbers: readonly number[],
  beside: readonly string[],
): Difference[] {
  const wording = words[asked.language];
  return [
    ...unsaidDetails(asked, numbers, beside).map(text =>
      difference("unsaid", wording.unsaid(text)),
    ),
    ...misquotesIn(asked).map(text => difference("misquoted", wording.misquoted(text))),
  ];
}

const misquotesIn = ({ answer, question, sentences }: Answered): string[] =>
  misquotes(answer, [...sentences.map(({ text }) => text), question]);

// Dictionaries take many ordinary Chinese words for names, so names do not count in Chinese.
function unsaidDetails(
  asked: Answered,
  numbers: readonly number[],
  beside: readonly string[],
): string[] {
  const { sentences, language } = asked;
  const saidBeside = (detail: Detail) =>
    beside.length > 0 && beside.every(text => saysDetail(text, detail, language));
  const saidSomewhere = (detail: Detail) =>
    language === "zh" || sentences.some(({ text }) => saysDetail(text, detail, language));
  const lacking = lackingDetails(asked, numbers);
  const borne = findValues(asked.answer).filter(
    ({ kind, text }) =>
      kind === "date" &&
      (saidBeside({ kind: "value", text }) || !lacking.some(detail => detail.text === text)),
  );
  return lacking
    .filter(
      detail =>
        !saidBeside(detail) &&
        !isLabel(detail.text, asked.question) &&
        !isSpanBetween(borne, detail) &&
        (detail.kind !== "name" || !saidSomewhere(detail)),
    )
    .map(({ text }) => text);
}

/** Whether a detail ("two days") is the time between two dates of the answer. */
function isSpanBetween(days: readonly Value[], { text }: Detail): boolean {
  const [span] = findValues(text);
  if (span?.kind !== "duration") return false;
  const [count, unit] = inBase(span);
  if (unit !== "day" && unit !== "month") return false;
  return days.some((from, at) =>
    days.slice(at + 1).some(to => calculate(`${unit}s-between`, [from, to]) === count),
  );
}

/** With this many values in common, two answers agree: what one adds from its own sentences is not a different answer. */
const minInCommon = 2;

/** How many values, other than the question's, both answers give. */
function valuesInCommon({ answer, question, language }: Cited, other: Other): number {
  const details = missingDetails(answer, [question], language);
  return details.filter(
    detail => detail.kind === "value" && saysDetail(other.answer, detail, language),
  ).length;
}

/** Pairs of values or names, one from each answer and missing from the other, that could be meant for the same thing. */
function contraryDetails(asked: Cited, other: Other): (readonly [string, string])[] {
  const { language, answer, question, derivations, numbers, sentences } = asked;
  const answersAlike = valuesInCommon(asked, other) >= minInCommon;
  const shared = textsAt(
    asked,
    numbers.filter(number => answersAlike || other.numbers.includes(number)),
  );
  const own = missingDetails(answer, [other.answer, question, ...shared], language, derivations);
  const otherDetails = [
    ...missingDetails(other.answer, [answer], language).filter(({ kind }) => kind === "value"),
    ...missingDetails(other.answer, [answer, question], language).filter(isStatedName),
  ];
  // The dictionary takes many Chinese technical terms for a person or a place (格式化, 单元格), so comparing two such words proves nothing.
  function isStatedName(detail: Detail): boolean {
    return (
      detail.kind === "name" &&
      language !== "zh" &&
      sentences.some(({ text }) => saysDetail(text, detail, language))
    );
  }
  return own
    .filter(detail => detail.kind === "value" || isStatedName(detail))
    .flatMap(detail => {
      const sort = sortOf(detail);
      const against = otherDetails.find(each => sort !== "" && sortOf(each) === sort);
      return against === undefined ? [] : [[detail.text, against.text] as const];
    });
}

/** Two details of one sort (both euros, both days, both names) may mean the same thing; bare numbers have no sort. */
const sortOf = ({ kind, text }: Detail): string =>
  kind === "name"
    ? kind
    : findValues(text)
        .slice(0, 1)
        .map(({ kind: sort, canonical }) => {
          const unit = canonical.split(" ")[1] ?? "";
          return sort === "number" && unit === "" ? "" : `${sort} ${unit}`;
        })
        .join("");
