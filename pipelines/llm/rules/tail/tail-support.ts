// Which sentences of a corpus state each sentence of a reference: strictly, since what is missing is counted.

import { type NumberedSentence, supportPrompt } from "../../../../schemas/items/prompts.ts";
import { eventKeys } from "../../../text/event-keys.ts";
import { fold } from "../../../text/fold.ts";
import { says } from "../../../text/same-value.ts";
import { findValues, type Value } from "../../../text/values.ts";
import { answers } from "../answerer.ts";
import { claimedSentences } from "./answer-claims.ts";
import { shareCovered, tellingUnits, weigh } from "./content-units.ts";
import { type ReadSentence, readSentences } from "./sentence-support.ts";

type Language = "zh" | "en";

/** Share of a claim's words, weighed by how rare they are, that its sentences must have: less where they have its numbers, too. */
const STATED = [0.6, 0.45, 0.35] as const;
/** What a second sentence must bring. */
const WORTH_ADDING = 0.15;

/** Said of the page, not of the matter. */
const boilerplate = /https?:|转载|原创文章|责任编辑|点击|关注我们|\b(?:subscribe|newsletter|click here|all rights reserved)\b/i;

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

/** Documents that tell of somebody else in the same words are no witnesses: half of a claim's names must stand in one. */
function witnesses(claim: string, { subject, documents, language }: Corpus): Set<string> {
  const own = namesIn(claim, language);
  const names = own.length > 0 ? own : subject;
  return new Set([...documents].filter(([, text]) => names.filter(name => text.includes(name)).length * 2 >= names.length).map(([document]) => document));
}

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

/** One sentence, or two of one document, that have all values of the claim and most of its words; none where no such stand there. */
function statedBy(claim: string, corpus: Corpus): number[] {
  const { language, units: all } = corpus;
  const able = witnesses(claim, corpus);
  const sentences = corpus.sentences.filter(({ document }) => able.has(document));
  const values = findValues(claim, language);
  const wanted = tellingUnits(claim, language, []);
  // A word that no sentence has weighs as much as the rarest: the corpus does not say it.
  const weights = weigh(wanted, all);
  const rarest = Math.max(0, ...weights.values());
  for (const [unit, weight] of weights) if (weight === 0) weights.set(unit, rarest || 1);
  const ranked = sentences.map(sentence => ({ sentence, share: shareCovered(weights, sentence.units) })).sort((a, b) => b.share - a.share);
  const stated = STATED[Math.min(values.length, 2)] ?? STATED[0];
  const single = ranked.find(({ sentence, share }) => share >= stated && saysAll(values, [sentence]));
  if (single) return [single.sentence.number];
  for (const { sentence: first, share } of ranked.slice(0, 3)) {
    for (const second of sentences) {
      if (second.document !== first.document || second === first) continue;
      const together = shareCovered(weights, unitsTogether([first, second]));
      if (together >= STATED[0] && together - share >= WORTH_ADDING && saysAll(values, [first, second])) return [first.number, second.number].sort((a, b) => a - b);
    }
  }
  return [];
}

export const supportAnswerer = answers(supportPrompt, ({ reference, sentences }, { language }) => {
  const corpus = readCorpus(reference, sentences, language);
  const claims = claimedSentences(reference, language).flatMap(sentence => sentence.claims.map(claim => claim.trim()));
  const facts = [...new Set(claims)].filter(claim => !boilerplate.test(claim));
  return { facts: (facts.length > 0 ? facts : [reference]).map(claim => ({ claim, sentences: statedBy(claim, corpus) })) };
});
