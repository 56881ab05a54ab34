// Checks whether a passage contains a keyword: as CoFE-RAG's released program does, or strictly.

import { memoize } from "./memoize.ts";

/** Prepares a passage once; the function it returns tests whether the passage contains a keyword. */
export type PreparePassage = (passage: string) => (keyword: string) => boolean;

const comparedForm = (text: string): string => publishedText(text).toLowerCase();

/**
 * A text as the released program compares it: only letters, digits and underscores are kept, then each 一一 becomes 一. So 7.8% is 78,
 * and full-width digits differ from plain ones.
 */
export const publishedText = (text: string): string =>
  text.replace(/[^\p{L}\p{N}_]/gu, "").replaceAll("一一", "一");

/** As the released program does: `start` contains `art`, and a keyword that consists of symbols is found everywhere. */
export const matchAsPublished: PreparePassage = passage => {
  const text = comparedForm(passage);
  return keyword => text.includes(comparedForm(keyword));
};

/** Scripts with spaces between words; in all others, each character is a token. */
const letter = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}`;
/** "RMB5,000" is an amount, "XPS15" a name. */
const currency = String.raw`(?:usd|rmb|cny|eur|gbp|jpy|hkd|aud|cad)(?=\d)`;
const word = String.raw`[${letter}][${letter}\p{M}\d]*`;
/** May contain the dots of a version or date; a comma only before three digits. */
const numberSource = String.raw`\d{1,3}(?:,\d{3})+(?![\d])(?:\.\d+)?|\d+(?:\.\d+)*`;
/** Symbols in a percentage, an amount, a comparison or a programming language's name. */
const sign = String.raw`[\p{Sc}%‰°+±×÷≥≤≠]|[<>](?= ?\d)|(?<=[${letter}])#`;
const tokenPattern = new RegExp(
  `(?<word>${currency}|${word})|(?<number>${numberSource})|${sign}|\\p{L}\\p{M}*|\\p{N}`,
  "gu",
);

/** Marks the start and end of a token; occurs in no text after normalization. */
const boundary = "\u0001";
/** Precedes a number that may be negative or the end of a range: 10-20, 为-5. */
const uncertainSign = "~";

const normalize = (text: string): string =>
  text
    // A full-width comma separates numbers and never groups digits.
    .replace(/[\uFF0C\u3001\u0001]/g, " ")
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("\u2212", "-");

/** A minus directly before the number or its currency. After a letter, digit or closing bracket, it may be a dash. */
function signBefore(text: string, numberStart: number): "" | "-" | typeof uncertainSign {
  const match = /(?<earlier>[^\n]?)(?<dash>[-–])\p{Sc}?$/u.exec(
    text.slice(Math.max(0, numberStart - 4), numberStart),
  );
  if (match === null) return "";
  const isDash =
    match.groups?.["dash"] === "–" || /[\p{L}\p{N}%)\]]/u.test(match.groups?.["earlier"] ?? "");
  return isDash ? uncertainSign : "-";
}

/** The tokens of a text, in order: words, numbers and signs; in scripts without spaces, each character. */
export function keywordTokens(source: string): string[] {
  const text = normalize(source);
  return [...text.matchAll(tokenPattern)].map(({ 0: token, index, groups }) =>
    groups?.["number"] === undefined ? token : signBefore(text, index) + token.replaceAll(",", ""),
  );
}

const joinTokens = (tokens: readonly string[]): string =>
  `${boundary}${tokens.join(boundary)}${boundary}`;

/**
 * The token sequences that match a keyword; none if it has no tokens. Its context in the document is unknown: its
 * first number may follow a possible minus there.
 */
export function keywordForms(keyword: string): string[][] {
  const tokens = keywordTokens(keyword);
  const [first = ""] = tokens;
  const number = /^-?(\d.*)$/.exec(first)?.[1];
  if (tokens.length === 0) return [];
  return [
    tokens,
    ...(number === undefined ? [] : [[`${uncertainSign}${number}`, ...tokens.slice(1)]]),
  ];
}

/** Whether a keyword contains anything that can be found. */
export const isSearchable = (keyword: string): boolean => keywordTokens(keyword).length > 0;

/**
 * Compares word by word, in any script: ignores width, case, white space, thousands separators and punctuation, but
 * not decimals, minus, % or currency signs: 7.8% is not 78%, `art` is not in `start`, 5% is not in −5%. A keyword
 * without any word, number or sign is found nowhere.
 */
export const matchStrictly: PreparePassage = passage => {
  const text = joinTokensOf(passage);
  return keyword => keywordForms(keyword).some(form => text.includes(joinTokens(form)));
};

// Cached, since the systems compared find the same passages.
const joinTokensOf = memoize(passage => joinTokens(keywordTokens(passage)));
