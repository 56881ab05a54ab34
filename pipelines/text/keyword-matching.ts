// Whether a keyword stands in a passage: as CoFE-RAG's released program has it, and strictly.

import { remember } from "./remember.ts";

/** Reads a passage once for many keywords. */
export type ReadPassage = (passage: string) => (keyword: string) => boolean;

const published = (text: string): string => publishedText(text).toLowerCase();

/**
 * The released program's text: all but letters, digits and underscores deleted, and then each 一一 made 一. So 7.8% is 78,
 * and full-width digits are others than plain ones.
 */
export const publishedText = (text: string): string =>
  text.replace(/[^\p{L}\p{N}_]/gu, "").replaceAll("一一", "一");

/** `start` holds `art`, and whatever consists of signs alone stands everywhere. */
export const readPublished: ReadPassage = passage => {
  const text = published(passage);
  return keyword => text.includes(published(keyword));
};

/** Scripts that put spaces between words; of all others each character stands for itself. */
const LETTER = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}`;
/** "RMB5,000" is an amount, "XPS15" a name. */
const CURRENCY = String.raw`(?:usd|rmb|cny|eur|gbp|jpy|hkd|aud|cad)(?=\d)`;
const WORD = String.raw`[${LETTER}][${LETTER}\p{M}\d]*`;
/** With the dots of a version or date; a comma only where three digits follow it. */
const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?![\d])(?:\.\d+)?|\d+(?:\.\d+)*`;
/** Of a percentage, an amount, a comparison, a language's name. */
const SIGN = String.raw`[\p{Sc}%‰°+±×÷≥≤≠]|[<>](?= ?\d)|(?<=[${LETTER}])#`;
const TOKEN = new RegExp(
  `(?<word>${CURRENCY}|${WORD})|(?<number>${NUMBER})|${SIGN}|\\p{L}\\p{M}*|\\p{N}`,
  "gu",
);

/** Begins and ends a token; no text has it after normalisation. */
const BORDER = "\u0001";
/** Before a number that may be below zero, or the end of a range: 10-20, 为-5. */
const UNSURE = "~";

const normalised = (text: string): string =>
  text
    // A full-width comma parts numbers, it never groups their digits.
    .replace(/[\uFF0C\u3001\u0001]/g, " ")
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("\u2212", "-");

/** A minus right before the number, or before its currency. After a letter, a digit or a closing sign it may be a dash. */
function signBefore(text: string, at: number): "" | "-" | typeof UNSURE {
  const before = /(?<earlier>[^\n]?)(?<dash>[-–])\p{Sc}?$/u.exec(
    text.slice(Math.max(0, at - 4), at),
  );
  if (before === null) return "";
  const isDash =
    before.groups?.["dash"] === "–" || /[\p{L}\p{N}%)\]]/u.test(before.groups?.["earlier"] ?? "");
  return isDash ? UNSURE : "-";
}

/** What a text is compared by, in its order: words, numbers and signs; of scripts without spaces each character. */
export function keywordTokens(source: string): string[] {
  const text = normalised(source);
  return [...text.matchAll(TOKEN)].map(({ 0: token, index, groups }) =>
    groups?.["number"] === undefined ? token : signBefore(text, index) + token.replaceAll(",", ""),
  );
}

const joined = (tokens: readonly string[]): string => `${BORDER}${tokens.join(BORDER)}${BORDER}`;

/**
 * The tokens that a keyword may stand as; none where it says nothing. What stood before it in its document is cut off: its
 * first number may stand there behind what may be a minus.
 */
export function keywordForms(keyword: string): string[][] {
  const tokens = keywordTokens(keyword);
  const [first = ""] = tokens;
  const number = /^-?(\d.*)$/.exec(first)?.[1];
  if (tokens.length === 0) return [];
  return [tokens, ...(number === undefined ? [] : [[`${UNSURE}${number}`, ...tokens.slice(1)]])];
}

/** Whether there is anything in it to be found. */
export const saysSomething = (keyword: string): boolean => keywordTokens(keyword).length > 0;

/**
 * Word by word, in any script: width, case, white space, thousands separators and punctuation are no difference, while decimals, a minus, % and
 * signs of currency are: 7.8% is not 78%, `art` not in `start`, 5% not in −5%. A keyword without any word, number or sign stands nowhere.
 */
export const readStrict: ReadPassage = passage => {
  const text = joinedTokens(passage);
  return keyword => keywordForms(keyword).some(form => text.includes(joined(form)));
};

// The set-ups that are compared find the same passages.
const joinedTokens = remember(passage => joined(keywordTokens(passage)));
