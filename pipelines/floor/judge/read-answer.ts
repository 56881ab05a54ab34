// An answer read once for many claims: its parts, each with its values and with the words of what it leans on.

import { findValues, type Value } from "../../text/values.ts";
import { claimedSentences } from "../tail/answer-claims.ts";
import { tellingUnits, unitsOf } from "../tail/content-units.ts";
import { type ReadSentence, readSentences } from "../tail/sentence-support.ts";
import { declines } from "./declining.ts";

type Language = "zh" | "en";

export interface ReadAnswer {
  /** Clauses that state something, in order. */
  readonly parts: readonly ReadSentence[];
  /** Clauses that say that something is not told. */
  readonly silences: readonly ReadSentence[];
}

/** It speaks of one who was named before. */
const LEANS =
  /^\s*(?:[-*•\d.]+\s*)?(?:该|公司|[他她它]们?|其(?!中|他|实|余)|(?:He|She|It|They|His|Her|Its|Their|This|These|The company)\b)/;
/** Marks of a list or of stress: no words. */
const MARKUP = /\*\*|__|^#+\s*/gm;

/** Read in order. Their values are no words: "million" would be met as "Mills". */
function readClauses(texts: readonly string[], language: Language): ReadSentence[] {
  const read = readSentences(
    texts.map((text, at) => ({ number: at + 1, document: "", text })),
    language,
  );
  return read.map(part => ({
    ...part,
    units: unitsOf(withoutValues(part.text, part.values), language),
  }));
}

const withoutValues = (text: string, values: readonly Value[]): string =>
  values.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);

/** The clauses of a text. */
const clausesIn = (text: string, language: Language): string[] =>
  claimedSentences(text.replace(MARKUP, ""), language).flatMap(({ claims }) => claims);

export function readAnswer(answer: string, language: Language): ReadAnswer {
  const read: ReadSentence[] = [];
  for (const part of readClauses(clausesIn(answer, language), language)) {
    const before = read.at(-1);
    read.push(
      before && LEANS.test(part.text)
        ? { ...part, units: new Set([...before.units, ...part.units]) }
        : part,
    );
  }
  const isSilence = ({ text }: ReadSentence) => declines(text, language);
  return { parts: read.filter(part => !isSilence(part)), silences: read.filter(isSilence) };
}

/** The sentences of passages, in their order. */
export const readPassages = (
  passages: readonly { readonly text: string }[],
  language: Language,
): ReadSentence[] =>
  readClauses(
    passages.flatMap(({ text }) => clausesIn(text, language)),
    language,
  );

/** The values of a text, and its telling words without them. */
export function valuesAndUnits(
  text: string,
  language: Language,
): { values: Value[]; units: Set<string> } {
  const values = findValues(text, language);
  const bare = withoutValues(text, values);
  const units = tellingUnits(bare, language, []);
  // Words that elsewhere fill a sentence may be all a short one has.
  return {
    values: values.filter(({ kind }) => kind !== "ordinal"),
    units: units.size > 0 ? units : unitsOf(bare, language),
  };
}

/** The share of these units that are among the others; 1 where there are none. */
export function shareIn(units: ReadonlySet<string>, having: ReadonlySet<string>): number {
  if (units.size === 0) return 1;
  return [...units].filter(unit => having.has(unit)).length / units.size;
}
