// Keeps the best of many scored documents, in a heap.

import { compareStrings } from "../engine/grouping.ts";

export interface Hit {
  readonly id: string;
  readonly score: number;
}

export interface BestHits {
  /** With equal scores, the document with the lower number is better. */
  offer(document: number, score: number): void;
  /** The best hits, best first; nothing may be offered afterwards. */
  takeSorted(): Hit[];
}

/** A heap with the worst hit at its root: the children of position p are 2·p + 1 and 2·p + 2. The position after the last is for the next offer. */
interface Heap {
  readonly documents: Int32Array;
  readonly scores: Float64Array;
  size: number;
}

/** Indexes of the ids, sorted by id: with documents numbered in this order, ties are in order of id. */
export const orderOfIds = (ids: readonly string[]): number[] =>
  Array.from(ids.keys()).sort((a, b) => compareStrings(ids[a] ?? "", ids[b] ?? "") || a - b);

/** Keeps the best `k` of the documents offered, whose numbers are indexes of `ids`. */
export function keepBest(k: number, ids: readonly string[]): BestHits {
  const maxHits = Math.max(0, Math.min(Math.floor(k) || 0, ids.length));
  const heap: Heap = {
    documents: new Int32Array(maxHits + 1),
    scores: new Float64Array(maxHits + 1),
    size: 0,
  };
  return {
    offer(document, score) {
      heap.documents[heap.size] = document;
      heap.scores[heap.size] = score;
      if (heap.size < maxHits) moveUp(heap, heap.size++);
      else if (isWorse(heap, 0, maxHits)) replaceWorst(heap, maxHits);
    },
    takeSorted: () => Array.from({ length: heap.size }, () => takeWorst(heap, ids)).reverse(),
  };
}

/** Whether the hit at position `first` is worse than the one at position `second`. */
function isWorse({ documents, scores }: Heap, first: number, second: number): boolean {
  const [score, secondScore] = [scores[first] as number, scores[second] as number];
  if (score !== secondScore) return score < secondScore;
  return (documents[first] as number) > (documents[second] as number);
}

function swap({ documents, scores }: Heap, first: number, second: number): void {
  const [document, score] = [documents[first] as number, scores[first] as number];
  documents[first] = documents[second] as number;
  scores[first] = scores[second] as number;
  documents[second] = document;
  scores[second] = score;
}

function moveUp(heap: Heap, start: number): void {
  for (
    let position = start, parent = (position - 1) >> 1;
    position > 0 && isWorse(heap, position, parent);
    position = parent, parent = (position - 1) >> 1
  )
    swap(heap, position, parent);
}

/** Moves the hit just past the heap's end to the root, then down to where it belongs. */
function replaceWorst(heap: Heap, replacement: number): void {
  swap(heap, 0, replacement);
  for (
    let position = 0, child = worseChild(heap, position);
    child < heap.size && isWorse(heap, child, position);
    position = child, child = worseChild(heap, position)
  )
    swap(heap, position, child);
}

function worseChild(heap: Heap, position: number): number {
  const leftChild = 2 * position + 1;
  return leftChild + 1 < heap.size && isWorse(heap, leftChild + 1, leftChild)
    ? leftChild + 1
    : leftChild;
}

function takeWorst(heap: Heap, ids: readonly string[]): Hit {
  const worst = { id: ids[heap.documents[0] as number] ?? "", score: heap.scores[0] as number };
  heap.size--;
  replaceWorst(heap, heap.size);
  return worst;
}
