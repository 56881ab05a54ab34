// Finds documents on one event: their rare words are largely the same, and they were published within days of each other.

import { type NeighbourRow, neighbours, pool } from "../../schemas/crud/records.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { CrudSettings } from "../../schemas/crud/settings.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { type EventKey, eventKeys } from "../text/event-keys.ts";
import { indexRareWords, type RareWordIndex } from "./rare-words.ts";
import { jaccardOf, gramSet } from "../text/gram-sets.ts";

const millisecondsPerDay = 86_400_000;
/** Maximum number of neighbours of a document. */
const maxNeighbours = 10;
/** Minimum cosine of rare words for two documents to be on one event; below it they only share an organization, place or phrase. */
const minNearness = 0.18;
/** Minimum Jaccard similarity of character 5-grams at which two documents say the same thing: the second adds nothing. */
const minSameTextSimilarity = 0.5;

const dayOf = ({ published }: DocumentRow): number =>
  published === null ? Number.NaN : Date.parse(published) / millisecondsPerDay;

/** The names, titles and numbers that both share, rarest first: by these a person would recognize the event. */
function sharedKeys(
  own: readonly EventKey[],
  others: readonly EventKey[],
  { rarityOf }: RareWordIndex,
): string[] {
  const otherKeys = new Set(others.map(({ key }) => key));
  const shared = own
    .filter(({ key }) => otherKeys.has(key))
    .map(({ key, text }) => ({ key, text, rarity: rarityOf(text) }))
    .filter(({ rarity }) => rarity > 0);
  return (
    shared
      // A name inside another is the same name: 东安湖 in 东安湖体育公园, Marrow in Ida Marrow.
      .filter(({ key }) => shared.every(longer => longer.key === key || !longer.key.includes(key)))
      .sort((a, b) => b.rarity - a.rarity || (a.key < b.key ? -1 : 1))
      .map(({ text }) => text)
  );
}

function neighboursIn(
  documents: readonly DocumentRow[],
  language: Language,
  windowDays: number,
): NeighbourRow[] {
  const rareWords = indexRareWords(
    documents.map(({ text }) => text),
    language,
  );
  const days = documents.map(dayOf);
  const keysByDocument = new Map<DocumentRow, EventKey[]>();
  const keysOf = (document: DocumentRow): EventKey[] => {
    const keys = keysByDocument.get(document) ?? eventKeys(document.text, language);
    keysByDocument.set(document, keys);
    return keys;
  };
  return documents.map((own, ownIndex) => {
    const nearDocuments = rareWords
      .neighboursOf(ownIndex)
      .filter(({ similarity: nearness }) => nearness >= minNearness)
      // An unknown day excludes nothing.
      .filter(({ index }) => !(Math.abs((days[ownIndex] ?? 0) - (days[index] ?? 0)) > windowDays))
      .map(({ index, similarity: nearness }) => ({
        document: documents[index] as DocumentRow,
        nearness,
      }))
      .sort((a, b) => b.nearness - a.nearness || (a.document.id < b.document.id ? -1 : 1));
    const grams = nearDocuments.length > 0 ? gramSet(own.text) : new Float64Array();
    const related = nearDocuments
      .filter(({ document }) => jaccardOf(grams, gramSet(document.text)) < minSameTextSimilarity)
      .map(({ document, nearness }) => ({
        documentId: document.id,
        score: Number(nearness.toFixed(4)),
        shared: sharedKeys(keysOf(own), keysOf(document), rareWords),
      }))
      // Two events of one kind share words, but no names.
      .filter(({ shared }) => shared.length > 0)
      .slice(0, maxNeighbours);
    return { id: own.id, language, related };
  });
}

const languages: readonly Language[] = ["zh", "en"];

/**
 * For every document of the pool, up to ten others of its language on the same event, closest first: their rare words
 * are largely the same, in both directions, and if both dates of publication are known, they are within
 * `settings.window` days. The score is the cosine. Documents that say the same thing in the same words are left out.
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
          language,
          settings.window,
        ),
      ),
    }),
  });
