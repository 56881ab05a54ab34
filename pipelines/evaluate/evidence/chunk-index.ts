// A system's chunks prepared for one question: whether a reference stands in one of them, or only in several together.

import type { TruthReference } from "../../../schemas/evaluation/truth.ts";
import type { Span } from "../../../schemas/items/documents.ts";
import { countUpTo } from "../../text/ascending.ts";
import { groupBy } from "../../engine/grouping.ts";
import { covers, overlaps, placeOf, sentencesOf } from "./evidence.ts";
import { flatten } from "./flat-text.ts";
import { once } from "./once.ts";
import type { Chunk } from "./passages.ts";
import { indexTexts } from "./text-index.ts";

/** How a reference stands in the chunks of a corpus. */
interface Standing {
  /** One chunk holds it whole. */
  readonly whole: boolean;
  /** They hold it together, be it in pieces. */
  readonly together: boolean;
}

export interface ChunkIndex {
  readonly byId: ReadonlyMap<string, Chunk>;
  readonly standingOf: (reference: TruthReference) => Standing;
}

/** Chunks in the order of their documents: of those without place, neighbours are told by it. Of an id that comes twice the first counts. */
export function indexChunks(chunks: Iterable<Chunk>): ChunkIndex {
  const all = [...chunks];
  const places = groupBy(
    all.flatMap(chunk => placeOf(chunk) ?? []),
    ({ documentId }) => documentId,
  );
  const unplaced = all.filter(chunk => placeOf(chunk) === undefined);
  const inAll = once(() => joinTexts(all));
  const inUnplaced = unplaced.length === all.length ? inAll : once(() => joinTexts(unplaced));
  return {
    byId: new Map(all.toReversed().map(chunk => [chunk.id, chunk])),
    standingOf(reference) {
      const { span } = reference;
      if (span === null) return standingByText(reference, [], inAll());
      const near = (places.get(span.documentId) ?? []).filter(place => overlaps(place, span));
      const together = covers(near, span, reference.text);
      const byPlace = {
        whole: near.some(place => covers([place], span, reference.text)),
        together,
      };
      return together || unplaced.length === 0
        ? byPlace
        : standingByText(reference, near, inUnplaced());
    },
  };
}

/** The chunks' texts one after the other, and for a text in how many chunks each of its places lies. */
type JoinedTexts = (text: string) => { readonly inOne: boolean; readonly found: boolean };

/** A text that is said again and again is looked at so often. */
const MAX_PLACES = 20;
const JOINED = "chunks";

function joinTexts(chunks: readonly Chunk[]): JoinedTexts {
  const ends: number[] = [];
  let length = 0;
  for (const { text } of chunks) {
    length += text.length + 1;
    ends.push(length);
  }
  const index = indexTexts([{ id: JOINED, text: chunks.map(({ text }) => text).join("\n") }]);
  const chunkAt = (offset: number) => countUpTo(ends, offset);
  return text => {
    const exact = index.find(text, { most: MAX_PLACES });
    // What is too short for the index is read for.
    const found =
      exact.length > 0 || flatten(text).length > 7
        ? exact
        : index.find(text, { within: JOINED, most: MAX_PLACES });
    return {
      inOne: found.some(({ start, end }) => chunkAt(start) === chunkAt(end - 1)),
      found: found.length > 0,
    };
  };
}

function standingByText(
  reference: TruthReference,
  places: readonly Span[],
  look: JoinedTexts,
): Standing {
  const { inOne, found } = look(reference.text);
  if (found) return { whole: inOne, together: true };
  const stands = ({ text, span }: { text: string; span: Span | null }) =>
    (span !== null && covers(places, span, text)) || look(text).found;
  return { whole: false, together: sentencesOf(reference).every(stands) };
}
