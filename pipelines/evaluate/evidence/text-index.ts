// Finds the places of a text in a corpus: by grams at every twelfth offset of the documents.

import type { Span } from "../../../schemas/items/documents.ts";
import { type FlatText, flatten, flattenWithOffsets } from "./flat-text.ts";
import { once } from "../../text/remember.ts";

interface FindOptions {
  /** Id of the document to search; all documents by default. */
  readonly within?: string;
  /** Maximum number of places; 2 by default, which is enough to see if there are several. */
  readonly most?: number;
}

export interface TextIndex {
  /** The places of the text, ignoring white space and width; none if it is empty or, for a search of all documents, too short. */
  readonly find: (text: string, options?: FindOptions) => Span[];
}

/** Units in a gram, and from one gram to the next: any text of 23 units or more contains an indexed gram, wherever it is. */
const GRAM = 12;
/** Shorter texts occur anywhere. */
const SHORTEST = 8;
/** Units of a text in which the rarest grams are sought. */
const WEIGHED = 4000;
/** Maximum candidate places that are compared: a text of one repeated character would otherwise take far too long. */
const MAX_TRIED = 20_000;

interface Flat extends FlatText {
  readonly id: string;
}

/** Memory: the documents' flat text, and 16 bytes per twelve units of it after the first search of all documents. */
export function indexTexts(
  documents: Iterable<{ readonly id: string; readonly text: string }>,
): TextIndex {
  const flats = [...documents].map(({ id, text }) => ({ id, ...flattenWithOffsets(text) }));
  const byId = new Map(flats.map(flat => [flat.id, flat]));
  const grams = once(() => layGrams(flats));
  return {
    find(text, { within, most = 2 } = {}) {
      const sought = flatten(text);
      if (sought === "") return [];
      if (within !== undefined) return findIn(byId.get(within), sought, most);
      if (sought.length >= 2 * GRAM - 1) return findByGrams(flats, grams(), { sought, most });
      return sought.length < SHORTEST ? [] : findByReading(flats, sought, most);
    },
  };
}

const spanOf = ({ id, sourceOf }: Flat, start: number, length: number): Span => ({
  documentId: id,
  ...sourceOf(start, start + length),
});

function findIn(document: Flat | undefined, sought: string, most: number): Span[] {
  const places: Span[] = [];
  if (!document) return places;
  for (
    let at = document.flat.indexOf(sought);
    at >= 0 && places.length < most;
    at = document.flat.indexOf(sought, at + 1)
  ) {
    places.push(spanOf(document, at, sought.length));
  }
  return places;
}

function findByReading(documents: readonly Flat[], sought: string, most: number): Span[] {
  const places: Span[] = [];
  for (const document of documents) {
    if (places.length < most) places.push(...findIn(document, sought, most - places.length));
  }
  return places;
}

/** Chains of the places whose grams share a bucket. */
interface Grams {
  /** The last entry of each bucket (−1 if it is empty), and its number of entries. */
  readonly heads: Int32Array;
  readonly sizes: Int32Array;
  /** Per entry: the previous entry of its bucket, its document, its offset in the flat text. */
  readonly earlier: Int32Array;
  readonly documents: Int32Array;
  readonly offsets: Int32Array;
}

function layGrams(documents: readonly Flat[]): Grams {
  const count = documents.reduce((total, { flat }) => total + Math.floor(flat.length / GRAM), 0);
  const buckets = 2 ** Math.ceil(Math.log2(count + 2));
  const grams = {
    heads: new Int32Array(buckets).fill(-1),
    sizes: new Int32Array(buckets),
    earlier: new Int32Array(count),
    documents: new Int32Array(count),
    offsets: new Int32Array(count),
  };
  let entry = 0;
  for (const [document, { flat }] of documents.entries()) {
    for (let at = 0; at + GRAM <= flat.length; at += GRAM) {
      const bucket = bucketOf(flat, at, buckets);
      grams.earlier[entry] = grams.heads[bucket] as number;
      grams.documents[entry] = document;
      grams.offsets[entry] = at;
      grams.heads[bucket] = entry++;
      grams.sizes[bucket] = (grams.sizes[bucket] as number) + 1;
    }
  }
  return grams;
}

// FNV-1a over the gram's units; the upper bits are folded in, since buckets use the lower.
function bucketOf(text: string, at: number, buckets: number): number {
  let hash = 0x811c9dc5;
  for (let unit = at; unit < at + GRAM; unit++)
    hash = Math.imul(hash ^ text.charCodeAt(unit), 0x01000193);
  return (hash ^ (hash >>> 15)) & (buckets - 1);
}

/** Wherever the text is, one of twelve consecutive grams begins at an indexed offset: the rarest such row is looked up. */
function findByGrams(
  documents: readonly Flat[],
  grams: Grams,
  { sought, most }: { sought: string; most: number },
): Span[] {
  const places: Span[] = [];
  let tried = 0;
  for (const { from, bucket } of rarestRow(sought, grams)) {
    for (
      let entry = grams.heads[bucket] as number;
      entry >= 0 && tried < MAX_TRIED;
      entry = grams.earlier[entry] as number
    ) {
      tried++;
      const document = documents[grams.documents[entry] as number];
      const start = (grams.offsets[entry] as number) - from;
      if (start < 0 || !document?.flat.startsWith(sought, start)) continue;
      places.push(spanOf(document, start, sought.length));
      if (places.length === most) return places;
    }
  }
  return places;
}

function rarestRow(sought: string, { heads, sizes }: Grams): { from: number; bucket: number }[] {
  const count = Math.min(sought.length, WEIGHED) - GRAM + 1;
  const buckets = Array.from({ length: count }, (_, from) => bucketOf(sought, from, heads.length));
  const sizeAt = (from: number) => sizes[buckets[from] ?? 0] ?? 0;
  let size = 0;
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let from = 0; from < count; from++) {
    size += sizeAt(from) - (from < GRAM ? 0 : sizeAt(from - GRAM));
    if (from >= GRAM - 1 && size < least) [best, least] = [from - GRAM + 1, size];
  }
  return buckets.slice(best, best + GRAM).map((bucket, at) => ({ from: best + at, bucket }));
}
