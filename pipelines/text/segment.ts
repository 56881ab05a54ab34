// Splits texts into search tokens, in Chinese and English, and counts a model's tokens.

import { createRequire } from "node:module";
import { cut_for_search } from "jieba-wasm";
import { tokenCounter } from "./byte-pairs.ts";
import { once, memoize } from "./memoize.ts";

/** Maximum length of a piece for jieba, which slows down on very long input; lines of running text are shorter. */
const maxPieceLength = 2000;
/** Maximum run of one kind of character for the encoder, which takes quadratic time; longer runs are counted in slices. */
const maxRunLength = 1000;

/**
 * Lower-case tokens for searching. Chinese is segmented by jieba in search mode (long words and the words within them);
 * Latin words lose a possessive ending, numbers keep decimals and lose grouping commas.
 */
export function searchTokens(text: string, language: "zh" | "en"): string[] {
  const normalText = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, "");
  return language === "zh" || /\p{Script=Han}/u.test(normalText)
    ? chineseWords(normalText)
    : latinWords(normalText);
}

const latinWords = (text: string): string[] => {
  const tokens =
    text.match(/\p{N}+(?:\.\p{N}+)*(?![\p{L}\p{M}])|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu) ??
    [];
  return tokens.map(token => token.replace(/['’]s$/, "").replace(/['’]/g, "")).filter(Boolean);
};

function chineseWords(text: string): string[] {
  const tokens: string[] = [];
  for (const piece of text.match(piecePattern) ?? [])
    for (const token of segmentPiece(piece)) tokens.push(token);
  return tokens;
}

// Cached: a document's sentences are read repeatedly, by themselves, in passages and in questions.
const segmentPiece = memoize((piece: string): readonly string[] =>
  // Nearly every token takes the first branch, which is the cheapest.
  cut_for_search(piece, true).flatMap(token => (commonHan.test(token) ? token : mixedWords(token))),
);

const mixedWords = (token: string): string[] =>
  /\p{Script=Han}/u.test(token)
    ? [token.replace(/[^\p{L}\p{N}\p{M}]/gu, "")].filter(word => word !== "")
    : latinWords(token);

/** A token of common ideographs only, which are all letters, so that nothing needs to be removed. */
const commonHan = /^[\u4e00-\u9fff]+$/;

// Splits at line ends and after sentence ends; elsewhere only if a line is longer than any real one.
const piecePattern = new RegExp(`[^\\n。！？；]{1,${maxPieceLength}}[。！？；]?`, "gu");

const load = createRequire(import.meta.url);
// Loaded on first use: it takes a quarter of a second, and threads that only segment words do not need it.
const loadCounter = once(() =>
  tokenCounter(
    load(
      "js-tiktoken/ranks/o200k_base",
    ) as typeof import("js-tiktoken/ranks/o200k_base")["default"],
  ),
);

/** Number of o200k tokens in a text; a word of over a thousand letters is counted in parts. */
export function countTokens(text: string): number {
  const count = loadCounter();
  if (text.length <= maxRunLength || !hasLongRun(text)) return count(text);
  const slices = text.match(new RegExp(`[\\s\\S]{1,${maxRunLength}}`, "gu")) ?? [];
  return slices.reduce((sum, slice) => sum + count(slice), 0);
}

function hasLongRun(text: string): boolean {
  for (const run of text.matchAll(/[\p{L}\p{M}]+|\s+|[^\s\p{L}\p{M}\p{N}]+/gu))
    if (run[0].length > maxRunLength) return true;
  return false;
}
