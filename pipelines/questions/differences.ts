// What two answers to one question differ in, in words for whoever settles it.

import type { Language } from "../../schemas/items/item-types.ts";
import { contentWords } from "../text/content-words.ts";
import { findValues } from "../text/values.ts";
import { isCount, missingDetails } from "./details.ts";
import { type Answered, lackingDetails, textsAt } from "./evidence-choice.ts";
import { misquotes } from "./misquotes.ts";
import { contradictsFlatly } from "./polarity.ts";

interface Other {
  readonly answer: string;
  readonly numbers: readonly number[];
}

const words = {
  zh: {
    unsaid: (detail: string) => `“${detail}”不在所引的句子里，另一个答案也没有这样说。`,
    contrary: (own: string, other: string) => `这个答案说“${own}”，另一个答案说“${other}”。`,
    polarity: "一个答案是肯定的，另一个是否定的。",
    misquoted: (quote: string) => `“${quote}”加了引号，却不是原文。`,
    lacks: "另一个答案说的大多不在这个答案里。",
    apart: "这个答案说的大多不在另一个答案里。",
  },
  en: {
    unsaid: (detail: string) =>
      `"${detail}" stands in none of the cited sentences, and the other answer does not say it.`,
    contrary: (own: string, other: string) =>
      `This answer says "${own}", the other one "${other}".`,
    polarity: "One answer says yes, the other no.",
    misquoted: (quote: string) =>
      `"${quote}" is in quotation marks, but no sentence says just that.`,
    lacks: "Most of what the other answer says is missing from this one.",
    apart: "Most of what this answer says is missing from the other one.",
  },
};

/** Answers that two readers gave to one question share a third of their new words at least. */
const sharedAtLeast = { lacks: 0.25, apart: 0.2 };

/** All that is to be settled between an answer, resting on these sentences, and the other one. */
export function differencesOf(
  asked: Answered & { readonly numbers: readonly number[] },
  other: Other,
  numbers: readonly number[],
): string[] {
  const { language, answer, question } = asked;
  const told = words[language];
  return [
    ...unsaidDetails(asked, numbers, other.answer).map(told.unsaid),
    ...contraryDetails(asked, other).map(([own, theirs]) => told.contrary(own, theirs)),
    ...(contradictsFlatly(answer, other.answer, language) ? [told.polarity] : []),
    ...misquotesIn(asked).map(told.misquoted),
    ...(shareSaid(other.answer, [answer, question], language) < sharedAtLeast.lacks
      ? [told.lacks]
      : []),
    ...(shareSaid(answer, [other.answer, question], language) < sharedAtLeast.apart
      ? [told.apart]
      : []),
  ];
}

/** What an answer may not say however it came about: details without support, words that nobody wrote put in quotation marks. */
export function hardFault(
  asked: Answered,
  numbers: readonly number[],
  other = "",
): string | undefined {
  return [
    ...unsaidDetails(asked, numbers, other).map(words.en.unsaid),
    ...misquotesIn(asked).map(words.en.misquoted),
  ][0];
}

const misquotesIn = ({ answer, question, sentences }: Answered): string[] =>
  misquotes(answer, [...sentences.map(({ text }) => text), question]);

// Dictionaries take many a Chinese verb for a name; there only a name against another name counts.
function unsaidDetails(asked: Answered, numbers: readonly number[], other: string): string[] {
  const { sentences, language } = asked;
  const all = sentences.map(({ text }) => text);
  return lackingDetails(asked, numbers).filter(detail => {
    if (isCount(detail)) return false;
    const elsewhere = missingDetails(detail, [other], language);
    if (Object.values(elsewhere).flat().length === 0) return false;
    const isName = elsewhere.values.length + elsewhere.codes.length === 0;
    return !isName || (language === "en" && missingDetails(detail, all, language).names.length > 0);
  });
}

/** Values, and names, of either answer that the other has not, where both could be meant for one thing. */
function contraryDetails(
  asked: Answered & { readonly numbers: readonly number[] },
  other: Other,
): (readonly [string, string])[] {
  const { language, answer, question, derivations, numbers } = asked;
  const shared = textsAt(
    asked,
    other.numbers.filter(number => numbers.includes(number)),
  );
  const own = missingDetails(answer, [other.answer, question, ...shared], language, derivations);
  const theirs = missingDetails(other.answer, [answer], language);
  const known = asked.sentences.map(({ text }) => text);
  const values = own.values.flatMap(value => {
    const against = theirs.values.find(each => kindOf(each, language) === kindOf(value, language));
    return against === undefined ? [] : [[value, against] as const];
  });
  const stand = (name: string) => missingDetails(name, known, language).names.length === 0;
  const theirName = missingDetails(other.answer, [answer, question], language).names.find(stand);
  const names = own.names.filter(stand);
  return [
    ...values,
    ...(theirName === undefined ? [] : names.map(name => [name, theirName] as const)),
  ];
}

const kindOf = (text: string, language: Language): string =>
  findValues(text, language)
    .slice(0, 1)
    .map(({ kind, canonical }) => `${kind} ${canonical.split(" ")[1] ?? ""}`)
    .join("");

/** Of the words of a text that the question does not say, the share that the other text says. */
function shareSaid(text: string, [other, question]: [string, string], language: Language): number {
  const asked = new Set(contentWords(question, language));
  const said = new Set(contentWords(other, language));
  const fresh = [...new Set(contentWords(text, language))].filter(word => !asked.has(word));
  return fresh.length === 0 ? 1 : fresh.filter(word => said.has(word)).length / fresh.length;
}
