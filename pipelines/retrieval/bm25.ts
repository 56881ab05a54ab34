// Searches by BM25, over an inverted index in typed arrays.

import { type WordLists, toWordLists } from "../text/word-lists.ts";
import { type BestHits, type Hit, keepBest, orderOfIds } from "./best-hits.ts";

/** Term frequency saturation and length normalization, within the usual ranges (Manning, Raghavan, Schütze 2008, §11.4.3). */
const K1 = 1.5;
const B = 0.75;

export interface Bm25Index {
  /** The k best documents with a score above 0, best first, ties in order of id. A repeated token counts each time. */
  search(tokens: readonly string[], k: number): Hit[];
}

/** Postings of all terms, concatenated: those of term t are at starts[t] … starts[t + 1], by document. */
interface Postings {
  readonly starts: Int32Array;
  readonly documents: Int32Array;
  /** The amount that one occurrence of the term in the query adds to the document's score. */
  readonly weights: Float64Array;
}

/**
 * Builds an index over tokenized documents. A query term t adds to the score of document d
 * `idf(t) · f·(k1 + 1) / (f + k1·(1 - b + b·|d| / avgdl))` with `idf(t) = ln(1 + (N - n + 0.5) / (n + 0.5))`
 * (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework", §3; the 1 in the logarithm keeps it above 0).
 */
export function buildBm25(
  docs: readonly { readonly id: string; readonly tokens: readonly string[] }[],
): Bm25Index {
  return indexTerms(
    docs.map(({ id }) => id),
    toWordLists(docs.map(({ tokens }) => tokens)),
  );
}

/**
 * Like `buildBm25`, for documents whose tokens are already numbers: list i belongs to document `ids[i]`. Keeps 12 bytes
 * per distinct term of each document, 8 per document, and the vocabulary in memory.
 */
export function indexTerms(ids: readonly string[], lists: WordLists): Bm25Index {
  const order = orderOfIds(ids);
  const sortedIds = order.map(index => ids[index] ?? "");
  const postings = buildPostings(lists, order);
  const terms = new Map(lists.vocabulary.map((token, term) => [token, term]));
  // Scores for the current query; all 0 between queries.
  const scores = new Float64Array(sortedIds.length);
  return {
    search(tokens, k) {
      const best = keepBest(k, sortedIds);
      const queryTerms = tokens.flatMap(token => terms.get(token) ?? []);
      if (addWeights(postings, queryTerms, scores) < sortedIds.length)
        collectPosted(postings, queryTerms, { scores, best });
      else collectAll(scores, best);
      return best.takeSorted();
    },
  };
}

interface CountedPostings extends Postings {
  readonly lists: WordLists;
  readonly order: readonly number[];
}

function buildPostings(lists: WordLists, order: readonly number[]): Postings {
  const starts = postingStartsOf(lists);
  const postingCount = starts.at(-1) ?? 0;
  const postings = {
    starts,
    documents: new Int32Array(postingCount),
    weights: new Float64Array(postingCount),
    lists,
    order,
  };
  countTerms(postings);
  weightPostings(postings);
  return postings;
}

/** Where each term's postings (one per text it occurs in) start: those of term t are at starts[t] … starts[t + 1]. */
export function postingStartsOf({ vocabulary, wordNumbers, ends }: WordLists): Int32Array {
  const starts = new Int32Array(vocabulary.length + 1);
  const lastText = new Int32Array(vocabulary.length).fill(-1);
  for (let text = 0, index = 0; text < ends.length; text++) {
    for (; index < (ends[text] ?? 0); index++) {
      const term = wordNumbers[index] ?? 0;
      if (lastText[term] === text) continue;
      lastText[term] = text;
      starts[term + 1] = (starts[term + 1] ?? 0) + 1;
    }
  }
  for (let term = 0; term < vocabulary.length; term++)
    starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  return starts;
}

/** Writes each posting's document and, in place of its weight, how often the document has the term. */
function countTerms({
  starts,
  documents,
  weights,
  lists: { wordNumbers, ends },
  order,
}: CountedPostings): void {
  const nextPostings = starts.slice();
  order.forEach((text, document) => {
    for (let index = text === 0 ? 0 : (ends[text - 1] ?? 0); index < (ends[text] ?? 0); index++) {
      const term = wordNumbers[index] ?? 0;
      const lastPosting = (nextPostings[term] ?? 0) - 1;
      if (lastPosting >= (starts[term] ?? 0) && documents[lastPosting] === document) {
        weights[lastPosting] = (weights[lastPosting] ?? 0) + 1;
      } else {
        documents[lastPosting + 1] = document;
        weights[lastPosting + 1] = 1;
        nextPostings[term] = lastPosting + 2;
      }
    }
  });
}

/** Turns counts into weights. */
function weightPostings({
  starts,
  documents,
  weights,
  lists: { ends, vocabulary },
  order,
}: CountedPostings): void {
  const averageLength = (ends.at(-1) ?? 0) / Math.max(1, ends.length);
  const norms = Float64Array.from(
    order,
    text => K1 * (1 - B + (B * ((ends[text] ?? 0) - (ends[text - 1] ?? 0))) / averageLength),
  );
  for (let term = 0; term < vocabulary.length; term++) {
    const documentCount = (starts[term + 1] ?? 0) - (starts[term] ?? 0);
    const idf = Math.log(1 + (order.length - documentCount + 0.5) / (documentCount + 0.5));
    for (let index = starts[term] ?? 0; index < (starts[term + 1] ?? 0); index++) {
      const frequency = weights[index] ?? 0;
      weights[index] =
        (idf * frequency * (K1 + 1)) / (frequency + (norms[documents[index] ?? 0] ?? 0));
    }
  }
}

/** Adds the weights of the terms to the scores, term by term; returns the number of postings visited. */
function addWeights(
  { starts, documents, weights }: Postings,
  terms: readonly number[],
  scores: Float64Array,
): number {
  let visitedCount = 0;
  for (const term of terms) {
    const end = starts[term + 1] ?? 0;
    for (let index = starts[term] ?? 0; index < end; index++, visitedCount++) {
      const document = documents[index] as number;
      scores[document] = (scores[document] as number) + (weights[index] as number);
    }
  }
  return visitedCount;
}

interface Collection {
  /** Reset to 0 afterwards. */
  readonly scores: Float64Array;
  readonly best: BestHits;
}

/** Collects the best hits if few postings were visited, by visiting them again. */
function collectPosted(
  { starts, documents }: Postings,
  terms: readonly number[],
  { scores, best }: Collection,
): void {
  for (const term of terms) {
    const end = starts[term + 1] ?? 0;
    for (let index = starts[term] ?? 0; index < end; index++) {
      const document = documents[index] as number;
      const score = scores[document] as number;
      if (score === 0) continue;
      scores[document] = 0;
      best.offer(document, score);
    }
  }
}

/** Collects the best hits if many postings were visited, by visiting all documents. */
function collectAll(scores: Float64Array, best: BestHits): void {
  for (let document = 0; document < scores.length; document++) {
    const score = scores[document] as number;
    if (score > 0) best.offer(document, score);
  }
  scores.fill(0);
}
