// Groups documents by topic, read or not, by code: from the distinctive words of their beginnings.

import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { type TopicRow, topics } from "../../schemas/questions/topics.ts";
import { rowId } from "../engine/fingerprint.ts";
import { compareTexts, countOf, groupBy } from "../engine/grouping.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { contentWords } from "../text/content-words.ts";
import { words } from "../text/segment.ts";

/** Characters of a document that are used, after its name. */
const maxText = 2000;
/** Distinctive words per document. */
const distinctiveEach = 12;
/** A word in more than this share of all documents is not distinctive. */
const maxHolders = 1 / 3;
/** The most words of a topic. */
const wordsEach = 3;

/** Documents, by their indices in the list, and the words they share. */
export interface Topic {
  readonly words: string[];
  readonly members: number[];
}

/** The distinctive words (tf-idf) of each text, among those that several texts have. */
function distinctiveWords(texts: readonly string[], language: Language): Map<string, number>[] {
  const counts = texts.map(text => countOf(contentWords(text, language)));
  const holders = countOf(counts.flatMap(own => [...own.keys()]));
  const most = Math.min(texts.length - 1, Math.max(2, Math.ceil(texts.length * maxHolders)));
  return counts.map(own => {
    const weighed = [...own].flatMap(([word, count]): [string, number][] => {
      const held = holders.get(word) ?? 0;
      // Numbers, single letters and words that occur once are shared by chance.
      return count < 2 || held < 2 || held > most || /^(?:[\p{N}.]+|[a-z])$/u.test(word)
        ? []
        : [[word, (1 + Math.log(count)) * Math.log(1 + texts.length / held)]];
    });
    return new Map(
      weighed.sort(([a, x], [b, y]) => y - x || compareTexts(a, b)).slice(0, distinctiveEach),
    );
  });
}

interface Shared {
  readonly word: string;
  /** The texts that it is distinctive of. */
  readonly held: Set<number>;
  /** The sum of its weights in them. */
  weight: number;
}

/** The distinctive words that two or more of these texts have. */
function sharedBy(members: readonly number[], distinctive: readonly ReadonlyMap<string, number>[]) {
  const found = new Map<string, Shared>();
  for (const at of members)
    for (const [word, weight] of distinctive[at] ?? []) {
      const shared = found.get(word) ?? { word, held: new Set(), weight: 0 };
      found.set(word, shared);
      shared.held.add(at);
      shared.weight += weight;
    }
  for (const [word, { held }] of found) if (held.size < 2) found.delete(word);
  return found;
}

const byWeight = (a: Shared, b: Shared): number =>
  b.weight - a.weight || compareTexts(a.word, b.word);

/** The word as the first text that has it spells it: English words are compared without their endings. */
function asWritten(word: string, texts: readonly string[], language: Language): string {
  for (const text of texts) {
    const found = words(text, language).find(each => contentWords(each, language)[0] === word);
    if (found !== undefined) return found;
  }
  return word;
}

/** The word that made a topic and others that half of its texts have; a word that is only part of another is left out. */
function labelOf(made: Shared, shared: Iterable<Shared>): string[] {
  const others = [...shared].filter(
    ({ word, held }) => word !== made.word && held.size * 2 >= made.held.size,
  );
  return [made, ...others.sort(byWeight)]
    .filter(({ word, held }, _, all) =>
      all.every(
        other => other.word === word || !other.word.includes(word) || other.held.size < held.size,
      ),
    )
    .slice(0, wordsEach)
    .map(({ word }) => word);
}

/** Makes a topic of the most distinctive word and its texts, then of the next, with the words that remain. */
export function topicsAmong(texts: readonly string[], language: Language): Topic[] {
  const distinctive = distinctiveWords(texts, language);
  const remaining = sharedBy([...texts.keys()], distinctive);
  const found: Topic[] = [];
  for (;;) {
    let best: Shared | undefined;
    for (const each of remaining.values()) if (!best || byWeight(each, best) < 0) best = each;
    if (!best) return found;
    const [made, members] = [best, [...best.held]];
    const label = labelOf(made, sharedBy(members, distinctive).values());
    const memberTexts = members.flatMap(at => texts[at] ?? []);
    found.push({ members, words: label.map(word => asWritten(word, memberTexts, language)) });
    for (const at of members)
      for (const [word, weight] of distinctive[at] ?? []) {
        const shared = remaining.get(word);
        shared?.held.delete(at);
        if (shared) shared.weight -= weight;
        if (shared && shared.held.size < 2) remaining.delete(word);
      }
  }
}

function topicRows(rows: readonly DocumentRow[]): TopicRow[] {
  const [head] = rows;
  if (!head) return [];
  const { language } = head;
  const texts = rows.map(({ name, text }) => `${name}\n${text.slice(0, maxText)}`);
  return topicsAmong(texts, language).map(({ words: shared, members }) => {
    const documentIds = members.flatMap(at => rows[at]?.id ?? []);
    return { id: rowId("topic", documentIds), language, words: shared, documentIds };
  });
}

/** Topics per language, across domains. A document that shares no distinctive word with another is in none. */
export const topicsStage = defineWholeStage({
  name: "questions/topics",
  module: import.meta.filename,
  prompts: [],
  over: documents,
  writes: topics,
  all: rows => ({
    rows: [...groupBy(rows, ({ language }) => language).values()].flatMap(topicRows),
  }),
});
