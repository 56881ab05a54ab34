// Finds where keywords occur together in a corpus: matched word by word, as in the strict metric, and close enough to fit into one chunk.

import type { DocumentRow, Span } from "../../schemas/items/documents.ts";
import { countUpTo } from "../text/binary-search.ts";
import { keywordForms, keywordTokens } from "../text/keyword-matching.ts";
import { splitSentences } from "../text/sentences.ts";
import { type WordLists, toWordLists } from "../text/word-lists.ts";
import { postingStartsOf } from "./bm25.ts";

/** Maximum length of a passage in words (Chinese: characters): no chunk of 512 tokens (o200k) has more. */
const maxPassage = { zh: 800, en: 512 };

interface KeywordQuery {
  /** Keywords, each of which must occur in the passage. */
  readonly required: readonly string[];
  /** Keywords, at least one of which must occur in it; empty if there is no such condition. */
  readonly coarse: readonly string[];
}

export interface KeywordIndex {
  /**
   * Spans of whole sentences that contain the keywords within one passage and none of the sentences of `excluded`,
   * found lazily. Two may overlap if one keyword lies between two others.
   */
  find(query: KeywordQuery, excluded: readonly Span[]): Iterable<Span>;
  /** Whether the sentences of these spans are in the same document and within one passage. */
  areOnePassage(spans: readonly Span[]): boolean;
}

type IndexedText = Pick<DocumentRow, "id" | "text" | "language">;

/** The terms from `from` up to but not including `to`. */
interface TermRange {
  readonly from: number;
  readonly to: number;
}

