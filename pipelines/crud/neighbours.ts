// Documents on one event: those that share rare names and numbers and were published within days of each other.

import { type NeighbourRow, neighbours, pool } from "../../schemas/crud/records.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { CrudSettings } from "../../schemas/settings.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { type EventKey, eventKeys } from "../text/event-keys.ts";
import { jaccardOf, shingleSet } from "../text/shingles.ts";

const DAY = 86_400_000;
/** Documents that are neighbours of one document. */
const MOST = 10;
/** Shared rare keys of two documents on one event, two weak ones counted as one; more where a day is not known. */
const FEWEST_SHARED = { dated: 2, undated: 4 };
/** A key is rare that stands in at most this share of the documents of its language, but always in this many. */
const RARE = { share: 0.002, least: 8 };
/** Jaccard of character 5-grams from which two documents say the same: the second adds nothing. */
const SAME = 0.5;

interface Keyed {
  readonly document: DocumentRow;
  /** Days since 1970; null where not known. */
  readonly day: number | null;
  readonly keys: readonly EventKey[];
}

interface Shared {
  readonly other: Keyed;
  readonly keys: readonly EventKey[];
  readonly score: number;
}

/** Where a rare key stands, and how much it tells: the logarithm of how rare it is. */
interface Posting {
  readonly holders: readonly number[];
  readonly weight: number;
}

function readKeys(document: DocumentRow): Keyed {
  return {
    document,
    day: document.published === null ? null : Date.parse(document.published) / DAY,
    keys: eventKeys(document.text, document.language),
  };
}

/** The rare keys that at least two documents have. */
function index(documents: readonly Keyed[]): Map<string, Posting> {
  const holders = new Map<string, number[]>();
  for (const [at, { keys }] of documents.entries()) {
    for (const { key } of keys) {
      const list = holders.get(key);
      if (list) list.push(at);
      else holders.set(key, [at]);
    }
  }
  const most = Math.max(RARE.least, RARE.share * documents.length);
  return new Map(
    [...holders]
      .filter(([, list]) => list.length > 1 && list.length <= most)
      .map(([key, list]) => [
        key,
        { holders: list, weight: Math.log(1 + documents.length / list.length) },
      ]),
  );
}

/** The others that share rare keys, found through the keys alone: no document is set against all. */
function sharing(
  at: number,
  documents: readonly Keyed[],
  postings: ReadonlyMap<string, Posting>,
  window: number,
): Shared[] {
  const own = documents[at];
  const found = new Map<number, EventKey[]>();
  for (const key of own?.keys ?? []) {
    for (const other of postings.get(key.key)?.holders ?? []) {
      if (other === at || isApart(own, documents[other], window)) continue;
      const keys = found.get(other);
      if (keys) keys.push(key);
      else found.set(other, [key]);
    }
  }
  return [...found].flatMap(([place, keys]) => {
    const other = documents[place];
    const shared = own && other ? weigh(own, other, keys, postings) : undefined;
    return shared ?? [];
  });
}

const isApart = (own: Keyed | undefined, other: Keyed | undefined, window: number): boolean =>
  typeof own?.day === "number" &&
  typeof other?.day === "number" &&
  Math.abs(own.day - other.day) > window;

/** Undefined where what they share is too little, or numbers alone. */
function weigh(
  own: Keyed,
  other: Keyed,
  keys: readonly EventKey[],
  postings: ReadonlyMap<string, Posting>,
): Shared | undefined {
  const weight = ({ key, strength }: EventKey): number =>
    strength * (postings.get(key)?.weight ?? 0);
  // A name within another is the same name: 东安湖 within 东安湖体育公园, Marrow within Ida Marrow.
  const whole = keys.filter(
    ({ key }) => !keys.some(longer => longer.key.length > key.length && longer.key.includes(key)),
  );
  const fewest =
    own.day === null || other.day === null ? FEWEST_SHARED.undated : FEWEST_SHARED.dated;
  const strength = whole.reduce((sum, key) => sum + key.strength, 0);
  if (strength < fewest || whole.every(({ kind }) => kind === "number")) return undefined;
  const ranked = [...whole].sort((a, b) => weight(b) - weight(a) || (a.key < b.key ? -1 : 1));
  return { other, keys: ranked, score: ranked.reduce((sum, key) => sum + weight(key), 0) };
}

function neighbourRow(own: DocumentRow, found: readonly Shared[]): NeighbourRow {
  const ranked = [...found].sort(
    (a, b) => b.score - a.score || (a.other.document.id < b.other.document.id ? -1 : 1),
  );
  const related: NeighbourRow["related"] = [];
  const grams = ranked.length > 0 ? shingleSet(own.text) : undefined;
  for (const { other, keys, score } of ranked) {
    if (related.length === MOST) break;
    if (grams !== undefined && jaccardOf(grams, shingleSet(other.document.text)) >= SAME) continue;
    related.push({
      documentId: other.document.id,
      score: Number(score.toFixed(4)),
      shared: keys.map(({ text }) => text),
    });
  }
  return { id: own.id, language: own.language, related };
}

function neighboursIn(rows: readonly DocumentRow[], window: number): NeighbourRow[] {
  const documents = rows.map(readKeys);
  const postings = index(documents);
  return documents.map(({ document }, at) =>
    neighbourRow(document, sharing(at, documents, postings, window)),
  );
}

const languages: readonly Language[] = ["zh", "en"];

/**
 * For every document of the pool the up to ten others of its language that tell of the same event, best first: they
 * share two rare names, titles or numbers (four where a day of publication is not known), and were published within
 * `settings.window` days. The score is the sum of the shared keys' rarity. Documents that say the same are left out.
 */
export const neighboursStage = (settings: Pick<CrudSettings, "window">) =>
  defineWholeStage({
    name: "crud/neighbours",
    module: import.meta.filename,
    prompts: [],
    settings: { window: settings.window },
    over: pool,
    writes: neighbours,
    all: rows => ({
      rows: languages.flatMap(language =>
        neighboursIn(
          rows.filter(row => row.language === language),
          settings.window,
        ),
      ),
    }),
  });
