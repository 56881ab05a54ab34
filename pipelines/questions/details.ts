// The details of a text that can be looked up: dates and amounts, versions and other codes, names.

import type { Derivation } from "../../schemas/items/derivation.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { properNames } from "../text/event-keys.ts";
import { fold, narrow } from "../text/fold.ts";
import { findValues } from "../text/values.ts";

const WORD = /[A-Za-z0-9](?:[\w.#@+-]*[A-Za-z0-9])?/g;
/** 1.2.3, v1.2, CVE-2020-1, x#12: no amount, and nothing that a writer would put in other words. */
const CODE = /^\d+(?:\.\d+){2}|[A-Za-z_]\d+\.\d|#\d|^(?=.*\d)(?=.*[A-Z]{2})(?!\d+[A-Z]+$)/;
const PROGRAM_NAME = /_|[a-z][A-Z]/;

const wordsLike = (text: string, pattern: RegExp): string[] => [
  ...new Set((narrow(text).match(WORD) ?? []).filter(word => pattern.test(word))),
];

/** Whole: 1.2 does not stand in 1.2.3, nor CVE-2020-1 in CVE-2020-12. */
function standsIn(source: string, word: string): boolean {
  const lower = word.toLowerCase();
  for (let at = source.indexOf(lower); at >= 0; at = source.indexOf(lower, at + 1)) {
    const [before, after] = [
      source.slice(Math.max(0, at - 2), at),
      source.slice(at + lower.length),
    ];
    if (!/[a-z0-9_]$|\d\.$/.test(before) && !/^(?:[a-z0-9_]|\.\d)/.test(after)) return true;
  }
  return false;
}

function missingWords(words: readonly string[], sources: readonly string[]): string[] {
  const plain = sources.map(source => narrow(source).toLowerCase());
  return words.filter(word => !plain.some(source => standsIn(source, word)));
}

// Any word may open a sentence with a capital.
const opensSentence = (text: string, name: string) =>
  !/\s/.test(name) &&
  !new RegExp(`[^\\s.!?:;"“(]\\s+${name.replace(/[^\p{L}\p{N}]/gu, ".")}`, "u").test(text);

function missingNames(text: string, sources: readonly string[], language: Language): string[] {
  const plain = sources.map(fold);
  const names = properNames(text, language).filter(
    name => language === "zh" || !opensSentence(text, name),
  );
  return names.filter(name => !plain.some(source => source.includes(fold(name))));
}

export interface Missing {
  /** Dates and amounts that do not follow from the sources by a sound derivation either. */
  readonly values: string[];
  readonly codes: string[];
  readonly names: string[];
}

/** What stands in the text and in none of the sources, as written. */
export function missingDetails(
  text: string,
  sources: readonly string[],
  language: Language,
  derivations: readonly Derivation[] = [],
): Missing {
  const programNames = missingWords(wordsLike(text, PROGRAM_NAME), sources);
  return {
    values: unsupportedValues(text, sources, derivations, language),
    codes: missingWords(wordsLike(text, CODE), sources),
    names: [...new Set([...programNames, ...missingNames(text, sources, language)])],
  };
}

/** What a request says above its sentences: documents and their days. */
export const headsOf = (sentences: readonly { readonly document: string }[]): string[] => [
  ...new Set(sentences.map(({ document }) => document)),
];

/** "Three of the four": how many there are a reader counts, and no sentence need say. */
export function isCount(text: string): boolean {
  const values = findValues(text, "en");
  return (
    values.length > 0 &&
    values.every(
      ({ kind, canonical, text: written }) =>
        kind === "number" && /^(?:[0-9]|1[0-2])$/.test(canonical) && !/\d/.test(written),
    )
  );
}
