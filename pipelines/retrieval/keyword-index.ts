// Finds where keywords occur together in a corpus: word by word, as the strict metric reads them, close enough to fit into one chunk.

import type { DocumentRow, Span } from "../../schemas/items/documents.ts";
import { countUpTo } from "../text/ascending.ts";
import { keywordForms, keywordTokens } from "../text/keyword-matching.ts";
import { splitSentences } from "../text/sentences.ts";
import { type TermLists, toTermLists } from "../text/term-lists.ts";
import { startsOf } from "./bm25.ts";

/** Keywords within this distance are in one passage: no chunk of 512 tokens (o200k) has more words (Chinese: characters). */
const PASSAGE = { zh: 800, en: 512 };

interface KeywordQuery {
  /** Each must occur in the passage. */
  readonly list: readonly string[];
  /** At least one of them must occur in it; empty if there is no such condition. */
  readonly coarse: readonly string[];
}

export interface KeywordIndex {
  /**
   * Stretches of whole sentences that hold the keywords within one passage and contain none of the sentences of `apart`,
   * found lazily. Two may overlap, if one keyword lies between two others.
   */
  find(sought: KeywordQuery, apart: readonly Span[]): Iterable<Span>;
  /** Whether the sentences of these spans are in the same document and within one passage. */
  areOnePassage(spans: readonly Span[]): boolean;
}

type Indexed = Pick<DocumentRow, "id" | "text" | "language">;

/** The terms from `from` up to but not including `to`. */
interface Range {
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
  readonly places: ReadonlyMap<string, number>;
  readonly languages: readonly Indexed["language"][];
  readonly lists: TermLists;
  readonly numbers: ReadonlyMap<string, number>;
  readonly sentences: Sentences;
  /** Number of each document's first sentence, and finally the total. */
  readonly firsts: readonly number[];
  /** The documents that hold each term: those of term t are at starts[t] … starts[t + 1]. */
  readonly starts: Int32Array;
  readonly holders: Uint32Array;
}

/**
 * Builds an index of the corpus, without its text: 4 bytes per word (Chinese: per character), 12 per sentence, 4 per
 * distinct word of each document, and the vocabulary.
 */
export function indexKeywords(documents: readonly Indexed[]): KeywordIndex {
  const corpus = readCorpus(documents);
  return {
    find: (sought, apart) => findTogether(corpus, sought, apart),
    areOnePassage(spans) {
      const ranges = spans.flatMap(span => rangeOf(corpus, span) ?? []);
      const at = corpus.places.get(spans[0]?.documentId ?? "");
      return (
        at !== undefined &&
        ranges.length === spans.length &&
        spans.every(({ documentId }) => documentId === spans[0]?.documentId) &&
        fits(corpus, at, joinedRange(ranges))
      );
    },
  };
}

interface TokenColumns {
  readonly terms: number[];
  readonly starts: number[];
  readonly ends: number[];
  readonly firsts: number[];
}

/** The tokens of each document; adds its sentences to `noted`. */
function* tokensOf(documents: readonly Indexed[], noted: TokenColumns): Generator<string[]> {
  let count = 0;
  for (const { text, language } of documents) {
    const tokens: string[] = [];
    for (const sentence of splitSentences(text, language)) {
      noted.terms.push(count + tokens.length);
      noted.starts.push(sentence.start);
      noted.ends.push(sentence.end);
      for (const token of keywordTokens(sentence.text)) tokens.push(token);
    }
    count += tokens.length;
    noted.firsts.push(noted.terms.length);
    yield tokens;
  }
}

function readCorpus(documents: readonly Indexed[]): Corpus {
  const { firsts, ...noted }: TokenColumns = { terms: [], starts: [], ends: [], firsts: [0] };
  const lists = toTermLists(tokensOf(documents, { ...noted, firsts }));
  const starts = startsOf(lists);
  return {
    ids: documents.map(({ id }) => id),
    places: new Map(documents.map(({ id }, at) => [id, at])),
    languages: documents.map(({ language }) => language),
    lists,
    numbers: new Map(lists.vocabulary.map((token, term) => [token, term])),
    sentences: {
      terms: Uint32Array.from(noted.terms),
      starts: Uint32Array.from(noted.starts),
      ends: Uint32Array.from(noted.ends),
    },
    firsts,
    starts,
    holders: holdersOf(lists, starts),
  };
}

function holdersOf({ terms, ends }: TermLists, starts: Int32Array): Uint32Array {
  const next = starts.slice();
  const holders = new Uint32Array(starts.at(-1) ?? 0);
  ends.forEach((end, document) => {
    for (let at = ends[document - 1] ?? 0; at < end; at++) {
      const term = terms[at] ?? 0;
      const free = next[term] ?? 0;
      if (free > (starts[term] ?? 0) && holders[free - 1] === document) continue;
      holders[free] = document;
      next[term] = free + 1;
    }
  });
  return holders;
}

