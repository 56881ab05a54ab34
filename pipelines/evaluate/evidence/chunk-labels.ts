// Projects an item's evidence onto any chunking of its documents: which chunks are relevant to it, and how much.

import type { TruthReference, TruthRow } from "../../../schemas/evaluation/truth.ts";
import type { Span } from "../../../schemas/items/documents.ts";
import { groupBy } from "../../engine/grouping.ts";
import { covers, placeOf } from "./evidence.ts";
import { flatten } from "./flat-text.ts";
import { once } from "../../text/remember.ts";
import type { Chunk } from "./passages.ts";

export interface ChunkLabel {
  readonly itemId: string;
  readonly chunkId: string;
  /** How many pieces of the item's evidence count for the chunk. */
  readonly grade: number;
}

/** A reference, or a span of another document from a label. */
type Evidence = TruthReference | { readonly text: null; readonly span: Span };

const keyOf = ({ documentId, start, end }: Span): string => `${documentId}\n${start}\n${end}`;

/** References, and the labels' spans that are not references; each once. */
function evidenceOf({ references, labels }: Pick<TruthRow, "references" | "labels">): Evidence[] {
  const spans = (labels ?? []).flatMap(label => label.spans).map(span => ({ text: null, span }));
  const all: Evidence[] = [...(references ?? []), ...spans];
  return [
    ...new Map(
      all
        .toReversed()
        .map(piece => [piece.span === null ? `\n${piece.text}` : keyOf(piece.span), piece]),
    ).values(),
  ].toReversed();
}

interface Chunks {
  readonly placed: ReadonlyMap<string, readonly (Chunk & { readonly place: Span })[]>;
  /** Chunks with their flat text; made when first needed. */
  readonly flat: () => readonly { readonly id: string; readonly text: string }[];
}

const shared = (one: Span, other: Span): number =>
  Math.min(one.end, other.end) - Math.max(one.start, other.start);
const lengthOf = ({ start, end }: Span): number => end - start;

/**
 * The ids of the chunks that hold the piece whole. If there are none, those that hold at least half of it. If there are none either, those that
 * consist of it to at least half (a piece longer than two chunks).
 */
function chunksOf(piece: Evidence, chunks: Chunks): string[] {
  const { span, text } = piece;
  if (span === null) return holdersOf(flatten(text ?? ""), chunks);
  const overlapping = (chunks.placed.get(span.documentId) ?? []).filter(
    ({ place }) => shared(place, span) > 0,
  );
  const tests: ((place: Span) => boolean)[] = [
    place => covers([place], span, text ?? ""),
    place => shared(place, span) * 2 >= lengthOf(span),
    place => shared(place, span) * 2 >= lengthOf(place),
  ];
  for (const test of tests) {
    const found = overlapping.filter(({ place }) => test(place));
    if (found.length > 0) return found.map(({ id }) => id);
  }
  return [];
}

const holdersOf = (sought: string, { flat }: Chunks): string[] =>
  sought === "" ? [] : flat().flatMap(chunk => (chunk.text.includes(sought) ? [chunk.id] : []));

/**
 * For each item the chunks that count as relevant, in the order of the items and, within one, of the chunks. A reference without a place is found by its
 * text, and only if it is whole.
 */
export function labelChunks(
  truths: Iterable<Pick<TruthRow, "id" | "references" | "labels">>,
  chunks: readonly Chunk[],
): ChunkLabel[] {
  const placed = chunks.flatMap(chunk => {
    const place = placeOf(chunk);
    return place ? [{ ...chunk, place }] : [];
  });
  const flat = once(() => chunks.map(({ id, text }) => ({ id, text: flatten(text) })));
  const prepared = { placed: groupBy(placed, ({ place }) => place.documentId), flat };
  const order = new Map(chunks.map(({ id }, at) => [id, at]));
  return [...truths].flatMap(truth => {
    const grades = new Map<string, number>();
    for (const piece of evidenceOf(truth))
      for (const id of new Set(chunksOf(piece, prepared)))
        grades.set(id, (grades.get(id) ?? 0) + 1);
    return [...grades]
      .map(([chunkId, grade]) => ({ itemId: truth.id, chunkId, grade }))
      .toSorted((a, b) => (order.get(a.chunkId) ?? 0) - (order.get(b.chunkId) ?? 0));
  });
}
