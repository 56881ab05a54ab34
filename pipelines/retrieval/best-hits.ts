// The k best of many scored documents, kept in a heap.

/** A document by its number, and its score. */
export interface Best {
  /** Of equal scores the document with the lower number is the better. */
  offer(document: number, score: number): void;
  /** Those kept, best first; nothing may be offered afterwards. */
  sorted(): { document: number; score: number }[];
}

/** Keeps the `most` best (a whole number, 0 or more) of those offered. */
export function keepBest(most: number): Best {
  // A heap with the worst at its root: the children of `at` are 2·at + 1 and 2·at + 2.
  const documents = new Int32Array(most);
  const scores = new Float64Array(most);
  let size = 0;

  /** Whether the place holds something worse than this. */
  const isWorse = (at: number, document: number, score: number) => {
    const own = scores[at] ?? 0;
    return own < score || (own === score && (documents[at] ?? 0) > document);
  };
  const put = (at: number, document: number, score: number) => {
    documents[at] = document;
    scores[at] = score;
  };
  const move = (from: number, to: number) => put(to, documents[from] ?? 0, scores[from] ?? 0);

  /** From the place up: what is above and better goes down. */
  const rise = (place: number, document: number, score: number) => {
    let at = place;
    for (let parent = (at - 1) >> 1; at > 0 && !isWorse(parent, document, score); parent = (at - 1) >> 1) {
      move(parent, at);
      at = parent;
    }
    put(at, document, score);
  };
  /** From the root down: the worse child comes up while it is worse. */
  const sink = (document: number, score: number) => {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child + 1 < size && isWorse(child + 1, documents[child] ?? 0, scores[child] ?? 0)) child++;
      if (child >= size || !isWorse(child, document, score)) break;
      move(child, at);
      at = child;
    }
    put(at, document, score);
  };

  return {
    offer(document, score) {
      if (size < most) rise(size++, document, score);
      else if (most > 0 && isWorse(0, document, score)) sink(document, score);
    },
    sorted() {
      const hits: { document: number; score: number }[] = [];
      while (size > 0) {
        hits.push({ document: documents[0] ?? 0, score: scores[0] ?? 0 });
        size--;
        sink(documents[size] ?? 0, scores[size] ?? 0);
      }
      return hits.reverse();
    },
  };
}
