// Indexes a system's chunks, to tell whether a single one contains a reference, or only several together.

import type { TruthReference } from "../../../schemas/evaluation/truth.ts";
import type { Span } from "../../../schemas/items/documents.ts";
import { countUpTo } from "../../text/binary-search.ts";
import { groupBy } from "../../engine/grouping.ts";
import { covers, overlaps, placeOf, sentencesOf } from "./passage-evidence.ts";
import { flatten } from "./flat-text.ts";
import { once } from "../../text/memoize.ts";
import type { Chunk } from "./locate-passages.ts";
import { indexTexts } from "./text-index.ts";

/** How the chunks of a corpus contain a reference. */
interface ChunkCoverage {
  /** Whether a single chunk contains the whole reference. */
  readonly isInOneChunk: boolean;
  /** Whether the chunks together contain the reference, perhaps in pieces. */
  readonly isInChunks: boolean;
}

export interface ChunkIndex {
  readonly byId: ReadonlyMap<string, Chunk>;
  readonly coverageOf: (reference: TruthReference) => ChunkCoverage;
}

/** Chunks must be in the order of their documents, which shows which chunks without a place are neighbours. Of chunks with the same id, the first counts. */
export function indexChunks(chunks: Iterable<Chunk>): ChunkIndex {
  const allChunks = [...chunks];
  const places = groupBy(
    allChunks.flatMap(chunk => placeOf(chunk) ?? []),
    ({ documentId }) => documentId,
  );
  const unplacedChunks = allChunks.filter(chunk => placeOf(chunk) === undefined);
  const finderForAll = once(() => indexJoinedTexts(allChunks));
  const finderForUnplaced =
    unplacedChunks.length === allChunks.length
      ? finderForAll
      : once(() => indexJoinedTexts(unplacedChunks));
  return {
    byId: new Map(allChunks.toReversed().map(chunk => [chunk.id, chunk])),
    coverageOf(reference) {
      const { span } = reference;
      if (span === null) return coverageByText(reference, [], finderForAll());
      const overlapping = (places.get(span.documentId) ?? []).filter(place =>
        overlaps(place, span),
      );
      const isCovered = covers(overlapping, span, reference.text);
      const coverageByPlace = {
        isInOneChunk: overlapping.some(place => covers([place], span, reference.text)),
        isInChunks: isCovered,
      };
      return isCovered || unplacedChunks.length === 0
        ? coverageByPlace
        : coverageByText(reference, overlapping, finderForUnplaced());
    },
  };
}

/** Searches the chunks' concatenated texts for a text; returns whether it is found, and whether within a single chunk. */
type TextFinder = (text: string) => { readonly isInOneChunk: boolean; readonly isInText: boolean };

/** Maximum number of occurrences of a repeated text that are examined. */
const maxPlaces = 20;
const joinedId = "chunks";

function indexJoinedTexts(chunks: readonly Chunk[]): TextFinder {
  const ends: number[] = [];
  let length = 0;
  for (const { text } of chunks) {
    length += text.length + 1;
    ends.push(length);
  }
  const index = indexTexts([{ id: joinedId, text: chunks.map(({ text }) => text).join("\n") }]);
  const chunkAt = (offset: number) => countUpTo(ends, offset);
  return text => {
    const matches = index.find(text, { maxPlaces });
    // Texts too short for the index are searched for directly.
    const found =
      matches.length > 0 || flatten(text).length > 7
        ? matches
        : index.find(text, { documentId: joinedId, maxPlaces });
    return {
      isInOneChunk: found.some(({ start, end }) => chunkAt(start) === chunkAt(end - 1)),
      isInText: found.length > 0,
    };
  };
}

function coverageByText(
  reference: TruthReference,
  places: readonly Span[],
  findText: TextFinder,
): ChunkCoverage {
  const { isInOneChunk, isInText } = findText(reference.text);
  if (isInText) return { isInOneChunk, isInChunks: true };
  const isFound = ({ text, span }: { text: string; span: Span | null }) =>
    (span !== null && covers(places, span, text)) || findText(text).isInText;
  return { isInOneChunk: false, isInChunks: sentencesOf(reference).every(isFound) };
}
