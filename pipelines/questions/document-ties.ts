// Finds ties between documents without a model: words of their subjects, rare words, similar names, mentions, similar briefs.

import type { Language } from "../../schemas/items/item-types.ts";
import type { Brief } from "../../schemas/questions/records.ts";
import { compareStrings, countOf, groupBy } from "../engine/grouping.ts";
import { buildBm25 } from "../retrieval/bm25.ts";
import { contentWords } from "../text/content-words.ts";
import { grams, jaccard } from "../text/similarity.ts";
import { namesMentioned } from "./name-mentions.ts";

/** A document with its brief. */
export interface BriefedDocument {
  readonly name: string;
  readonly text: string;
  readonly brief: Brief;
}

/** Two documents, by their indices in the list. */
export interface Tie {
  readonly a: number;
  readonly b: number;
  readonly weight: number;
  /** The strongest reason for the tie, in words. */
  readonly reason: string;
}

/** Maximum number of ties kept per document: the strongest. */
const maxTiesEach = 10;
/** Maximum number of documents (or 1/3, 1/6 of all) that may share a key; a more common key does not tie any two of them. */
const holderLimits = { frequent: [30, 3], rare: [8, 6] } as const;
/** Maximum number of characters of a text that are searched for common words. */
const maxSearched = 5000;
/** Minimum share of letter pairs, and of rare letter pairs, that similar names have in common. */
const minNameSimilarity = 0.4;
/** Minimum score for a similar brief, as a share of a brief's score against itself. */
const minBriefSimilarity = 0.25;
/** Number of similar briefs considered for each document. */
const neighbourCount = 5;

type Frequency = keyof typeof holderLimits;

const maxHolders = (frequency: Frequency, documentCount: number): number => {
  const [max, divisor] = holderLimits[frequency];
  return Math.max(2, Math.min(max, Math.ceil(documentCount / divisor)));
};

/** One way to tie documents: each document has keys, and documents that share a key are tied. */
interface TieSource {
  readonly reason: string;
  readonly strength: number;
  /** How common a key may be. */
  readonly frequency: Frequency;
  /** The keys of each document. */
  readonly keySets: readonly ReadonlySet<string>[];
}

/** Content words without numbers, which are shared by chance. */
const wordsOf = (text: string, language: Language): Set<string> =>
  new Set(contentWords(text, language).filter(word => !/^[\p{N}.]+$/u.test(word)));

/** Letters in each piece of a name that is compared. */
const gramLength = 2;

function tieSourcesOf(
  briefedDocuments: readonly BriefedDocument[],
  language: Language,
): TieSource[] {
  const nameAndSubject = ({ name, brief }: BriefedDocument) => `${name}\n${brief.subject}`;
  const common = commonWords(briefedDocuments, language);
  return [
    {
      reason: "subject",
      strength: 2,
      frequency: "frequent",
      keySets: briefedDocuments.map(row => wordsOf(nameAndSubject(row), language)),
    },
    {
      reason: "rare word",
      strength: 1,
      frequency: "rare",
      keySets: briefedDocuments.map(
        row =>
          new Set(
            [
              ...wordsOf(`${nameAndSubject(row)}\n${row.brief.settles.join("\n")}`, language),
            ].filter(word => !common.has(word)),
          ),
      ),
    },
    {
      reason: "mention",
      strength: 3,
      frequency: "frequent",
      keySets: namesMentioned(briefedDocuments),
    },
  ];
}

/** Words that occur in many of the texts, even if they are rare in briefs. */
function commonWords(
  briefedDocuments: readonly BriefedDocument[],
  language: Language,
): Set<string> {
  const counts = countOf(
    briefedDocuments.flatMap(({ text }) => [...wordsOf(text.slice(0, maxSearched), language)]),
  );
  const max = maxHolders("rare", briefedDocuments.length);
  return new Set([...counts].flatMap(([word, count]) => (count > max ? word : [])));
}

/** The ties of one document, by the index of the other document. */
type Ties = Map<number, { weight: number; strongest: number; reason: string }>;

function recordTie(ties: Ties, other: number, weight: number, reason: string): void {
  const previous = ties.get(other) ?? { weight: 0, strongest: 0, reason };
  ties.set(other, {
    weight: previous.weight + weight,
    strongest: Math.max(previous.strongest, weight),
    reason: weight > previous.strongest ? reason : previous.reason,
  });
}

/** Adds the ties of the document at an index to others that share a key; ignores keys that too many share. */
type Finder = (index: number, ties: Ties) => void;