/** Sentences of all documents, in order: the term at which each begins, and its offsets in its document. */
interface Sentences {
  readonly terms: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

interface Corpus {
  readonly ids: readonly string[];
  readonly indexById: ReadonlyMap<string, number>;
  readonly languages: readonly IndexedText["language"][];
  readonly lists: WordLists;
  readonly termByToken: ReadonlyMap<string, number>;
  readonly sentences: Sentences;
  /** Number of each document's first sentence, and finally the total. */
  readonly firstSentences: readonly number[];
  /** The documents that contain each term: those of term t are at starts[t] … starts[t + 1]. */
  readonly postingStarts: Int32Array;
  readonly postings: Uint32Array;
}

/**
 * Builds an index of the corpus. Keeps 4 bytes per word (Chinese: per character), 12 per sentence, 4 per distinct word of
 * each document, and the vocabulary in memory, but not the texts.
 */
export function indexKeywords(documents: readonly IndexedText[]): KeywordIndex {
  const corpus = readCorpus(documents);
  return {
    find: (query, excluded) => findCooccurrences(corpus, query, excluded),
    areOnePassage(spans) {
      const ranges = spans.flatMap(span => rangeOf(corpus, span) ?? []);
      const index = corpus.indexById.get(spans[0]?.documentId ?? "");
      return (
        index !== undefined &&
        ranges.length === spans.length &&
        spans.every(({ documentId }) => documentId === spans[0]?.documentId) &&
        isOnePassage(corpus, index, spanningRange(ranges))
      );
    },
  };
}

interface Columns {
  readonly terms: number[];
  readonly starts: number[];
  readonly ends: number[];
  readonly firstSentences: number[];
}

/** Yields the tokens of each document, and adds its sentences to `columns`. */
function* tokensOf(documents: readonly IndexedText[], columns: Columns): Generator<string[]> {
  let count = 0;
  for (const { text, language } of documents) {
    const tokens: string[] = [];
    for (const sentence of splitSentences(text, language)) {
      columns.terms.push(count + tokens.length);
      columns.starts.push(sentence.start);
      columns.ends.push(sentence.end);
      for (const token of keywordTokens(sentence.text)) tokens.push(token);
    }
    count += tokens.length;
    columns.firstSentences.push(columns.terms.length);
    yield tokens;
  }
}

function readCorpus(documents: readonly IndexedText[]): Corpus {
  const columns: Columns = { terms: [], starts: [], ends: [], firstSentences: [0] };
  const lists = toWordLists(tokensOf(documents, columns));
  const starts = postingStartsOf(lists);
  return {
    ids: documents.map(({ id }) => id),
    indexById: new Map(documents.map(({ id }, index) => [id, index])),
    languages: documents.map(({ language }) => language),
    lists,
    termByToken: new Map(lists.vocabulary.map((token, term) => [token, term])),
    sentences: {
      terms: Uint32Array.from(columns.terms),
      starts: Uint32Array.from(columns.starts),
      ends: Uint32Array.from(columns.ends),
    },
    firstSentences: columns.firstSentences,
    postingStarts: starts,
    postings: postingsOf(lists, starts),
  };
}

function postingsOf({ wordNumbers, ends }: WordLists, starts: Int32Array): Uint32Array {
  const nextSlots = starts.slice();
  const postings = new Uint32Array(starts.at(-1) ?? 0);
  ends.forEach((end, document) => {
    for (let index = ends[document - 1] ?? 0; index < end; index++) {
      const term = wordNumbers[index] ?? 0;
      const slot = nextSlots[term] ?? 0;
      if (slot > (starts[term] ?? 0) && postings[slot - 1] === document) continue;
      postings[slot] = document;
      nextSlots[term] = slot + 1;
    }
  });
  return postings;
}

const spanningRange = (ranges: readonly TermRange[]): TermRange => ({
  from: Math.min(...ranges.map(({ from }) => from)),
  to: Math.max(...ranges.map(({ to }) => to)),
});

const isOnePassage = ({ languages }: Corpus, document: number, { from, to }: TermRange): boolean =>
  to - from <= maxPassage[languages[document] ?? "en"];

/** The terms of the sentences that contain a span. */
function rangeOf(corpus: Corpus, { documentId, start, end }: Span): TermRange | undefined {
  const index = corpus.indexById.get(documentId);
  if (index === undefined) return undefined;
  const { terms, starts } = corpus.sentences;
  const [first = 0, last = 0] = [corpus.firstSentences[index], corpus.firstSentences[index + 1]];
  const documentStarts = starts.subarray(first, last);
  const from = first + Math.max(0, countUpTo(documentStarts, start) - 1);
  const to = first + countUpTo(documentStarts, end - 1);
  return {
    from: terms[from] ?? 0,
    to: to < last ? (terms[to] ?? 0) : (corpus.lists.ends[index] ?? 0),
  };
}

/** The sentences that contain a range of terms. */
function spanOf(corpus: Corpus, document: number, { from, to }: TermRange): Span {
  const { ids, sentences, firstSentences } = corpus;
  const [first = 0, last = 0] = [firstSentences[document], firstSentences[document + 1]];
  const documentTerms = sentences.terms.subarray(first, last);
  return {
    documentId: ids[document] ?? "",
    start: sentences.starts[first + countUpTo(documentTerms, from) - 1] ?? 0,
    end: sentences.ends[first + countUpTo(documentTerms, to - 1) - 1] ?? 0,
  };
}

/** The terms of a keyword, in each of its forms whose terms all occur in the corpus. */
function formsIn({ termByToken }: Corpus, keyword: string): number[][] {
  return keywordForms(keyword)
    .map(form => form.map(token => termByToken.get(token)))
    .filter((form): form is number[] => !form.includes(undefined));
}

type Forms = readonly (readonly number[])[];

/** The documents that have all terms of one of the forms. */
function documentsWith({ postingStarts, postings }: Corpus, forms: Forms): Set<number> {
  const documents = new Set<number>();
  for (const form of forms) {
    const [rarest = new Uint32Array(), ...others] = form
      .map(term => postings.subarray(postingStarts[term], postingStarts[term + 1]))
      .sort((a, b) => a.length - b.length);
    for (const document of rarest)
      if (others.every(list => list[countUpTo(list, document) - 1] === document))
        documents.add(document);
  }
  return documents;
}

/** An occurrence of a keyword of one group in a document. */
interface Occurrence extends TermRange {
  readonly group: number;
}

function occurrencesIn(corpus: Corpus, document: number, groups: readonly Forms[]) {
  const { wordNumbers, ends } = corpus.lists;
  const last = ends[document] ?? 0;
  const occurrences: Occurrence[] = [];
  for (let from = ends[document - 1] ?? 0; from < last; from++)
    for (const [group, forms] of groups.entries())
      for (const form of forms)
        if (
          wordNumbers[from] === form[0] &&
          form.every((term, index) => wordNumbers[from + index] === term)
        )
          if (from + form.length <= last) occurrences.push({ from, to: from + form.length, group });
  return occurrences;
}

/** Yields the ranges that contain a keyword of each group but no shorter such range, in order; they may overlap. */
function* shortestRanges(occurrences: readonly Occurrence[], groups: number): Generator<TermRange> {
  const latest = new Map<number, TermRange>();
  let lastStart = -1;
  for (const occurrence of occurrences) {
    latest.set(occurrence.group, occurrence);
    if (latest.size < groups) continue;
    const range = spanningRange([...latest.values()]);
    if (range.from > lastStart) yield range;
    lastStart = range.from;
  }
}

function* findCooccurrences(
  corpus: Corpus,
  { required, coarse }: KeywordQuery,
  excluded: readonly Span[],
): Generator<Span> {
  const groups = required.map(keyword => formsIn(corpus, keyword));
  const [first = new Set<number>(), ...others] = groups.map(forms => documentsWith(corpus, forms));
  const coarseForms = coarse.flatMap(keyword => formsIn(corpus, keyword));
  const allGroups = coarse.length > 0 ? [...groups, coarseForms] : groups;
  const excludedRanges = excluded.flatMap(span => rangeOf(corpus, span) ?? []);
  for (const document of first) {
    if (!others.every(documents => documents.has(document))) continue;
    const occurrences = occurrencesIn(corpus, document, allGroups);
    for (const range of shortestRanges(occurrences, allGroups.length)) {
      const isExcluded = excludedRanges.some(({ from, to }) => from < range.to && to > range.from);
      if (!isExcluded && isOnePassage(corpus, document, range))
        yield spanOf(corpus, document, range);
    }
  }
}
