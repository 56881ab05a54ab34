// Finds in code what ties documents together: words of their subjects, rare words, similar names, mentions, similar briefs.

import type { Language } from "../../schemas/items/item-types.ts";
import type { Brief } from "../../schemas/questions/records.ts";
import { compareTexts, countOf, groupBy } from "../engine/grouping.ts";
import { buildBm25 } from "../retrieval/bm25.ts";
import { contentWords } from "../text/content-words.ts";
import { grams, jaccard } from "../text/similarity.ts";

/** Maximum characters of a text that are searched for names. */
const maxSearchedForNames = 20_000;
/** Minimum length of a name; shorter ones are ordinary words that occur anywhere. */
const minLength = { han: 2, other: 4 };

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{Script=Latin}\p{N}]/u.test(character);

const isLongEnough = (name: string): boolean =>
  name.length >= (/\p{Script=Han}/u.test(name) ? minLength.han : minLength.other);

/** The names (lower-cased) that each text has as whole words, including its own; each text is scanned once. */
export function namesMentioned(
  rows: readonly { readonly name: string; readonly text: string }[],
): Set<string>[] {
  const namesByBeginning = new Map<string, string[]>();
  for (const name of new Set(rows.map(row => row.name.trim().toLowerCase()).filter(isLongEnough)))
    namesByBeginning.set(name.slice(0, 2), [
      ...(namesByBeginning.get(name.slice(0, 2)) ?? []),
      name,
    ]);
  return rows.map(row => {
    const text = row.text.slice(0, maxSearchedForNames).toLowerCase();
    const foundNames = new Set([row.name.trim().toLowerCase()]);
    for (let index = 0; index < text.length - 1; index++)
      for (const name of namesByBeginning.get(text.slice(index, index + 2)) ?? [])
        if (
          !foundNames.has(name) &&
          text.startsWith(name, index) &&
          isWholeWord(text, index, index + name.length)
        )
          foundNames.add(name);
    return foundNames;
  });
}

const isWholeWord = (text: string, start: number, end: number): boolean =>
  !(isWordCharacter(text[start]) && isWordCharacter(text[start - 1])) &&
  !(isWordCharacter(text[end - 1]) && isWordCharacter(text[end]));

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
  readonly why: string;
}

/** Maximum number of ties kept per document: the strongest. */
const maxTiesEach = 10;
/** Maximum number of documents (or 1/3, 1/6 of all) that may share a key; a more common key says nothing about any two of them. */
const holderLimits = { frequent: [30, 3], rare: [8, 6] } as const;
/** Maximum characters of a text that are searched for common words. */
const maxSearched = 5000;
/** Minimum share of letter pairs, and of rare letter pairs, that similar names have in common. */
const minNameSimilarity = 0.4;
/** Minimum score of a similar brief, as a share of a brief's score against itself. */
const minBriefSimilarity = 0.25;
/** Number of similar briefs considered for each document. */
const neighbourCount = 5;

type Frequency = keyof typeof holderLimits;

const maxHolders = (frequency: Frequency, documentCount: number): number => {
  const [max, divisor] = holderLimits[frequency];
  return Math.max(2, Math.min(max, Math.ceil(documentCount / divisor)));
};

