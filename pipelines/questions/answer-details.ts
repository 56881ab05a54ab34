// Finds the details of a text that can be checked against sources: dates and amounts, versions and other codes, names.

import type { Derivation } from "../../schemas/items/derivation.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { properNames } from "../text/event-keys.ts";
import { fold, narrow } from "../text/fold.ts";
import { isOnlyAtSentenceStart } from "../text/sentence-openings.ts";
import { findValues } from "../text/values.ts";

const wordPattern = /[A-Za-z0-9](?:[\w.#@+-]*[A-Za-z0-9])?/g;
/** 1.2.3, v1.2, CVE-2020-1, E0597, x#12: not amounts, and never rephrased. */
const codePattern =
  /^\d+(?:\.\d+){2}|[A-Za-z_]\d+\.\d|#\d|^[A-Z]\d{3,}$|^(?=.*\d)(?=.*[A-Z]{2})(?!\d+[A-Z]+$)/;
const programNamePattern = /_|[a-z][A-Z]/;

const wordsMatching = (text: string, pattern: RegExp): string[] => [
  ...new Set((narrow(text).match(wordPattern) ?? []).filter(word => pattern.test(word))),
];

/** "IMX 707" and "IMX707" are the same code. */
const normalizeCodes = (text: string): string =>
  text.replace(/(?<=\b[A-Z]{2,}) (?=\d)/g, "").toLowerCase();

/** Whether the source has the whole word: 1.2 is not found in 1.2.3, nor CVE-2020-1 in CVE-2020-12. */
function hasWord(source: string, word: string): boolean {
  const lowerCaseWord = normalizeCodes(word);
  for (
    let index = source.indexOf(lowerCaseWord);
    index >= 0;
    index = source.indexOf(lowerCaseWord, index + 1)
  ) {
    const [before, after] = [
      source.slice(Math.max(0, index - 2), index),
      source.slice(index + lowerCaseWord.length),
    ];
    if (!/[a-z0-9_]$|\d\.$/.test(before) && !/^(?:[a-z0-9_]|\.\d)/.test(after)) return true;
  }
  return false;
}

function missingWords(words: readonly string[], sources: readonly string[]): string[] {
  const plainSources = sources.map(source => normalizeCodes(narrow(source)));
  return words.filter(word => !plainSources.some(source => hasWord(source, word)));
}

/** Latin names are compared word by word: their words may be in another order elsewhere, or next to a date. */
function missingNames(text: string, sources: readonly string[], language: Language): string[] {
  const plainSources = sources.map(fold);
  const names = properNames(text, language).filter(
    name => !/[\s\d]/.test(name) && (language === "zh" || !isOnlyAtSentenceStart(text, name)),
  );
  return names.filter(name => !plainSources.some(source => source.includes(fold(name))));
}

/** A part of a text that sources must state. */
export interface Detail {
  readonly kind: "value" | "code" | "name";
  /** As written. */
  readonly text: string;
}

/** Versions and other codes that occur in none of the sources. */
export const missingCodes = (text: string, sources: readonly string[]): string[] =>
  missingWords(wordsMatching(text, codePattern), sources);

/** The details of a text that appear in none of the sources and cannot be soundly derived from them. */
export function missingDetails(
  text: string,
  sources: readonly string[],
  language: Language,
  derivations: readonly Derivation[] = [],
): Detail[] {
  const codes = missingCodes(text, sources);
  const names = [
    ...missingWords(wordsMatching(text, programNamePattern), sources),
    ...missingNames(text, sources, language),
  ];
  const values = unsupportedValues(text, sources, derivations, language);
  return [
    ...values.filter(value => !isSeries(value, sources)).map(asDetail("value")),
    ...codes.map(asDetail("code")),
    ...[...new Set(names)].filter(name => !codes.includes(name)).map(asDetail("name")),
  ];
}

/** Whether a value names a series of versions: "0.23" for 0.23.4. */
const isSeries = (value: string, sources: readonly string[]): boolean =>
  /^\d+\.\d+$/.test(value) &&
  sources.some(source =>
    new RegExp(`(?<![\\d.])${value.replace(".", "\\.")}\\.(?:\\d|x\\b)`).test(source),
  );

const asDetail = (kind: Detail["kind"]) => (text: string) => ({ kind, text });

/** Whether a text states this detail. */
export function statesDetail(source: string, { kind, text }: Detail, language: Language): boolean {
  if (kind === "value") return unsupportedValues(text, [source], [], language).length === 0;
  return kind === "code"
    ? missingWords([text], [source]).length === 0
    : fold(source).includes(fold(text));
}

/** The headings above a request's sentences: documents and their days. */
export const headingsOf = (sentences: readonly { readonly document: string }[]): string[] => [
  ...new Set(sentences.map(({ document }) => document)),
];

/** Whether a number is only a label: one from the question ("(4)", "server 2"), or an ordinal that structures the answer. */
export const isLabel = (value: string, question: string): boolean =>
  (/^\d{1,2}$/.test(value) && missingWords([value], [question]).length === 0) ||
  findValues(value).some(({ kind }) => kind === "ordinal");
