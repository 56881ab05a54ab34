// An index of a system's chunks that says whether one of them holds a reference, or only several together.

import type { TruthReference } from "../../../schemas/evaluation/truth.ts";
import type { Span } from "../../../schemas/items/documents.ts";
import { countUpTo } from "../../text/ascending.ts";
import { groupBy } from "../../engine/grouping.ts";
import { covers, overlaps, placeOf, sentencesOf } from "./evidence.ts";
import { flatten } from "./flat-text.ts";
import { once } from "../../text/remember.ts";
import type { Chunk } from "./passages.ts";
import { indexTexts } from "./text-index.ts";

/** How the chunks of a corpus hold a reference. */
interface Standing {
  /** One chunk holds it whole. */
  readonly whole: boolean;
  /** Together they hold it, perhaps in pieces. */
  readonly together: boolean;
}

export interface ChunkIndex {
  readonly byId: ReadonlyMap<string, Chunk>;
  readonly standingOf: (reference: TruthReference) => Standing;
}

/** Chunks must be in the order of their documents: it shows which chunks without a place are neighbours. Of duplicate ids, the first counts. */
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
      const overlapping = (places.get(span.documentId) ?? []).filter(place =>
        overlaps(place, span),
      );
      const together = covers(overlapping, span, reference.text);
      const byPlace = {
        whole: overlapping.some(place => covers([place], span, reference.text)),
        together,
      };
      return together || unplaced.length === 0
        ? byPlace
        : standingByText(reference, overlapping, inUnplaced());
    },
  };
}

/** Looks a text up in the chunks' joined texts: whether it is found, and within a single chunk. */
type JoinedTexts = (text: string) => { readonly inOne: boolean; readonly found: boolean };

/** Maximum occurrences of a repeated text that are looked at. */
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
    // Texts too short for the index are searched for directly.
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
  const isFound = ({ text, span }: { text: string; span: Span | null }) =>
    (span !== null && covers(places, span, text)) || look(text).found;
  return { whole: false, together: sentencesOf(reference).every(isFound) };
}