/** One way to tie documents: each document has keys, and documents that share a key are tied. */
interface Channel {
  readonly why: string;
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

function channelsOf(briefed: readonly BriefedDocument[], language: Language): Channel[] {
  const nameAndSubject = ({ name, brief }: BriefedDocument) => `${name}\n${brief.subject}`;
  const common = commonWords(briefed, language);
  return [
    {
      why: "subject",
      strength: 2,
      frequency: "frequent",
      keySets: briefed.map(row => wordsOf(nameAndSubject(row), language)),
    },
    {
      why: "rare word",
      strength: 1,
      frequency: "rare",
      keySets: briefed.map(
        row =>
          new Set(
            [
              ...wordsOf(`${nameAndSubject(row)}\n${row.brief.settles.join("\n")}`, language),
            ].filter(word => !common.has(word)),
          ),
      ),
    },
    { why: "mention", strength: 3, frequency: "frequent", keySets: namesMentioned(briefed) },
  ];
}

/** Words that many of the texts have, even if they are rare in briefs. */
function commonWords(briefed: readonly BriefedDocument[], language: Language): Set<string> {
  const counts = countOf(
    briefed.flatMap(({ text }) => [...wordsOf(text.slice(0, maxSearched), language)]),
  );
  const max = maxHolders("rare", briefed.length);
  return new Set([...counts].flatMap(([word, count]) => (count > max ? word : [])));
}

/** The ties of one document, by the index of the other document. */
type Ties = Map<number, { weight: number; strongest: number; why: string }>;

function recordTie(ties: Ties, other: number, weight: number, why: string): void {
  const previous = ties.get(other) ?? { weight: 0, strongest: 0, why };
  ties.set(other, {
    weight: previous.weight + weight,
    strongest: Math.max(previous.strongest, weight),
    why: weight > previous.strongest ? why : previous.why,
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

function channelFinder({ why, strength, frequency, keySets }: Channel): Finder {
  const holdersOf = holdersByKey(keySets, frequency);
  return (index, ties) => {
    for (const key of keySets[index] ?? []) {
      const holders = holdersOf.get(key) ?? [];
      const weight = strength * Math.log(1 + keySets.length / holders.length);
      for (const other of holders)
        if (other !== index) recordTie(ties, other, weight, `${why}: ${key}`);
    }
  };
}

const bothNames = (briefed: readonly BriefedDocument[], one: number, other: number): string =>
  [briefed[one]?.name ?? "", briefed[other]?.name ?? ""].sort(compareTexts).join(" / ");

/** Ties similar names (numbers aside) that share rare letter pairs. */
function namesFinder(briefed: readonly BriefedDocument[]): Finder {
  const names = briefed.map(({ name }) => name.replace(/\p{N}+/gu, " "));
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
      const weight = 2 * similarity * Math.log(1 + briefed.length);
      recordTie(ties, other, weight, `names alike: ${bothNames(briefed, index, other)}`);
    }
  };
}

/** Ties documents whose briefs are similar. */
function briefsFinder(briefed: readonly BriefedDocument[], language: Language): Finder {
  const briefTokens = briefed.map(({ brief }) =>
    contentWords(`${brief.subject}\n${brief.settles.join("\n")}`, language),
  );
  const bm25 = buildBm25(briefTokens.map((tokens, index) => ({ id: String(index), tokens })));
  return (index, ties) => {
    const hits = bm25.search(briefTokens[index] ?? [], neighbourCount + 1);
    const ownScore = hits.find(({ id }) => id === String(index))?.score ?? Number.POSITIVE_INFINITY;
    for (const { id, score } of hits) {
      const other = Number(id);
      if (other === index || score / ownScore < minBriefSimilarity) continue;
      const weight = (2 * score * Math.log(1 + briefed.length)) / ownScore;
      recordTie(ties, other, weight, `alike: ${bothNames(briefed, index, other)}`);
    }
  };
}

/** The ties of documents of one domain and language, strongest first, including each document's ten strongest. */
export function tiesAmong(briefed: readonly BriefedDocument[], language: Language): Tie[] {
  const finders = [
    ...channelsOf(briefed, language).map(channelFinder),
    namesFinder(briefed),
    briefsFinder(briefed, language),
  ];
  const tiesByPair = new Map<string, Tie>();
  for (const index of briefed.keys()) {
    const ties: Ties = new Map();
    for (const addTies of finders) addTies(index, ties);
    const strongestTies = [...ties]
      .sort(([a, x], [b, y]) => y.weight - x.weight || a - b)
      .slice(0, maxTiesEach);
    for (const [other, { weight, why }] of strongestTies) {
      const [a, b] = index < other ? [index, other] : [other, index];
      if (weight > (tiesByPair.get(`${a} ${b}`)?.weight ?? 0))
        tiesByPair.set(`${a} ${b}`, { a, b, weight, why });
    }
  }
  return [...tiesByPair.values()].sort((x, y) => y.weight - x.weight || x.a - y.a || x.b - y.b);
}
