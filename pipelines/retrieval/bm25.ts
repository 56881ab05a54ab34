// Searches by BM25, over an inverted index in typed arrays.

import { type TermLists, toTermLists } from "../text/term-lists.ts";
import { compareTexts } from "../engine/grouping.ts";
import { type Best, keepBest } from "./best-hits.ts";

/** Term frequency saturation and length normalisation, within the usual ranges (Manning, Raghavan, Schütze 2008, §11.4.3). */
const K1 = 1.5;
const B = 0.75;

interface Bm25Hit {
  readonly id: string;
  readonly score: number;
}

export interface Bm25 {
  /** The k best documents with a score above 0, best first; ties in order of id. A token given twice counts twice. */
  search(tokens: readonly string[], k: number): Bm25Hit[];
}

/** Postings of all terms, end to end: those of term t are at starts[t] … starts[t + 1], by document. */
interface Postings {
  readonly starts: Int32Array;
  readonly documents: Int32Array;
  /** The amount that one occurrence of the term in the query adds to the document's score. */
  readonly weights: Float64Array;
}

/**
 * Builds an index over tokenised documents. A query term t adds to the score of document d
 * `idf(t) · f·(k1 + 1) / (f + k1·(1 - b + b·|d| / avgdl))` with `idf(t) = ln(1 + (N - n + 0.5) / (n + 0.5))`
 * (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework", §3; the 1 in the logarithm keeps it above 0).
 */
export function buildBm25(
  docs: readonly { readonly id: string; readonly tokens: readonly string[] }[],
): Bm25 {
  return indexTerms(
    docs.map(({ id }) => id),
    toTermLists(docs.map(({ tokens }) => tokens)),
  );
}

/**
 * Like `buildBm25`, for documents whose tokens are already numbers: list i belongs to document `ids[i]`. It keeps 12 bytes
 * per distinct term of each document, 8 per document, and the vocabulary.
 */
export function indexTerms(ids: readonly string[], lists: TermLists): Bm25 {
  // Documents are numbered in the order of their ids, so that ties are in order of id.
  const order = Array.from(ids.keys()).sort(
    (a, b) => compareTexts(ids[a] ?? "", ids[b] ?? "") || a - b,
  );
  const names = order.map(at => ids[at] ?? "");
  const postings = post(lists, order);
  const terms = new Map(lists.vocabulary.map((token, term) => [token, term]));
  // Scores for the current query; all 0 between queries.
  const scores = new Float64Array(names.length);
  return {
    search(tokens, k) {
      const best = keepBest(Math.max(0, Math.min(Math.floor(k) || 0, names.length)));
      const found = tokens.flatMap(token => terms.get(token) ?? []);
      if (add(postings, found, scores) < names.length)
        collectPosted(postings, found, { scores, best });
      else collectAll(scores, best);
      return best.sorted().map(({ document, score }) => ({ id: names[document] ?? "", score }));
    },
  };
}

interface Weighing extends Postings {
  readonly lists: TermLists;
  readonly order: readonly number[];
}

function post(lists: TermLists, order: readonly number[]): Postings {
  const starts = startsOf(lists);
  const size = starts.at(-1) ?? 0;
  const postings = {
    starts,
    documents: new Int32Array(size),
    weights: new Float64Array(size),
    lists,
    order,
  };
  countTerms(postings);
  weigh(postings);
  return postings;
}

/** Where each term's postings start, one posting per text it occurs in: those of term t are at starts[t] … starts[t + 1]. */
export function startsOf({ vocabulary, terms, ends }: TermLists): Int32Array {
  const starts = new Int32Array(vocabulary.length + 1);
  const lastText = new Int32Array(vocabulary.length).fill(-1);
  for (let text = 0, at = 0; text < ends.length; text++) {
    for (; at < (ends[text] ?? 0); at++) {
      const term = terms[at] ?? 0;
      if (lastText[term] === text) continue;
      lastText[term] = text;
      starts[term + 1] = (starts[term + 1] ?? 0) + 1;
    }
  }
  for (let term = 0; term < vocabulary.length; term++)
    starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  return starts;
}

/** Writes each posting's document and, in the place of its weight, how often the document has the term. */
function countTerms({ starts, documents, weights, lists: { terms, ends }, order }: Weighing): void {
  const next = starts.slice();
  order.forEach((text, document) => {
    for (let at = text === 0 ? 0 : (ends[text - 1] ?? 0); at < (ends[text] ?? 0); at++) {
      const term = terms[at] ?? 0;
      const last = (next[term] ?? 0) - 1;
      if (last >= (starts[term] ?? 0) && documents[last] === document) {
        weights[last] = (weights[last] ?? 0) + 1;
      } else {
        documents[last + 1] = document;
        weights[last + 1] = 1;
        next[term] = last + 2;
      }
    }
  });
}

/** Turns counts into weights. */
function weigh({ starts, documents, weights, lists: { ends, vocabulary }, order }: Weighing): void {
  const average = (ends.at(-1) ?? 0) / Math.max(1, ends.length);
  const norms = Float64Array.from(
    order,
    text => K1 * (1 - B + (B * ((ends[text] ?? 0) - (ends[text - 1] ?? 0))) / average),
  );
  for (let term = 0; term < vocabulary.length; term++) {
    const holding = (starts[term + 1] ?? 0) - (starts[term] ?? 0);
    const idf = Math.log(1 + (order.length - holding + 0.5) / (holding + 0.5));
    for (let at = starts[term] ?? 0; at < (starts[term + 1] ?? 0); at++) {
      const frequency = weights[at] ?? 0;
      weights[at] = (idf * frequency * (K1 + 1)) / (frequency + (norms[documents[at] ?? 0] ?? 0));
    }
  }
}

/** Adds the weights of the terms to the scores, term by term; returns the number of postings visited. */
function add(
  { starts, documents, weights }: Postings,
  terms: readonly number[],
  scores: Float64Array,
): number {
  let visited = 0;
  for (const term of terms) {
    const end = starts[term + 1] ?? 0;
    for (let at = starts[term] ?? 0; at < end; at++, visited++) {
      const document = documents[at] as number;
      scores[document] = (scores[document] as number) + (weights[at] as number);
    }
  }
  return visited;
}

interface Collecting {
  /** Reset to 0 afterwards. */
  readonly scores: Float64Array;
  readonly best: Best;
}

/** Collects the best hits if few postings were visited: goes over these again. */
function collectPosted(
  { starts, documents }: Postings,
  terms: readonly number[],
  { scores, best }: Collecting,
): void {
  for (const term of terms) {
    const end = starts[term + 1] ?? 0;
    for (let at = starts[term] ?? 0; at < end; at++) {
      const document = documents[at] as number;
      const score = scores[document] as number;
      if (score === 0) continue;
      scores[document] = 0;
      best.offer(document, score);
    }
  }
}

/** Collects the best hits if many postings were visited: goes over all documents. */
function collectAll(scores: Float64Array, best: Best): void {
  for (let document = 0; document < scores.length; document++) {
    const score = scores[document] as number;
    if (score > 0) best.offer(document, score);
  }
  scores.fill(0);
}
