// Projects an item's evidence onto any chunking of its documents: which chunks are relevant to it, and to what degree.

import type { TruthReference, TruthRow } from "../../../schemas/evaluation/truth.ts";
import type { Span } from "../../../schemas/items/documents.ts";
import { groupBy } from "../../engine/grouping.ts";
import { covers, placeOf } from "./passage-evidence.ts";
import { flatten } from "./flat-text.ts";
import { once } from "../../text/memoize.ts";
import type { Chunk } from "./locate-passages.ts";

export interface ChunkLabel {
  readonly itemId: string;
  readonly chunkId: string;
  /** The number of pieces of the item's evidence to which the chunk is relevant. */
  readonly grade: number;
}

/** A reference, or a span of another document from a label. */
type LabelledEvidence = TruthReference | { readonly text: null; readonly span: Span };

const keyOf = ({ documentId, start, end }: Span): string => `${documentId}\n${start}\n${end}`;

/** References, and the spans of labels that are not references; each once. */
function evidenceOf({
  references,
  labels,
}: Pick<TruthRow, "references" | "labels">): LabelledEvidence[] {
  const spans = (labels ?? []).flatMap(label => label.spans).map(span => ({ text: null, span }));
  const allEvidence: LabelledEvidence[] = [...(references ?? []), ...spans];
  const byPlace = groupBy(allEvidence, ({ text, span }) => (span ? keyOf(span) : `\n${text}`));
  return [...byPlace.values()].flatMap(([first]) => first ?? []);
}

interface PreparedChunks {
  readonly placedChunks: ReadonlyMap<string, readonly (Chunk & { readonly place: Span })[]>;
  /** The flat texts of the chunks; computed when first needed. */
  readonly flatChunks: () => readonly { readonly id: string; readonly text: string }[];
}

const overlapOf = (first: Span, second: Span): number =>
  Math.min(first.end, second.end) - Math.max(first.start, second.start);
const lengthOf = ({ start, end }: Span): number => end - start;

/**
 * The ids of the chunks that contain the whole piece; if there are none, of those that contain at least half of it; if
 * there are none of these either, of those of which it makes up at least half (a piece longer than two chunks).
 */
function chunkIdsOf(piece: LabelledEvidence, chunks: PreparedChunks): string[] {
  const { span, text } = piece;
  if (span === null) return idsContaining(flatten(text ?? ""), chunks);
  const overlapping = (chunks.placedChunks.get(span.documentId) ?? []).filter(
    ({ place }) => overlapOf(place, span) > 0,
  );
  const tests: ((place: Span) => boolean)[] = [
    place => covers([place], span, text ?? ""),
    place => overlapOf(place, span) * 2 >= lengthOf(span),
    place => overlapOf(place, span) * 2 >= lengthOf(place),
  ];
  for (const test of tests) {
    const chunksFound = overlapping.filter(({ place }) => test(place));
    if (chunksFound.length > 0) return chunksFound.map(({ id }) => id);
  }
  return [];
}

const idsContaining = (sought: string, { flatChunks }: PreparedChunks): string[] =>
  sought === ""
    ? []
    : flatChunks().flatMap(chunk => (chunk.text.includes(sought) ? [chunk.id] : []));

/**
 * The chunks relevant to each item, in the order of the items and, within an item, of the chunks. A reference without a place is found by its
 * text, and only in a chunk that contains it whole.
 */
export function labelChunks(
  truths: Iterable<Pick<TruthRow, "id" | "references" | "labels">>,
  chunks: readonly Chunk[],
): ChunkLabel[] {
  const placedChunks = chunks.flatMap(chunk => {
    const place = placeOf(chunk);
    return place ? [{ ...chunk, place }] : [];
  });
  const prepared = {
    placedChunks: groupBy(placedChunks, ({ place }) => place.documentId),
    flatChunks: once(() => chunks.map(({ id, text }) => ({ id, text: flatten(text) }))),
  };
  const order = new Map(chunks.map(({ id }, index) => [id, index]));
  return [...truths].flatMap(truth => {
    const grades = new Map<string, number>();
    for (const piece of evidenceOf(truth))
      for (const id of new Set(chunkIdsOf(piece, prepared)))
        grades.set(id, (grades.get(id) ?? 0) + 1);
    return [...grades]
      .map(([chunkId, grade]) => ({ itemId: truth.id, chunkId, grade }))
      .toSorted((a, b) => (order.get(a.chunkId) ?? 0) - (order.get(b.chunkId) ?? 0));
  });
}
