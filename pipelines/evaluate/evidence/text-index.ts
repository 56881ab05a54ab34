// Finds the places of a text in a corpus by an index of n-grams at every twelfth offset of the documents.

import type { Span } from "../../../schemas/items/documents.ts";
import { type FlatText, flatten, flattenWithOffsets } from "./flat-text.ts";
import { once } from "../../text/memoize.ts";

interface FindOptions {
  /** Id of the document to search; all documents by default. */
  readonly documentId?: string;
  /** Maximum number of places; 2 by default, enough to see whether there are several. */
  readonly maxPlaces?: number;
}

export interface TextIndex {
  /** The places of the text, ignoring white space and width; none if it is empty or, for a search of all documents, too short. */
  readonly find: (text: string, options?: FindOptions) => Span[];
}

/** Length of a gram, and distance from one indexed gram to the next, in UTF-16 units: any text of 23 units or more contains an indexed gram, wherever it is. */
const gramLength = 12;
/** Minimum length of a text for a search of all documents: shorter ones occur anywhere. */
const minTextLength = 8;
/** Maximum number of UTF-16 units of a text that are examined for its rarest grams. */
const maxUnitsExamined = 4000;
/** Maximum number of candidate places that are compared: without it, a text of one repeated character would take far too long. */
const maxCandidates = 20_000;

interface FlatDocument extends FlatText {
  readonly id: string;
}

/** Keeps the documents' flat text in memory and, after the first search of all documents, 16 bytes per twelve units of it. */
export function indexTexts(
  documents: Iterable<{ readonly id: string; readonly text: string }>,
): TextIndex {
  const flatDocuments = [...documents].map(({ id, text }) => ({ id, ...flattenWithOffsets(text) }));
  const byId = new Map(flatDocuments.map(flat => [flat.id, flat]));
  const grams = once(() => indexGrams(flatDocuments));
  return {
    find(text, { documentId, maxPlaces = 2 } = {}) {
      const soughtText = flatten(text);
      if (soughtText === "") return [];
      if (documentId !== undefined) return findIn(byId.get(documentId), soughtText, maxPlaces);
      if (soughtText.length >= 2 * gramLength - 1)
        return findByGrams(flatDocuments, grams(), { soughtText, maxPlaces });
      return soughtText.length < minTextLength
        ? []
        : findByScanning(flatDocuments, soughtText, maxPlaces);
    },
  };
}

const spanOf = ({ id, sourceOf }: FlatDocument, start: number, length: number): Span => ({
  documentId: id,
  ...sourceOf(start, start + length),
});

function findIn(document: FlatDocument | undefined, soughtText: string, maxPlaces: number): Span[] {
  const places: Span[] = [];
  if (!document) return places;
  for (
    let offset = document.flat.indexOf(soughtText);
    offset >= 0 && places.length < maxPlaces;
    offset = document.flat.indexOf(soughtText, offset + 1)
  ) {
    places.push(spanOf(document, offset, soughtText.length));
  }
  return places;
}

function findByScanning(
  documents: readonly FlatDocument[],
  soughtText: string,
  maxPlaces: number,
): Span[] {
  const places: Span[] = [];
  for (const document of documents) {
    if (places.length < maxPlaces)
      places.push(...findIn(document, soughtText, maxPlaces - places.length));
  }
  return places;
}

/** A hash table of grams, with one entry for each place: the entries of each bucket form a chain. */
interface GramTable {
  /** The last entry of each bucket (−1 if it is empty), and the number of entries in it. */
  readonly heads: Int32Array;
  readonly sizes: Int32Array;
  /** Per entry: the previous entry of its bucket, its document, its offset in the flat text. */
  readonly previousEntries: Int32Array;
  readonly documents: Int32Array;
  readonly offsets: Int32Array;
}

function indexGrams(documents: readonly FlatDocument[]): GramTable {
  const entryCount = documents.reduce(
    (total, { flat }) => total + Math.floor(flat.length / gramLength),
    0,
  );
  const bucketCount = 2 ** Math.ceil(Math.log2(entryCount + 2));
  const grams = {
    heads: new Int32Array(bucketCount).fill(-1),
    sizes: new Int32Array(bucketCount),
    previousEntries: new Int32Array(entryCount),
    documents: new Int32Array(entryCount),
    offsets: new Int32Array(entryCount),
  };
  let entry = 0;
  for (const [document, { flat }] of documents.entries()) {
    for (let offset = 0; offset + gramLength <= flat.length; offset += gramLength) {
      const bucket = bucketOf(flat, offset, bucketCount);
      grams.previousEntries[entry] = grams.heads[bucket] as number;
      grams.documents[entry] = document;
      grams.offsets[entry] = offset;
      grams.heads[bucket] = entry++;
      grams.sizes[bucket] = (grams.sizes[bucket] as number) + 1;
    }
  }
  return grams;
}

// FNV-1a over the gram's units; the upper bits are folded in, since buckets use the lower.
function bucketOf(text: string, offset: number, buckets: number): number {
  let hash = 0x811c9dc5;
  for (let unit = offset; unit < offset + gramLength; unit++)
    hash = Math.imul(hash ^ text.charCodeAt(unit), 0x01000193);
  return (hash ^ (hash >>> 15)) & (buckets - 1);
}

/** Wherever the text occurs, one of any twelve consecutive grams of it begins at an indexed offset: the twelve with the fewest entries are tried. */
function findByGrams(
  documents: readonly FlatDocument[],
  grams: GramTable,
  { soughtText, maxPlaces }: { soughtText: string; maxPlaces: number },
): Span[] {
  const places: Span[] = [];
  let candidateCount = 0;
  for (const { gramOffset, bucket } of rarestGrams(soughtText, grams)) {
    for (
      let entry = grams.heads[bucket] as number;
      entry >= 0 && candidateCount < maxCandidates;
      entry = grams.previousEntries[entry] as number
    ) {
      candidateCount++;
      const document = documents[grams.documents[entry] as number];
      const start = (grams.offsets[entry] as number) - gramOffset;
      if (start < 0 || !document?.flat.startsWith(soughtText, start)) continue;
      places.push(spanOf(document, start, soughtText.length));
      if (places.length === maxPlaces) return places;
    }
  }
  return places;
}

function rarestGrams(
  soughtText: string,
  { heads, sizes }: GramTable,
): { gramOffset: number; bucket: number }[] {
  const gramCount = Math.min(soughtText.length, maxUnitsExamined) - gramLength + 1;
  const buckets = Array.from({ length: gramCount }, (_, from) =>
    bucketOf(soughtText, from, heads.length),
  );
  const sizeAt = (from: number) => sizes[buckets[from] ?? 0] ?? 0;
  let entryTotal = 0;
  let [bestOffset, minEntries] = [0, Number.POSITIVE_INFINITY];
  for (let from = 0; from < gramCount; from++) {
    entryTotal += sizeAt(from) - (from < gramLength ? 0 : sizeAt(from - gramLength));
    if (from >= gramLength - 1 && entryTotal < minEntries)
      [bestOffset, minEntries] = [from - gramLength + 1, entryTotal];
  }
  return buckets
    .slice(bestOffset, bestOffset + gramLength)
    .map((bucket, offset) => ({ gramOffset: bestOffset + offset, bucket }));
}