/** The documents that have each key, if there are at least two but not too many. */
function holdersByKey(
  keySets: readonly ReadonlySet<string>[],
  frequency: Frequency,
): Map<string, readonly number[]> {
  const max = maxHolders(frequency, keySets.length);
  const pairs = keySets.flatMap((keys, index) => [...keys].map(key => ({ key, index })));
  return new Map(
    [...groupBy(pairs, ({ key }) => key)]
      .filter(([, { length }]) => length > 1 && length <= max)
      .map(([key, holders]) => [key, holders.map(({ index }) => index)]),
  );
}

function tieFinder({ reason, strength, frequency, keySets }: TieSource): Finder {
  const holdersOf = holdersByKey(keySets, frequency);
  return (index, ties) => {
    for (const key of keySets[index] ?? []) {
      const holders = holdersOf.get(key) ?? [];
      const weight = strength * Math.log(1 + keySets.length / holders.length);
      for (const other of holders)
        if (other !== index) recordTie(ties, other, weight, `${reason}: ${key}`);
    }
  };
}

const bothNames = (
  briefedDocuments: readonly BriefedDocument[],
  first: number,
  second: number,
): string =>
  [briefedDocuments[first]?.name ?? "", briefedDocuments[second]?.name ?? ""]
    .sort(compareStrings)
    .join(" / ");

/** Ties similar names (numbers aside) that share rare letter pairs. */
function namesFinder(briefedDocuments: readonly BriefedDocument[]): Finder {
  const names = briefedDocuments.map(({ name }) => name.replace(/\p{N}+/gu, " "));
  const pairsOfNames = names.map(name => grams(name, gramLength));
  const holdersOf = holdersByKey(pairsOfNames, "frequent");
  const rarePairs = pairsOfNames.map(pairs => [...pairs].filter(pair => holdersOf.has(pair)));
  return (index, ties) => {
    const [pairs = [], name = ""] = [rarePairs[index], names[index]];
    for (const other of new Set(pairs.flatMap(pair => holdersOf.get(pair) ?? []))) {
      const [otherPairs = [], otherName = ""] = [rarePairs[other], names[other]];
      const sharedCount = otherPairs.filter(pair => pairs.includes(pair)).length;
      const similarity = Math.min(
        sharedCount / (pairs.length + otherPairs.length - sharedCount),
        jaccard(name, otherName, gramLength),
      );
      if (other === index || similarity < minNameSimilarity) continue;
      const weight = 2 * similarity * Math.log(1 + briefedDocuments.length);
      recordTie(ties, other, weight, `names alike: ${bothNames(briefedDocuments, index, other)}`);
    }
  };
}

/** Ties documents whose briefs are similar. */
function briefsFinder(briefedDocuments: readonly BriefedDocument[], language: Language): Finder {
  const briefTokens = briefedDocuments.map(({ brief }) =>
    contentWords(`${brief.subject}\n${brief.settles.join("\n")}`, language),
  );
  const bm25 = buildBm25(briefTokens.map((tokens, index) => ({ id: String(index), tokens })));
  return (index, ties) => {
    const hits = bm25.search(briefTokens[index] ?? [], neighbourCount + 1);
    const ownScore = hits.find(({ id }) => id === String(index))?.score ?? Number.POSITIVE_INFINITY;
    for (const { id, score } of hits) {
      const other = Number(id);
      if (other === index || score / ownScore < minBriefSimilarity) continue;
      const weight = (2 * score * Math.log(1 + briefedDocuments.length)) / ownScore;
      recordTie(ties, other, weight, `alike: ${bothNames(briefedDocuments, index, other)}`);
    }
  };
}

/** The ties of documents of one domain and language, strongest first, including each document's ten strongest. */
export function tiesAmong(briefedDocuments: readonly BriefedDocument[], language: Language): Tie[] {
  const finders = [
    ...tieSourcesOf(briefedDocuments, language).map(tieFinder),
    namesFinder(briefedDocuments),
    briefsFinder(briefedDocuments, language),
  ];
  const tiesByPair = new Map<string, Tie>();
  for (const index of briefedDocuments.keys()) {
    const ties: Ties = new Map();
    for (const addTies of finders) addTies(index, ties);
    const strongestTies = [...ties]
      .sort(([a, x], [b, y]) => y.weight - x.weight || a - b)
      .slice(0, maxTiesEach);
    for (const [other, { weight, reason }] of strongestTies) {
      const [a, b] = index < other ? [index, other] : [other, index];
      if (weight > (tiesByPair.get(`${a} ${b}`)?.weight ?? 0))
        tiesByPair.set(`${a} ${b}`, { a, b, weight, reason });
    }
  }
  return [...tiesByPair.values()].sort((x, y) => y.weight - x.weight || x.a - y.a || x.b - y.b);
}
