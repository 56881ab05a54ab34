// A sentence in words and values, each told by whether the answer or the question says it, too.

import { contentWords, isFunctionWord } from "../../text/content-words.ts";
import { narrow } from "../../text/fold.ts";
import { says } from "../../text/same-value.ts";
import { findValues, type Value } from "../../text/values.ts";
import { taggedWords } from "./tagged-words.ts";
import { withHedges } from "./hedges-zh.ts";
import { isFillerEn, withoutFillersZh } from "./filler-words.ts";

type Language = "zh" | "en";

/** A piece of a sentence, UTF-16 offsets, end exclusive. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly kind: "name" | "value" | "word" | "filler" | "sign";
  /** The answer or the question says it. */
  readonly shared: boolean;
  /** The answer says it, and the question does not. */
  readonly told: boolean;
}

/** What a text says, to look words and values of a sentence up in. */
export interface Said {
  readonly text: string;
  readonly values: readonly Value[];
  /** English: stems of its words; Chinese: pairs of characters. */
  readonly units: ReadonlySet<string>;
}

const pairsOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));

export const readSaid = (text: string, language: Language): Said => ({
  text,
  values: findValues(text, language),
  units: new Set(
    language === "en"
      ? contentWords(text, "en")
      : narrow(text)
          .toLowerCase()
          .split(/[^\p{L}\p{N}]+/u)
          .flatMap(pairsOf),
  ),
});

export interface Sharing {
  readonly answer: Said;
  readonly question: Said;
  /** Names of documents and what they are about, longest first. */
  readonly names: readonly string[];
  readonly language: Language;
}

/** Within names: "Redfearn & Barrowby", 约翰·史密斯. */
const JOINS = /^[&·]$/;

type Place = Pick<Token, "start" | "end">;

const overlaps = (one: Place, other: Place): boolean =>
  one.start < other.end && other.start < one.end;

/** What a name's bearer is called before it: 患者吴某某. */
const CALLED = /(?:患者|被告人|\b(?:patient|defendant) )$/i;

function namesIn(text: string, names: readonly string[]): Place[] {
  const found: Place[] = [];
  for (const name of names) {
    const at = text.indexOf(name);
    const place = {
      start: at - (CALLED.exec(text.slice(0, Math.max(0, at)))?.[0].length ?? 0),
      end: at + name.length,
    };
    if (name !== "" && at >= 0 && !found.some(other => overlaps(place, other))) found.push(place);
  }
  return found;
}

const HEDGE_EN =
  /\b(?:about|around|nearly|almost|over|under|some|up to|(?:more|less|fewer) than|at (?:least|most))\s+$/i;
/** A unit glued to its number or made of signs belongs to it: 146g/L, 9.2 ×10⁹/L, 116 g/L. */
const UNIT =
  /^(?:[A-Za-zμ°℃%‰/][\w/²³°℃%]*|\s?[×x]\s?10[\d⁰-⁹]*(?:\/\p{L}+)?|\s\p{L}{1,5}\/\p{L}+)/u;
/** And so does what is counted: "640 employees", 2200人, 700万立方米. */
const COUNTED = {
  zh: /^(?:\p{Script=Han}{1,2}|\p{Script=Han}{2,3}[米时吨克箱])$/u,
  en: /^[ -]\p{Ll}[\p{L}-]+/u,
};
const GRAMMAR_ZH = /^[的了和与及或在是为以对等将其并由于从中上下后前也都而被把向到之有]/;

function countedAfter(text: string, at: number, language: Language): string {
  if (language === "zh") {
    const word = taggedWords(text.slice(at, at + 8))[0]?.text ?? "";
    const rate = /^\/\p{Script=Han}{1,2}/u.exec(text.slice(at + word.length))?.[0] ?? "";
    return COUNTED.zh.test(word) && !GRAMMAR_ZH.test(word) ? word + rate : "";
  }
  const word = COUNTED.en.exec(text.slice(at))?.[0] ?? "";
  return isFunctionWord(word.slice(1)) ? "" : word;
}