const joinedRange = (ranges: readonly Range[]): Range => ({
  from: Math.min(...ranges.map(({ from }) => from)),
  to: Math.max(...ranges.map(({ to }) => to)),
});

const fits = ({ languages }: Corpus, document: number, { from, to }: Range): boolean =>
  to - from <= PASSAGE[languages[document] ?? "en"];

/** The terms of the sentences that contain a span. */
function rangeOf(corpus: Corpus, { documentId, start, end }: Span): Range | undefined {
  const at = corpus.places.get(documentId);
  if (at === undefined) return undefined;
  const { terms, starts } = corpus.sentences;
  const [first = 0, last = 0] = [corpus.firsts[at], corpus.firsts[at + 1]];
  const own = starts.subarray(first, last);
  const from = first + Math.max(0, countUpTo(own, start) - 1);
  const to = first + countUpTo(own, end - 1);
  return {
    from: terms[from] ?? 0,
    to: to < last ? (terms[to] ?? 0) : (corpus.lists.ends[at] ?? 0),
  };
}

/** The sentences that contain a stretch of terms. */
function spanOf({ ids, sentences, firsts }: Corpus, document: number, { from, to }: Range): Span {
  const [first = 0, last = 0] = [firsts[document], firsts[document + 1]];
  const own = sentences.terms.subarray(first, last);
  return {
    documentId: ids[document] ?? "",
    start: sentences.starts[first + countUpTo(own, from) - 1] ?? 0,
    end: sentences.ends[first + countUpTo(own, to - 1) - 1] ?? 0,
  };
}

/** A keyword as the numbers of its terms, in each of its forms whose terms all occur in the corpus. */
function formsIn({ numbers }: Corpus, keyword: string): number[][] {
  return keywordForms(keyword)
    .map(form => form.map(token => numbers.get(token)))
    .filter((form): form is number[] => !form.includes(undefined));
}

type Forms = readonly (readonly number[])[];

/** The documents that have all terms of one of the forms. */
function documentsWith({ starts, holders }: Corpus, forms: Forms): Set<number> {
  const found = new Set<number>();
  for (const form of forms) {
    const lists = form
      .map(term => holders.subarray(starts[term], starts[term + 1]))
      .sort((a, b) => a.length - b.length);
    const [rarest = new Uint32Array(), ...others] = lists;
    for (const document of rarest)
      if (others.every(list => list[countUpTo(list, document) - 1] === document))
        found.add(document);
  }
  return found;
}

/** An occurrence of a keyword in a document; `group` is the group it belongs to. */
interface Occurrence extends Range {
  readonly group: number;
}

function occurrencesIn(
  { lists: { terms, ends } }: Corpus,
  document: number,
  groups: readonly Forms[],
) {
  const last = ends[document] ?? 0;
  const occurrences: Occurrence[] = [];
  for (let from = ends[document - 1] ?? 0; from < last; from++)
    for (const [group, forms] of groups.entries())
      for (const form of forms)
        if (terms[from] === form[0] && form.every((term, at) => terms[from + at] === term))
          if (from + form.length <= last) occurrences.push({ from, to: from + form.length, group });
  return occurrences;
}

/** The stretches that hold one of each group but no shorter such stretch, in order; they may overlap. */
function* closest(occurrences: readonly Occurrence[], groups: number): Generator<Range> {
  const latest = new Map<number, Range>();
  let last = -1;
  for (const one of occurrences) {
    latest.set(one.group, one);
    if (latest.size < groups) continue;
    const range = joinedRange([...latest.values()]);
    if (range.from > last) yield range;
    last = range.from;
  }
}

function* findTogether(
  corpus: Corpus,
  { list, coarse }: KeywordQuery,
  apart: readonly Span[],
): Generator<Span> {
  const groups = list.map(keyword => formsIn(corpus, keyword));
  const [first = new Set<number>(), ...others] = groups.map(forms => documentsWith(corpus, forms));
  const terms = coarse.flatMap(term => formsIn(corpus, term));
  const all = coarse.length > 0 ? [...groups, terms] : groups;
  const barred = apart.flatMap(span => rangeOf(corpus, span) ?? []);
  for (const document of first) {
    if (!others.every(documents => documents.has(document))) continue;
    for (const range of closest(occurrencesIn(corpus, document, all), all.length)) {
      const isFree = barred.every(({ from, to }) => to <= range.from || from >= range.to);
      if (isFree && fits(corpus, document, range)) yield spanOf(corpus, document, range);
    }
  }
}
