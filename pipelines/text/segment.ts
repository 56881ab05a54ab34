// Search tokens of both languages, and token counts.

import { createRequire } from "node:module";
import { cut_for_search } from "jieba-wasm";
import { tokenCounter } from "./byte-pairs.ts";
import { remember } from "./remember.ts";

/** jieba slows down on very long input; no line of running text is longer than this. */
const LONGEST_LINE = 2000;
/** The encoder takes time in the square of a run of one kind of character; longer runs are counted in slices. */
const LONGEST_RUN = 1000;

/**
 * Lower-cased tokens for searching. Chinese is cut by jieba in search mode (long words and the words within them);
 * Latin words lose a possessive ending, numbers keep their decimals and lose their grouping commas.
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

// A document's sentences are read again alone, in a passage, in a question.
const cut = remember((piece: string): readonly string[] =>
  // Nearly every token goes the first way, which costs least.
  cut_for_search(piece, true).flatMap(token => (plainHan.test(token) ? token : mixedWords(token))),
);

const mixedWords = (token: string): string[] =>
  /\p{Script=Han}/u.test(token)
    ? [token.replace(/[^\p{L}\p{N}\p{M}]/gu, "")].filter(word => word !== "")
    : latinWords(token);

/** Of the ideographs nearly all text is written in, which are letters, so that nothing is to be cut from it. */
const plainHan = /^[\u4e00-\u9fff]+$/;

// Broken at line ends and after sentence ends, and anywhere only where a line is longer than any real one.
const pieces = new RegExp(`[^\\n。！？；]{1,${LONGEST_LINE}}[。！？；]?`, "gu");

const load = createRequire(import.meta.url);
// Loaded when first needed: that takes a quarter of a second, which threads that only cut words have no use for.
const encodedLength = lazily(() =>
  tokenCounter(
    load(
      "js-tiktoken/ranks/o200k_base",
    ) as typeof import("js-tiktoken/ranks/o200k_base")["default"],
  ),
);

/** How many o200k tokens a text has; a word of over a thousand letters is counted in parts. */
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
