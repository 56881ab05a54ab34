// BM25 over an inverted index in typed arrays.

/** Term frequency saturation and length normalisation, within the usual ranges (Manning, Raghavan, Schütze 2008, §11.4.3). */
const K1 = 1.5;
const B = 0.75;

interface Bm25Hit {
  readonly id: string;
  readonly score: number;
}

export interface Bm25 {
  /** The k best documents with a score above 0, best first; equal scores in order of id. A token given twice counts twice. */
  search(tokens: readonly string[], k: number): Bm25Hit[];
}

/** Postings of all terms end to end: those of term t are at starts[t] … starts[t + 1]. */
interface Postings {
  readonly terms: ReadonlyMap<string, number>;
  readonly starts: Int32Array;
  readonly documents: Int32Array;
  /** What one occurrence of the term in the query adds to the document's score. */
  readonly weights: Float64Array;
}

/**
 * An index over tokenised documents. A query term t adds to document d
 * `idf(t) · f·(k1 + 1) / (f + k1·(1 - b + b·|d| / avgdl))` with `idf(t) = ln(1 + (N - n + 0.5) / (n + 0.5))`
 * (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework", §3; the 1 in the logarithm keeps it above 0).
 */
export function buildBm25(docs: readonly { readonly id: string; readonly tokens: readonly string[] }[]): Bm25 {
  const postings = post(docs.map(doc => doc.tokens));
  const ids = docs.map(doc => doc.id);
  return {
    search: (tokens, k) => best(scoresOf(postings, tokens, docs.length), ids, k),
  };
}

function post(documents: readonly (readonly string[])[]): Postings {
  const terms = new Map<string, number>();
  const counts = documents.map(tokens => countTerms(tokens, terms));
  const starts = new Int32Array(terms.size + 1);
  for (const count of counts) for (const term of count.keys()) starts[term + 1] = (starts[term + 1] ?? 0) + 1;
  for (let term = 0; term < terms.size; term++) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  const size = starts[terms.size] ?? 0;
  const postings = { terms, starts, documents: new Int32Array(size), weights: new Float64Array(size) };
  fill(
    postings,
    counts,
    documents.map(tokens => tokens.length),
  );
  return postings;
}

function countTerms(tokens: readonly string[], terms: Map<string, number>): Map<number, number> {
  const count = new Map<number, number>();
  for (const token of tokens) {
    const term = terms.get(token) ?? terms.size;
    terms.set(token, term);
    count.set(term, (count.get(term) ?? 0) + 1);
  }
  return count;
}

function fill(postings: Postings, counts: readonly ReadonlyMap<number, number>[], lengths: readonly number[]): void {
  const next = postings.starts.slice();
  const average = lengths.reduce((total, length) => total + length, 0) / Math.max(1, lengths.length);
  counts.forEach((count, document) => {
    const norm = K1 * (1 - B + (B * (lengths[document] ?? 0)) / average);
    for (const [term, frequency] of count) {
      const at = next[term] ?? 0;
      next[term] = at + 1;
      postings.documents[at] = document;
      postings.weights[at] = (idf(postings, term, counts.length) * frequency * (K1 + 1)) / (frequency + norm);
    }
  });
}

function idf({ starts }: Postings, term: number, documents: number): number {
  const holding = (starts[term + 1] ?? 0) - (starts[term] ?? 0);
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
}

function scoresOf({ terms, starts, documents, weights }: Postings, tokens: readonly string[], size: number): Float64Array {
  const scores = new Float64Array(size);
  for (const token of tokens) {
    const term = terms.get(token);
    if (term === undefined) continue;
    for (let at = starts[term] ?? 0; at < (starts[term + 1] ?? 0); at++) {
      const document = documents[at] ?? 0;
      scores[document] = (scores[document] ?? 0) + (weights[at] ?? 0);
    }
  }
  return scores;
}

function best(scores: Float64Array, ids: readonly string[], k: number): Bm25Hit[] {
  const hits: Bm25Hit[] = [];
  scores.forEach((score, document) => {
    if (score > 0) hits.push({ id: ids[document] ?? "", score });
  });
  return hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, Math.max(0, k));
}
