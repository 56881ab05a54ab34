// Finds names and choices in a text by their folded form, at word borders.

import { tokenize } from "jieba-wasm";
import { isFunctionWord } from "./content-words.ts";
import { fold } from "./fold.ts";
import { spellings } from "./name-spellings.ts";
import type { Place, Source } from "./occurrence.ts";

export type NameType = "person" | "organisation" | "place" | "choice";

const WORD_SIGN = /[\p{Script=Latin}\p{N}\p{M}]/u;

/** The places of the name in any of its spellings; the spellings are tried in order until one is found. */
export function findName(source: Source, value: string, type: NameType): Place[] {
  for (const spelling of spellings(value, type)) {
    const places = findSpelling(source, spelling).filter(place => isWhole(source, place, spelling));
    if (places.length > 0) return places;
  }
  return [];
}

function findSpelling({ folded }: Source, spelling: string): Place[] {
  const sought = fold(spelling);
  const places: Place[] = [];
  if (sought === "") return places;
  for (let at = folded.text.indexOf(sought); at >= 0; at = folded.text.indexOf(sought, at + 1)) {
    places.push({ start: folded.starts[at] ?? 0, end: folded.ends[at + sought.length - 1] ?? 0 });
  }
  return places;
}

function isWhole({ text }: Source, { start, end }: Place, spelling: string): boolean {
  const found = text.slice(start, end);
  if (WORD_SIGN.test(text[start] ?? "") && WORD_SIGN.test(text[start - 1] ?? "")) return false;
  if (WORD_SIGN.test(text[end - 1] ?? "") && WORD_SIGN.test(text[end] ?? "")) return false;
  // "IT" is not "it".
  if (/^\p{Lu}{1,4}$/u.test(spelling) && isFunctionWord(spelling)) return found === spelling;
  // "罗某" is not "罗某某".
  if (spelling.endsWith("某") && text[end] === "某") return false;
  return !/^\p{Script=Han}{1,2}$/u.test(spelling) || isHanWord(text, start, end);
}

/** Enough text around a word for jieba to cut it rightly. */
const CONTEXT = 12;

/** "女" is a word in "性别：女" and not in "子女". */
function isHanWord(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - CONTEXT);
  const around = text.slice(from, end + CONTEXT);
  const place = [...around.slice(0, start - from)].length;
  const length = [...text.slice(start, end)].length;
  const tokens = tokenize(around, "default", true);
  return tokens.some(token => token.start <= place && token.end >= place + length && (token.word === text.slice(start, end) || token.word === `${text.slice(start, end)}性`)) || startsToken(tokens, place, place + length);
}

// A name of several tokens is whole when it begins and ends where tokens do.
const startsToken = (tokens: readonly { start: number; end: number }[], start: number, end: number): boolean =>
  tokens.some(token => token.start === start) && tokens.some(token => token.end === end);
