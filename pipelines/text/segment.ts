// Search tokens in both languages, and token counts.

import { createRequire } from "node:module";
import { cut_for_search } from "jieba-wasm";
import { tokenCounter } from "./byte-pairs.ts";
import { remember } from "./remember.ts";

/** jieba slows down on very long input; lines of running text are shorter than this. */
const LONGEST_LINE = 2000;
/** The encoder takes quadratic time for a run of one kind of character; longer runs are counted in slices. */
const LONGEST_RUN = 1000;

/**
 * Lower-case tokens for searching. Chinese is segmented by jieba in search mode (long words and the words within them);
 * Latin words lose a possessive ending, numbers keep decimals and lose grouping commas.
 */
export function words(text: string, language: "zh" | "en"): string[] {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, "");
  return language === "zh" || /\p{Script=Han}/u.test(plain)
    ? chineseWords(plain)
    : latinWords(plain);
}

const latinWords = (text: string): string[] => {
  const tokens =
    text.match(/\p{N}+(?:\.\p{N}+)*(?![\p{L}\p{M}])|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu) ??
    [];
  return tokens
    .map(token => token.replace(/['’]s$/, "").replace(/['’]/g, ""))
    .filter(token => token !== "");
};

function chineseWords(text: string): string[] {
  const tokens: string[] = [];
  for (const piece of text.match(pieces) ?? []) for (const token of cut(piece)) tokens.push(token);
  return tokens;
}

// Cached: a document's sentences are read repeatedly, alone, in passages and in questions.
const cut = remember((piece: string): readonly string[] =>
  // Nearly every token takes the first branch, which is the cheapest.
  cut_for_search(piece, true).flatMap(token => (plainHan.test(token) ? token : mixedWords(token))),
);

const mixedWords = (token: string): string[] =>
  /\p{Script=Han}/u.test(token)
    ? [token.replace(/[^\p{L}\p{N}\p{M}]/gu, "")].filter(word => word !== "")
    : latinWords(token);

/** Only common ideographs, which are letters, so that nothing needs to be removed. */
const plainHan = /^[\u4e00-\u9fff]+$/;

// Splits at line ends and after sentence ends; elsewhere only if a line is longer than any real one.
const pieces = new RegExp(`[^\\n。！？；]{1,${LONGEST_LINE}}[。！？；]?`, "gu");

const load = createRequire(import.meta.url);
// Loaded on first use: it takes a quarter of a second, and threads that only segment words do not need it.
const encodedLength = lazily(() =>
  tokenCounter(
    load(
      "js-tiktoken/ranks/o200k_base",
    ) as typeof import("js-tiktoken/ranks/o200k_base")["default"],
  ),
);

/** Number of o200k tokens in a text; a word of over a thousand letters is counted in parts. */
export function countTokens(text: string): number {
  return text.length > LONGEST_RUN && hasLongRun(text)
    ? sum((text.match(new RegExp(`[\\s\\S]{1,${LONGEST_RUN}}`, "gu")) ?? []).map(encodedLength()))
    : encodedLength()(text);
}

function hasLongRun(text: string): boolean {
  for (const run of text.matchAll(/[\p{L}\p{M}]+|\s+|[^\s\p{L}\p{M}\p{N}]+/gu))
    if (run[0].length > LONGEST_RUN) return true;
  return false;
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
