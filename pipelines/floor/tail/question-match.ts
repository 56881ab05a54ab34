// Which sentences answer a question: of a document it names, with its words, and near them a value of the kind it asks for.

import type { NumberedSentence } from "../../../schemas/items/prompts.ts";
import { findValues } from "../../text/values.ts";
import { nameParts, namesDocument } from "./answer-claims.ts";
import { isWanted, wantedBy, type Wanted } from "./asked-value.ts";
import { shareCovered, tellingUnits, unitsOf, weigh } from "./content-units.ts";
import { readSentences, type ReadSentence } from "./sentence-support.ts";

type Language = "zh" | "en";

export interface Match {
  readonly sentence: ReadSentence;
  /** What share of the question's telling words the sentence has, and has around its value. */
  readonly share: number;
  readonly near: number;
}

/** How far around a value the question's words are looked for, in characters. */
const REACH = { zh: 26, en: 90 };

/** The best matching sentence of each document the question names (of all, where it names none), best first. */
export function matchQuestion(
  question: string,
  sentences: readonly NumberedSentence[],
  language: Language,
): Match[] {
  const read = readSentences(sentences, language);
  const names = [...new Set(sentences.map(({ document }) => document))].filter(name => name !== "");
  const named = names.filter(name => namesDocument(question, name));
  const weights = weighQuestion(question, read, names, language);
  const told = new Set(findValues(question, language).map(({ canonical }) => canonical));
  const wanted = wantedBy(question, language);
  const candidates =
    named.length > 0 ? read.filter(({ document }) => named.includes(document)) : read;
  const matches = candidates.flatMap(sentence =>
    matchOne(sentence, { weights, wanted, told, language, own: named.length > 0 }),
  );
  return matches.sort(
    (a, b) => b.share + b.near - (a.share + a.near) || a.sentence.number - b.sentence.number,
  );
}

// A word that no sentence has speaks against every one of them: it counts as a rare word does.
function weighQuestion(
  question: string,
  read: readonly ReadSentence[],
  names: readonly string[],
  language: Language,
): Map<string, number> {
  const named = names.filter(name => namesDocument(question, name));
  const weights = weigh(
    tellingUnits(question, language, named.flatMap(nameParts)),
    read.map(({ units }) => units),
  );
  const rare = Math.log(1 + Math.max(1, read.length));
  return new Map([...weights].map(([unit, weight]) => [unit, weight === 0 ? rare : weight]));
}

interface Sought {
  readonly weights: ReadonlyMap<string, number>;
  readonly wanted: Wanted;
  readonly told: ReadonlySet<string>;
  readonly language: Language;
  /** The question names the sentence's document, so that the sentence need not. */
  readonly own: boolean;
}

function matchOne(
  sentence: ReadSentence,
  { weights, wanted, told, language, own }: Sought,
): Match[] {
  const share = shareCovered(weights, sentence.units);
  if (share === 0 || (!own && share < 0.6)) return [];
  if (wanted === "words")
    return saysMore(sentence, weights) ? [{ sentence, share, near: share }] : [];
  const fitting = sentence.values.filter(
    value => isWanted(value, wanted) && !told.has(value.canonical),
  );
  if (fitting.length === 0) return [];
  const reach = REACH[language];
  const near = Math.max(
    ...fitting.map(({ start, end }) =>
      shareCovered(
        weights,
        unitsOf(sentence.text.slice(Math.max(0, start - reach), end + reach), language),
      ),
    ),
  );
  return [{ sentence, share, near }];
}

// A heading repeats the question's words and answers nothing.
const saysMore = ({ units }: ReadSentence, weights: ReadonlyMap<string, number>): boolean =>
  [...units].filter(unit => !weights.has(unit)).length >= 2;
