// Turns documents into numbered sentences for prompts, and the numbers in a reply back into spans.

import type { Evidence, QuestionRow } from "../../schemas/items/records.ts";
import { isReverse } from "../../schemas/items/item-types.ts";
import type { DocumentRow, Span } from "../../schemas/items/documents.ts";
import type { NumberedSentence } from "../../schemas/items/prompts.ts";
import { buildBm25 } from "../retrieval/bm25.ts";
import { languageOf } from "../text/language.ts";
import { searchTokens } from "../text/segment.ts";
import { type Sentence, splitSentences } from "../text/sentences.ts";

/** A numbered sentence with its place in its document. */
export interface PlacedSentence extends NumberedSentence {
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
  /** The document's date. */
  readonly published: string | null;
}

/** Maximum characters of document text in a request; longer documents are reduced to the sentences closest to the question. */
const maxCharacters = 30_000;

/** How documents are shortened. */
export interface ShorteningOptions {
  /** Spans whose sentences are kept; a sentence in which one begins is shown from there on (a headline may run into it). */
  readonly keptSpans?: readonly Span[];
  /** Maximum characters in total. */
  readonly maxLength?: number;
  /** Spans outside of which nothing is shown; empty for whole documents. */
  readonly scope?: readonly Span[];
}

/** A document's name, with its date if it has one: "yesterday" depends on it. */
const titleOf = ({ name, published }: DocumentRow) =>
  published === null ? name : `${name}, ${published}`;

const wordless = /^[\p{P}\p{S}\s]*$/u;

/**
 * The sentences of these documents, numbered from 1 across all of them; lines without letters or digits are left out.
 * If they are too long for a request, the sentences closest to `query` stay, evenly from each document, along with
 * those at `keptSpans`.
 */
export function numberSentences(
  documents: readonly DocumentRow[],
  query: string,
  { keptSpans = [], maxLength = maxCharacters, scope = [] }: ShorteningOptions = {},
): PlacedSentence[] {
  const allSentences = documents.flatMap(document =>
    sentencesIn(document, scope).map(sentence => ({
      document,
      sentence: cutToKeptSpan(sentence, document, keptSpans),
    })),
  );
  const sentences = limitLength(
    allSentences.filter(({ sentence }) => !wordless.test(sentence.text)),
    query,
    { keptSpans, maxLength },
  );
  return sentences.map(({ document, sentence: { start, end, text } }, index) => ({
    number: index + 1,
    document: titleOf(document),
    documentId: document.id,
    start,
    end,
    text,
    published: document.published,
  }));
}

/** The sentences of a document or, if there is a `scope`, only those of its spans. */
function sentencesIn({ id, text, language }: DocumentRow, scope: readonly Span[]): Sentence[] {
  if (scope.length === 0) return splitSentences(text, language);
  return scope
    .filter(({ documentId }) => documentId === id)
    .flatMap(span => splitSentences(text, language, span));
}

/** The sentence, cut to start where a kept span begins within it. */
function cutToKeptSpan(
  sentence: Sentence,
  { id }: DocumentRow,
  keptSpans: readonly Span[],
): Sentence {
  const starts = keptSpans.flatMap(({ documentId, start }) =>
    documentId === id && start >= sentence.start && start < sentence.end ? start : [],
  );
  const start = starts.length === 0 ? sentence.start : Math.min(...starts);
  return { ...sentence, start, text: sentence.text.slice(start - sentence.start) };
}

interface SentenceInDocument {
  readonly document: DocumentRow;
  readonly sentence: Sentence;
}

const lengthOf = (rows: readonly SentenceInDocument[]) =>
  rows.reduce((sum, { sentence }) => sum + sentence.text.length, 0);

/** The sentences to show if there is only room for `maxLength` characters: the kept ones, then the nearest. */
function limitLength(
  all: readonly SentenceInDocument[],
  query: string,
  { keptSpans, maxLength }: Required<Pick<ShorteningOptions, "keptSpans" | "maxLength">>,
): readonly SentenceInDocument[] {
  if (lengthOf(all) <= maxLength) return all;
  const keptPlaces = new Set(keptSpans.map(({ documentId, start }) => `${documentId} ${start}`));
  const chosen = new Set(
    all.filter(({ document, sentence }) => keptPlaces.has(`${document.id} ${sentence.start}`)),
  );
  const ranked = nearestFirst(all, query).filter(shown => !chosen.has(shown));
  // Fills each document's equal share first, so that a long one leaves room for the others; then fills the remaining room.
  const share = maxLength / new Set(all.map(({ document }) => document.id)).size;
  const usedByDocument = new Map<string, number>();
  let charactersLeft = maxLength - lengthOf([...chosen]);
  for (const respectsShare of [true, false])
    for (const shown of ranked) {
      const { length } = shown.sentence.text;
      const used = usedByDocument.get(shown.document.id) ?? 0;
      const isTooLong = length > charactersLeft || (respectsShare && used + length > share);
      if (chosen.has(shown) || isTooLong) continue;
      chosen.add(shown);
      usedByDocument.set(shown.document.id, used + length);
      charactersLeft -= length;
    }
  return all.filter(shown => chosen.has(shown));
}

