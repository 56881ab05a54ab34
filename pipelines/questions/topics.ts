// Which documents are about the same, read or not: found by code, in the telling words of how they begin.

import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { type TopicRow, topics } from "../../schemas/questions/topics.ts";
import { rowId } from "../engine/fingerprint.ts";
import { compareTexts, countOf, groupBy } from "../engine/grouping.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { contentWords } from "../text/content-words.ts";
import { words } from "../text/segment.ts";

/** Characters of a document that are looked at, its name before them. */
const maxText = 2000;
/** Telling words of a document. */
const tellingEach = 12;
/** A word that more than this share of all documents has tells nothing of them. */
const maxHolders = 1 / 3;
/** Words of a topic. */
const wordsEach = 3;

/** Documents, by their places in the list, and the words they share. */
export interface Topic {
  readonly words: string[];
  readonly members: number[];
}

/** Of each text its telling words (tf-idf), of those that several texts have. */
function tellingWords(texts: readonly string[], language: Language): Map<string, number>[] {
  const counts = texts.map(text => countOf(contentWords(text, language)));
  const holders = countOf(counts.flatMap(own => [...own.keys()]));
  const most = Math.min(texts.length - 1, Math.max(2, Math.ceil(texts.length * maxHolders)));
  return counts.map(own => {
    const weighed = [...own].flatMap(([word, count]): [string, number][] => {
      const held = holders.get(word) ?? 0;
      // Numbers, single letters and what is said once are shared by chance.
      return count < 2 || held < 2 || held > most || /^(?:[\p{N}.]+|[a-z])$/u.test(word)
        ? []
        : [[word, (1 + Math.log(count)) * Math.log(1 + texts.length / held)]];
    });
    return new Map(
      weighed.sort(([a, x], [b, y]) => y - x || compareTexts(a, b)).slice(0, tellingEach),
    );
  });
}

interface Shared {
  readonly word: string;
  /** The texts that it is telling of. */
  readonly held: Set<number>;
  /** What it tells of them together. */
  tells: number;
}

/** Of these texts the words that two or more have. */
function sharedBy(members: readonly number[], telling: readonly ReadonlyMap<string, number>[]) {
  const found = new Map<string, Shared>();
  for (const at of members)
    for (const [word, weight] of telling[at] ?? []) {
      const shared = found.get(word) ?? { word, held: new Set(), tells: 0 };
      found.set(word, shared);
      shared.held.add(at);
      shared.tells += weight;
    }
  for (const [word, { held }] of found) if (held.size < 2) found.delete(word);
  return found;
}

const byTelling = (a: Shared, b: Shared): number =>
  b.tells - a.tells || compareTexts(a.word, b.word);

/** As it stands in the first text that has it: English words are compared without their endings. */
function asWritten(word: string, texts: readonly string[], language: Language): string {
  for (const text of texts) {
    const found = words(text, language).find(each => contentWords(each, language)[0] === word);
    if (found !== undefined) return found;
  }
  return word;
}

/** The word that made a topic and others that half of its texts have; of a word and a part of it, the word. */
function labelOf(made: Shared, shared: Iterable<Shared>): string[] {
  const others = [...shared].filter(
    ({ word, held }) => word !== made.word && held.size * 2 >= made.held.size,
  );
  return [made, ...others.sort(byTelling)]
    .filter(({ word, held }, _, all) =>
      all.every(
        other => other.word === word || !other.word.includes(word) || other.held.size < held.size,
      ),
    )
    .slice(0, wordsEach)
    .map(({ word }) => word);
}

/** The most telling word makes the first topic of its texts, and so on with what is left. */
export function topicsAmong(texts: readonly string[], language: Language): Topic[] {
  const telling = tellingWords(texts, language);
  const left = sharedBy([...texts.keys()], telling);
  const found: Topic[] = [];
  for (;;) {
    let best: Shared | undefined;
    for (const each of left.values()) if (!best || byTelling(each, best) < 0) best = each;
    if (!best) return found;
    const [made, members] = [best, [...best.held]];
    const label = labelOf(made, sharedBy(members, telling).values());
    const theirs = members.flatMap(at => texts[at] ?? []);
    found.push({ members, words: label.map(word => asWritten(word, theirs, language)) });
    for (const at of members)
      for (const [word, weight] of telling[at] ?? []) {
        const shared = left.get(word);
        shared?.held.delete(at);
        if (shared) shared.tells -= weight;
        if (shared && shared.held.size < 2) left.delete(word);
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

/** Of each language: what tells a domain from the others is a topic, too. A document that shares no telling word with another is in none. */
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
