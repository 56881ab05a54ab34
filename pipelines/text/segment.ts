// Search tokens of both languages, and token counts.

import { cut_for_search } from "jieba-wasm";
import { get_encoding } from "tiktoken";

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
  return language === "zh" || /\p{Script=Han}/u.test(plain) ? chineseWords(plain) : latinWords(plain);
}

const latinWords = (text: string): string[] => {
  const tokens = text.match(/\p{N}+(?:\.\p{N}+)*(?![\p{L}\p{M}])|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu) ?? [];
  return tokens.map(token => token.replace(/['’]s$/, "").replace(/['’]/g, "")).filter(token => token !== "");
};

function chineseWords(text: string): string[] {
  return pieces(text)
    .flatMap(piece => cut_for_search(piece, true))
    .flatMap(token => (/\p{Script=Han}/u.test(token) ? [token.replace(/[^\p{L}\p{N}\p{M}]/gu, "")] : latinWords(token)))
    .filter(token => token !== "");
}

// Broken at line ends and after sentence ends, and anywhere only where a line is longer than any real one.
const pieces = (text: string): string[] => text.match(new RegExp(`[^\\n。！？；]{1,${LONGEST_LINE}}[。！？；]?`, "gu")) ?? [];

const encoder = lazily(() => get_encoding("o200k_base"));

/** How many o200k tokens a text has; a word of over a thousand letters is counted in parts. */
export function countTokens(text: string): number {
  return hasLongRun(text) ? sum((text.match(new RegExp(`[\\s\\S]{1,${LONGEST_RUN}}`, "gu")) ?? []).map(encodedLength)) : encodedLength(text);
}

const encodedLength = (text: string): number => encoder().encode_ordinary(text).length;

function hasLongRun(text: string): boolean {
  for (const run of text.matchAll(/[\p{L}\p{M}]+|\s+|[^\s\p{L}\p{M}\p{N}]+/gu)) if (run[0].length > LONGEST_RUN) return true;
  return false;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

// The encoder takes a quarter of a second to build and never changes: built when first needed, once.
function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
