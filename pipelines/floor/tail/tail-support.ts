// Which sentences of a corpus state each sentence of a reference: strictly, since what is missing is counted.

import { type NumberedSentence, supportPrompt } from "../../../schemas/items/prompts.ts";
import { eventKeys } from "../../text/event-keys.ts";
import { fold } from "../../text/fold.ts";
import { says } from "../../text/same-value.ts";
import { findValues, type Value } from "../../text/values.ts";
import { answers } from "../answerer.ts";
import { shareCovered, tellingUnits, weigh } from "./content-units.ts";
import { referenceClaims } from "./reference-claims.ts";
import { type ReadSentence, readSentences } from "./sentence-support.ts";

type Language = "zh" | "en";

/** Share of a claim's words, weighed by how rare they are, that its sentences must have: less where they have its numbers, too. */
const STATED = [0.6, 0.45, 0.35] as const;
/** Where it has neither numbers nor names. */
const STATED_BY_WORDS = 0.7;
/** What a second sentence must bring. */
const WORTH_ADDING = 0.15;

/** What joins a claim to the one before it says nothing itself. */
const JOINS = /^(?:另一方面|一方面|此外|另外|与此同时|同时|不过|然而|但是?|因此|其中|On the other hand,|In addition,|Meanwhile,|However,|Moreover,)[，,]?\s*/;
/** It speaks of one who was named before. */
const LEANS = /^(?:该?公司|[他她它]们?|其(?![余他它中间次实])|(?:He|She|It|They|His|Her|Its|Their|The company)\b)/;

const saysAll = (values: readonly Value[], sentences: readonly ReadSentence[]): boolean =>
  values.every(value => sentences.some(sentence => sentence.values.some(said => says(said, value))));

const unitsTogether = (sentences: readonly ReadSentence[]): Set<string> => new Set(sentences.flatMap(({ units }) => [...units]));

const namesIn = (text: string, language: Language): string[] => eventKeys(text, language).flatMap(({ key, kind }) => (kind === "name" ? [key] : []));

/** The name that the reference says most often: whom or what its sentences are about where they name nobody. */
function subjectOf(reference: string, language: Language): string[] {
  const folded = fold(reference);
  const ranked = namesIn(reference, language).map(name => ({ name, times: folded.split(name).length - 1 }));
  return ranked
    .sort((a, b) => b.times - a.times)
    .slice(0, 1)
    .map(({ name }) => name);
}

/** Documents that tell of somebody else in the same words are no witnesses: half of a claim's names must stand in one, and whom it leans on, too. */
function witnesses(claim: string, own: readonly string[], { subject, documents }: Corpus): Set<string> {
  const names = own.length > 0 ? own : subject;
  const needed = LEANS.test(claim) ? subject : [];
  const able = (text: string): boolean => names.filter(name => text.includes(name)).length * 2 >= names.length && needed.every(name => text.includes(name));
  return new Set([...documents].filter(([, text]) => able(text)).map(([document]) => document));
}

/** "A、B、C等地": what is listed, without the first, which the words before it run into. */
function listedIn(claim: string): string[] {
  const list = claim.split(/[，。；]/).find(clause => /、/.test(clause) && clause.indexOf("等") > clause.indexOf("、")) ?? "";
  const items = list.slice(0, Math.max(0, list.indexOf("等", list.indexOf("、")))).split("、");
  return items
    .slice(1)
    .map(fold)
    .filter(item => item.length > 1);
}

const saysMost = (items: readonly string[], sentences: readonly ReadSentence[]): boolean =>
  items.filter(item => sentences.some(({ folded }) => folded.includes(item))).length * 2 >= items.length;

interface Corpus {
  readonly sentences: readonly ReadSentence[];
  readonly units: readonly ReadonlySet<string>[];
  /** By name, all that is shown of each, folded. */
  readonly documents: ReadonlyMap<string, string>;
  readonly subject: readonly string[];
  readonly language: Language;
}

function readCorpus(reference: string, shown: readonly NumberedSentence[], language: Language): Corpus {
  const sentences = readSentences(shown, language);
  const documents = new Map<string, string>();
  for (const { document, folded } of sentences) documents.set(document, `${documents.get(document) ?? fold(document)}\n${folded}`);
  return { sentences, units: sentences.map(({ units }) => units), documents, subject: subjectOf(reference, language), language };
}

/** What a claim asks of the sentences that are to state it. */
interface Sought {
  readonly weights: ReadonlyMap<string, number>;
  /** The share of the weights that one sentence needs, and that two need. */
  readonly single: number;
  readonly double: number;
  /** Whom or what a second sentence must speak of, too. */
  readonly about: readonly string[];
  readonly says: (sentences: readonly ReadSentence[]) => boolean;
}

function readSought(claim: string, names: readonly string[], { language, units, subject }: Corpus): Sought {
  const values = findValues(claim, language);
  const items = listedIn(claim);
  const weights = weigh(tellingUnits(claim, language, []), units);
  // A word that no sentence has weighs as much as the rarest: the corpus does not say it.
  const rarest = Math.max(0, ...weights.values());
  for (const [unit, weight] of weights) if (weight === 0) weights.set(unit, rarest || 1);
  const bare = names.length + values.length === 0;
  return {
    weights,
    single: bare ? STATED_BY_WORDS : (STATED[Math.min(values.length, 2)] ?? STATED[0]),
    double: bare ? STATED_BY_WORDS : STATED[0],
    about: [...names, ...subject],
    says: sentences => saysAll(values, sentences) && saysMost(items, sentences),
  };
}

/** One sentence, or two of one document, that have all values of the claim and most of its words; none where no such stand there. */
function statedBy(whole: string, corpus: Corpus): number[] {
  const claim = whole.replace(JOINS, "");
  const names = namesIn(claim, corpus.language);
  const able = witnesses(claim, names, corpus);
  const sentences = corpus.sentences.filter(({ document }) => able.has(document));
  const sought = readSought(claim, names, corpus);
  const ranked = sentences.map(sentence => ({ sentence, share: shareCovered(sought.weights, sentence.units) })).sort((a, b) => b.share - a.share);
  const single = ranked.find(({ sentence, share }) => share >= sought.single && sought.says([sentence]));
  return single ? [single.sentence.number] : statedByTwo(ranked.slice(0, 3), sentences, sought);
}

function statedByTwo(best: readonly { readonly sentence: ReadSentence; readonly share: number }[], sentences: readonly ReadSentence[], sought: Sought): number[] {
  for (const { sentence: first, share } of best) {
    for (const second of sentences) {
      if (second.document !== first.document || second === first || !speaksOf(second, sought.about)) continue;
      const together = shareCovered(sought.weights, unitsTogether([first, second]));
      if (together >= sought.double && together - share >= WORTH_ADDING && sought.says([first, second])) return [first.number, second.number].sort((a, b) => a - b);
    }
  }
  return [];
}

const speaksOf = ({ folded }: ReadSentence, about: readonly string[]): boolean => about.length === 0 || about.some(name => folded.includes(name));

export const supportAnswerer = answers(supportPrompt, ({ reference, sentences }, { language }) => {
  const corpus = readCorpus(reference, sentences, language);
  const facts = referenceClaims(reference, language);
  return { facts: (facts.length > 0 ? facts : [reference]).map(claim => ({ claim, sentences: statedBy(claim, corpus) })) };
});
