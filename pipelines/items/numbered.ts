// Documents as numbered sentences: how a prompt shows them, and how a reply's numbers become spans again.

import type { DocumentRow, Evidence, Language } from "../../schemas/items/records.ts";
import type { NumberedSentence } from "../../schemas/items/prompts.ts";
import { buildBm25 } from "../retrieval/bm25.ts";
import { words } from "../text/segment.ts";
import { type Sentence, splitSentences } from "../text/sentences.ts";

export interface PlacedSentence extends NumberedSentence {
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
}

// What a request shows of its documents at most; of longer ones the sentences nearest to the question.
const charactersAtOnce = 30_000;

const tooShort = /^[\p{P}\p{S}\s]*$/u;

/** The sentences of these documents, numbered through from 1; lines of mere signs are left out. */
export function numberSentences(documents: readonly DocumentRow[], about: string): PlacedSentence[] {
  const all = documents.flatMap(document => splitSentences(document.text, document.language).map(sentence => ({ document, sentence })));
  const shown = withinSize(all.filter(({ sentence }) => !tooShort.test(sentence.text)), about);
  return shown.map(({ document, sentence: { start, end, text } }, index) => ({ number: index + 1, document: document.name, documentId: document.id, start, end, text }));
}

interface Shown {
  readonly document: DocumentRow;
  readonly sentence: Sentence;
}

function withinSize(all: readonly Shown[], about: string): readonly Shown[] {
  const size = all.reduce((sum, { sentence }) => sum + sentence.text.length, 0);
  if (size <= charactersAtOnce) return all;
  const language: Language = all[0]?.document.language ?? "en";
  const index = buildBm25(all.map(({ sentence }, at) => ({ id: String(at), tokens: words(sentence.text, language) })));
  const kept = new Set<number>();
  let left = charactersAtOnce;
  for (const { id } of index.search(words(about, language), all.length)) {
    left -= all[Number(id)]?.sentence.text.length ?? 0;
    if (left < 0) break;
    kept.add(Number(id));
  }
  return all.filter((_, at) => kept.has(at));
}

/** What a prompt shows of a sentence. */
export const shownSentence = ({ number, document, text }: PlacedSentence): NumberedSentence => ({ number, document, text });

/** Sentence numbers as evidence, numbered from 1 in the order of the documents. Unknown numbers are for `unknownSentences`. */
export function toEvidence(numbers: readonly number[], sentences: readonly PlacedSentence[]): Evidence[] {
  const wanted = new Set(numbers);
  return sentences
    .filter(({ number }) => wanted.has(number))
    .map(({ documentId, start, end, text }, index) => ({ number: index + 1, span: { documentId, start, end }, text }));
}

/** Names the sentence numbers of a reply that were not shown, in words for the model. */
export function unknownSentences(numbers: readonly number[], sentences: readonly { readonly number: number }[]): string | undefined {
  const known = new Set(sentences.map(({ number }) => number));
  const unknown = [...new Set(numbers)].filter(number => !known.has(number));
  return unknown.length > 0 ? `There are no sentences ${unknown.join(", ")}.` : undefined;
}