/** The sentences that share words with the query, best first, then all others in their order. */
function nearestFirst(all: readonly SentenceInDocument[], query: string): SentenceInDocument[] {
  const bm25 = buildBm25(
    all.map(({ document, sentence }, index) => ({
      id: String(index),
      tokens: searchTokens(sentence.text, document.language),
    })),
  );
  const nearest = bm25
    .search(searchTokens(query, languageOf(query)), all.length)
    .flatMap(({ id }) => all[Number(id)] ?? []);
  const nearestSet = new Set(nearest);
  return [...nearest, ...all.filter(shown => !nearestSet.has(shown))];
}

/** A question's documents under the names that its author saw: for a fragment, the document's title. */
export const titledDocumentsOf = (
  { documentIds, subjects, scope }: QuestionRow,
  documentOf: (id: string) => DocumentRow,
): DocumentRow[] =>
  documentIds.map((id, index) => {
    const [document, title] = [documentOf(id), scope.length > 0 ? subjects[index] : undefined];
    return title === undefined ? document : { ...document, name: title, published: null };
  });

/** The spans of the sentences with these numbers, in document order. */
export const spansOf = (numbers: readonly number[], sentences: readonly PlacedSentence[]): Span[] =>
  sentences
    .filter(({ number }) => numbers.includes(number))
    .map(({ documentId, start, end }) => ({ documentId, start, end }));

/** Evidence as a prompt shows it, each sentence with its document's name. */
export const toShownEvidence = (
  { subjects, documentIds }: QuestionRow,
  evidence: readonly Evidence[],
): NumberedSentence[] =>
  evidence.map(({ number, text, span }) => ({
    number,
    document: subjects[documentIds.indexOf(span.documentId)] ?? "",
    text,
  }));

/** A sentence as a prompt shows it. */
export const toShownSentence = ({ number, document, text }: PlacedSentence): NumberedSentence => ({
  number,
  document,
  text,
});

/** The sentences with these numbers as evidence, renumbered from 1 in document order; ignores unknown numbers. */
export function toEvidence(
  numbers: readonly number[],
  sentences: readonly PlacedSentence[],
): Evidence[] {
  const wantedNumbers = new Set(numbers);
  return sentences
    .filter(({ number }) => wantedNumbers.has(number))
    .map(({ documentId, start, end, text }, index) => ({
      number: index + 1,
      span: { documentId, start, end },
      text,
    }));
}

/** The numbers of the sentences that are evidence: the inverse of `toEvidence`. */
export const numbersOf = (
  evidence: readonly Evidence[],
  sentences: readonly PlacedSentence[],
): number[] =>
  evidence.flatMap(
    ({ span }) =>
      sentences.find(
        ({ documentId, start }) => documentId === span.documentId && start === span.start,
      )?.number ?? [],
  );

/** A question's documents; for a user's question or a reverse task, only those that have evidence. */
export function documentIdsOf(
  { wing, type, documentIds }: QuestionRow,
  evidence: readonly Evidence[],
): string[] {
  return (wing === "own" && type !== "unanswerable") || isReverse(type)
    ? documentIds.filter(id => evidence.some(({ span }) => span.documentId === id))
    : documentIds;
}

/** Reports, in words for the model, the numbers in a reply that belong to no sentence shown. */
export function unknownSentencesProblem(
  numbers: readonly number[],
  sentences: readonly { readonly number: number }[],
  language: "zh" | "en",
): string | undefined {
  const knownNumbers = new Set(sentences.map(({ number }) => number));
  const unknownNumbers = [...new Set(numbers)].filter(number => !knownNumbers.has(number));
  if (unknownNumbers.length === 0) return undefined;
  return {
    zh: `没有编号为 ${unknownNumbers.join("、")} 的句子。`,
    en: `There are no sentences ${unknownNumbers.join(", ")}.`,
  }[language];
}
