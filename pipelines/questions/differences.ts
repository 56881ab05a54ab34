// What two answers to one question differ in, in words for whoever settles it.

import type { Language } from "../../schemas/items/item-types.ts";
import type { DifferenceKind } from "../../schemas/questions/records.ts";
import { calculate } from "../text/calculation.ts";
import { inBase } from "../text/same-value.ts";
import { findValues, type Value } from "../text/values.ts";
import { type Detail, isLabel, missingDetails, saysDetail } from "./details.ts";
import { type Answered, lackingDetails, textsAt } from "./evidence-choice.ts";
import { misquotes } from "./misquotes.ts";
import { contradictsFlatly } from "./polarity.ts";

/** With the numbers that its proposer named. */
interface Candid extends Answered {
  readonly numbers: readonly number[];
}

interface Other {
  readonly answer: string;
  readonly numbers: readonly number[];
  /** Whether its reader says that it answers what the first answer leaves open. */
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

/** What stands between two answers. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly text: string;
}

/** All of them, in one line. */
export const toldTogether = (differences: readonly Difference[]): string =>
  differences.map(({ text }) => text).join(" ");

const difference = (kind: DifferenceKind, text: string): Difference => ({ kind, text });

/** All that is to be settled between an answer, resting on these sentences, and the other one. */
export function differencesOf(
  asked: Candid,
  other: Other,
  numbers: readonly number[],
): Difference[] {
  const { language, answer } = asked;
  const told = words[language];
  return [
    ...hardFaults(asked, numbers, [other.answer]),
    ...contraryDetails(asked, other).map(([own, theirs]) =>
      difference("contrary", told.contrary(own, theirs)),
    ),
    ...(contradictsFlatly(answer, other.answer, language)
      ? [difference("polarity", told.polarity)]
      : []),
    ...(other.finds === true ? [difference("found", told.found)] : []),
  ];
}

/**
 * What an answer may not say however it came about: details that neither its sentences nor all the answers beside it
 * say, and words in quotation marks that nobody wrote.
 */
export function hardFaults(
  asked: Answered,
  numbers: readonly number[],
  beside: readonly string[],
): Difference[] {
  const told = words[asked.language];
  return [
    ...unsaidDetails(asked, numbers, beside).map(text => difference("unsaid", told.unsaid(text))),
    ...misquotesIn(asked).map(text => difference("misquoted", told.misquoted(text))),
  ];
}

const misquotesIn = ({ answer, question, sentences }: Answered): string[] =>
  misquotes(answer, [...sentences.map(({ text }) => text), question]);

// Dictionaries take many a Chinese word for a name; there none counts.
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
  const borne = findValues(asked.answer, language).filter(
    ({ kind, text }) =>
      kind === "date" &&
      (saidBeside({ kind: "value", text }) || !lacking.some(detail => detail.text === text)),
  );
  return lacking
    .filter(
      detail =>
        !saidBeside(detail) &&
        !isLabel(detail.text, asked.question, language) &&
        !isSpanBetween(borne, detail, language) &&
        (detail.kind !== "name" || !saidSomewhere(detail)),
    )
    .map(({ text }) => text);
}

/** "two days", where the answer's own days lie so far apart. */
function isSpanBetween(days: readonly Value[], { text }: Detail, language: Language): boolean {
  const [span] = findValues(text, language);
  if (span?.kind !== "duration") return false;
  const [count, unit] = inBase(span);
  if (unit !== "day" && unit !== "month") return false;
  return days.some((from, at) =>
    days.slice(at + 1).some(to => calculate(`${unit}s-between`, [from, to]) === count),
  );
}

/** So many values that both answers give say that they answer alike: what one of them says besides, by its own sentences, is no other answer. */
const minInCommon = 2;

/** How many values of one answer the other gives, too, that the question does not say. */
function valuesInCommon({ answer, question, language }: Candid, other: Other): number {
  const details = missingDetails(answer, [question], language);
  return details.filter(
    detail => detail.kind === "value" && saysDetail(other.answer, detail, language),
  ).length;
}

/** Values, and names, of either answer that the other has not, where both could be meant for one thing. */
function contraryDetails(asked: Candid, other: Other): (readonly [string, string])[] {
  const { language, answer, question, derivations, numbers, sentences } = asked;
  const answersAlike = valuesInCommon(asked, other) >= minInCommon;
  const shared = textsAt(
    asked,
    numbers.filter(number => answersAlike || other.numbers.includes(number)),
  );
  const own = missingDetails(answer, [other.answer, question, ...shared], language, derivations);
  const theirs = [
    ...missingDetails(other.answer, [answer], language).filter(({ kind }) => kind === "value"),
    ...missingDetails(other.answer, [answer, question], language).filter(stands),
  ];
  // The dictionary takes many a Chinese word of a trade for a person or a place (格式化, 单元格): against another such word it says nothing.
  function stands(detail: Detail): boolean {
    return (
      detail.kind === "name" &&
      language !== "zh" &&
      sentences.some(({ text }) => saysDetail(text, detail, language))
    );
  }
  return own
    .filter(detail => detail.kind === "value" || stands(detail))
    .flatMap(detail => {
      const sort = sortOf(detail, language);
      const against = theirs.find(each => sort !== "" && sortOf(each, language) === sort);
      return against === undefined ? [] : [[detail.text, against.text] as const];
    });
}

/** Two details of one sort may be meant for one thing: euros and euros, days and days, a name and a name; no bare numbers. */
const sortOf = ({ kind, text }: Detail, language: Language): string =>
  kind === "name"
    ? kind
    : findValues(text, language)
        .slice(0, 1)
        .map(({ kind: sort, canonical }) => {
          const unit = canonical.split(" ")[1] ?? "";
          return sort === "number" && unit === "" ? "" : `${sort} ${unit}`;
        })
        .join("");
