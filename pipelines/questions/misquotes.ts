// Finds quotations that are not in the sources.

import { fold } from "../text/fold.ts";

const QUOTED = /“([^“”]+)”|「([^「」]+)」|『([^『』]+)』|"([^"\n]*)"/g;
/** Minimum length of a quotation; shorter ones are only a manner of speaking. */
const minLength = { han: 8, words: 4 };

const isQuotation = (text: string): boolean =>
  (text.match(/\p{Script=Han}/gu)?.length ?? 0) >= minLength.han ||
  text.trim().split(/\s+/).length >= minLength.words;

/** The text's quotations that are not in the sources; a quotation may span consecutive sources. */
export function findMisquotes(text: string, sources: readonly string[]): string[] {
  const quotes = [...text.matchAll(QUOTED)]
    .map(match => (match[1] ?? match[2] ?? match[3] ?? match[4] ?? "").trim())
    .filter(isQuotation);
  const foldedSources = quotes.length === 0 ? "" : fold(sources.join("\n"));
  return quotes.filter(
    quote => !quote.split(/…+|\.{3,}/).every(part => foldedSources.includes(fold(part))),
  );
}
