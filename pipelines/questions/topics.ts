// Groups all documents by topic in code, whether or not they are read, from the distinctive words of their beginnings.

import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { type TopicRow, topics } from "../../schemas/questions/topics.ts";
import { rowId } from "../engine/fingerprint.ts";
import { compareStrings, countOf, groupBy } from "../engine/grouping.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { contentWords } from "../text/content-words.ts";
import { searchTokens } from "../text/segment.ts";

/** Maximum number of characters used from a document, after its name. */
const maxTextLength = 2000;
/** Number of distinctive words per document. */
const wordsPerDocument = 12;
/** Maximum share of documents in which a distinctive word may occur. */
const maxHolderShare = 1 / 3;
/** Maximum number of words in a topic's label. */
const maxLabelWords = 3;

/** Documents, by their indices in the list, and the words they share. */
export interface Topic {
  readonly words: string[];
  readonly members: number[];
}

/** The distinctive words (tf-idf) of each text, among those that occur in several texts. */
function distinctiveWords(texts: readonly string[], language: Language): Map<string, number>[] {
  const counts = texts.map(text => countOf(contentWords(text, language)));
  const holderCounts = countOf(counts.flatMap(textCounts => [...textCounts.keys()]));
  const maxHolders = Math.min(
    texts.length - 1,
    Math.max(2, Math.ceil(texts.length * maxHolderShare)),
  );
  return counts.map(textCounts => {
    const weightedWords = [...textCounts].flatMap(([word, count]): [string, number][] => {
      const holderCount = holderCounts.get(word) ?? 0;
      // Numbers, single letters and words that occur only once in a text are shared by chance.
      return count < 2 ||
        holderCount < 2 ||
        holderCount > maxHolders ||
        /^(?:[\p{N}.]+|[a-z])$/u.test(word)
        ? []
        : [[word, (1 + Math.log(count)) * Math.log(1 + texts.length / holderCount)]];
    });
    return new Map(
      weightedWords
        .sort(([a, x], [b, y]) => y - x || compareStrings(a, b))
        .slice(0, wordsPerDocument),
    );
  });
}

/** A distinctive word that occurs in several texts. */
interface SharedWord {
  readonly word: string;
  /** Indices of the texts that contain it. */
  readonly textIndices: Set<number>;
  /** The sum of its weights in them. */
  weight: number;
}

/** The distinctive words that occur in two or more of these texts. */
function wordsSharedBy(
  members: readonly number[],
  distinctive: readonly ReadonlyMap<string, number>[],
) {
  const sharedWords = new Map<string, SharedWord>();
  for (const index of members)
    for (const [word, weight] of distinctive[index] ?? []) {
      const sharedWord = sharedWords.get(word) ?? { word, textIndices: new Set(), weight: 0 };
      sharedWords.set(word, sharedWord);
      sharedWord.textIndices.add(index);
      sharedWord.weight += weight;
    }
  for (const [word, { textIndices: indices }] of sharedWords)
    if (indices.size < 2) sharedWords.delete(word);
  return sharedWords;
}

const compareWeights = (a: SharedWord, b: SharedWord): number =>
  b.weight - a.weight || compareStrings(a.word, b.word);

/** The word as spelled in the first text that contains it: English words are compared without their endings. */
function asWritten(word: string, texts: readonly string[], language: Language): string {
  for (const text of texts) {
    const writtenWord = searchTokens(text, language).find(
      each => contentWords(each, language)[0] === word,
    );
    if (writtenWord !== undefined) return writtenWord;
  }
  return word;
}

/** The word that a topic was built from, and others found in half of its texts; leaves out any word that is only part of another. */
function labelOf(main: SharedWord, sharedWords: Iterable<SharedWord>): string[] {
  const others = [...sharedWords].filter(
    ({ word, textIndices: indices }) =>
      word !== main.word && indices.size * 2 >= main.textIndices.size,
  );
  return [main, ...others.sort(compareWeights)]
    .filter(({ word, textIndices: indices }, _, all) =>
      all.every(
        other =>
          other.word === word ||
          !other.word.includes(word) ||
          other.textIndices.size < indices.size,
      ),
    )
    .slice(0, maxLabelWords)
    .map(({ word }) => word);
}

/** Makes a topic from the most distinctive word and its texts, then from the next one, among the words that remain. */
export function topicsAmong(texts: readonly string[], language: Language): Topic[] {
  const distinctive = distinctiveWords(texts, language);
  const remaining = wordsSharedBy([...texts.keys()], distinctive);
  const topicsFound: Topic[] = [];
  for (;;) {
    let best: SharedWord | undefined;
    for (const each of remaining.values()) if (!best || compareWeights(each, best) < 0) best = each;
    if (!best) return topicsFound;
    const members = [...best.textIndices];
    const label = labelOf(best, wordsSharedBy(members, distinctive).values());
    const memberTexts = members.flatMap(index => texts[index] ?? []);
    topicsFound.push({ members, words: label.map(word => asWritten(word, memberTexts, language)) });
    for (const index of members)
      for (const [word, weight] of distinctive[index] ?? []) {
        const sharedWord = remaining.get(word);
        sharedWord?.textIndices.delete(index);
        if (sharedWord) sharedWord.weight -= weight;
        if (sharedWord && sharedWord.textIndices.size < 2) remaining.delete(word);
      }
  }
}

function topicRows(rows: readonly DocumentRow[]): TopicRow[] {
  const [first] = rows;
  if (!first) return [];
  const { language } = first;
  const texts = rows.map(({ name, text }) => `${name}\n${text.slice(0, maxTextLength)}`);
  return topicsAmong(texts, language).map(({ words: topicWords, members }) => {
    const documentIds = members.flatMap(index => rows[index]?.id ?? []);
    return { id: rowId("topic", documentIds), language, words: topicWords, documentIds };
  });
}

/** Finds the topics of each language, across domains. A document that shares no distinctive word with another is in none. */
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