function valuePlace(text: string, value: Value, language: Language): Place {
  const hedge =
    language === "en" ? (HEDGE_EN.exec(text.slice(0, value.start))?.[0].length ?? 0) : 0;
  const { start, end } =
    language === "zh" ? withHedges(text, value) : { start: value.start - hedge, end: value.end };
  const unit = UNIT.exec(text.slice(end))?.[0] ?? "";
  const counts = unit === "" && (value.kind === "number" || value.kind === "ordinal");
  return {
    start,
    end: end + unit.length + (counts ? countedAfter(text, end, language).length : 0),
  };
}

/** Values that the answer says, as they stand in the sentence with what they count. */
function valueTokens(text: string, { answer, question, language }: Sharing): Token[] {
  return findValues(text, language).map(value => {
    const saidIn = ({ values }: Said) =>
      values.some(other => says(value, other) || says(other, value));
    const [inAnswer, inQuestion] = [saidIn(answer), saidIn(question)];
    return {
      ...valuePlace(text, value, language),
      kind: "value",
      shared: inAnswer || inQuestion,
      told: inAnswer && !inQuestion,
    };
  });
}

function wordPlaces(text: string, language: Language): Place[] {
  if (language === "zh") return taggedWords(text);
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[&·]/gu)].map(
    ({ 0: word, index }) => ({ start: index, end: index + word.length }),
  );
}

/** Whether each of a word's characters stands in the other text beside one of its neighbours here. */
function coveredZh(text: string, { start, end }: Place, { units, text: other }: Said): boolean {
  // 男 is all that a cell says.
  const stands = (sign: string | undefined) => sign === undefined || !/[\p{L}\p{N}]/u.test(sign);
  if (end - start === 1 && stands(text[start - 1]) && stands(text[end]))
    return other.includes(text.slice(start, end));
  const plain = narrow(text).toLowerCase();
  const has = (at: number) => at >= 0 && units.has(plain.slice(at, at + 2));
  for (let at = start; at < end; at++) if (!has(at) && !has(at - 1)) return false;
  return true;
}

/** Said of any matter: "report", "date", 内容. It joins, but tells nothing. */
const isEmpty = (word: string, language: Language): boolean =>
  language === "zh" ? withoutFillersZh(word).length === 0 : isFillerEn(word.toLowerCase());

function wordToken(text: string, place: Place, { answer, question, language }: Sharing): Token {
  const word = text.slice(place.start, place.end);
  if (JOINS.test(word)) return { ...place, kind: "filler", shared: false, told: false };
  if (!/[\p{L}\p{N}]/u.test(word)) return { ...place, kind: "sign", shared: false, told: false };
  const stems = contentWords(word, language);
  const saidIn = (said: Said) =>
    language === "zh" ? coveredZh(text, place, said) : stems.some(stem => said.units.has(stem));
  const [inAnswer, inQuestion] = [saidIn(answer), saidIn(question)];
  const isFiller =
    stems.length === 0 && (language === "en" || GRAMMAR_ZH.test(word) || !(inAnswer || inQuestion));
  return {
    ...place,
    kind: isFiller ? "filler" : "word",
    shared: inAnswer || inQuestion,
    told: inAnswer && !inQuestion && !isEmpty(word, language),
  };
}

/** All pieces of a sentence in order: names whole, then values, then the words between them. */
export function tokensOf(text: string, sharing: Sharing): Token[] {
  const names = namesIn(text, sharing.names).map(
    (place): Token => ({ ...place, kind: "name", shared: true, told: false }),
  );
  const values = valueTokens(text, sharing).filter(
    (value, at, all) =>
      !names.some(name => overlaps(name, value)) &&
      !all.slice(0, at).some(other => overlaps(other, value)),
  );
  const taken = [...names, ...values];
  const words = wordPlaces(text, sharing.language)
    .filter(place => !taken.some(other => overlaps(place, other)))
    .map(place => wordToken(text, place, sharing));
  return [...taken, ...words].sort((a, b) => a.start - b.start);
}
