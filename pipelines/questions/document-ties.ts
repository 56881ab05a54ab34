// Finds by code what ties documents together: words of their subjects, rare words, similar names, mentions, similar briefs.

import type { Language } from "../../schemas/items/item-types.ts";
import type { Brief } from "../../schemas/questions/records.ts";
import { compareTexts, countOf, groupBy } from "../engine/grouping.ts";
import { buildBm25 } from "../retrieval/bm25.ts";
import { contentWords } from "../text/content-words.ts";
import { grams, jaccard } from "../text/similarity.ts";
import { namesMentioned } from "./mentions.ts";

export interface Briefed {
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

/** How many of a document's ties are kept, the strongest. */
const tiesEach = 10;
/** The most documents (or 1/3, 1/6 of all) that may share a key; a more common one says nothing about any two. */
const holdersOf = { frequent: [30, 3], rare: [8, 6] } as const;
/** Characters of a text that are searched for common words. */
const maxText = 5000;
/** Share of letter pairs, and of rare letter pairs, that similar names have in common. */
const namesAlike = 0.4;
/** The share of a brief's score against itself from which another brief is similar. */
const likeness = 0.25;
const nearest = 5;

const maxHolders = (holders: keyof typeof holdersOf, documents: number): number => {
  const [most, part] = holdersOf[holders];
  return Math.max(2, Math.min(most, Math.ceil(documents / part)));
};

/** One way to tie documents: each has keys, and those that share one are tied. */
interface Channel {
  readonly why: string;
  readonly strength: number;
  readonly holders: keyof typeof holdersOf;
  readonly keysOf: readonly ReadonlySet<string>[];
}

/** Content words without numbers, which are shared by chance. */
const wordsOf = (text: string, language: Language): Set<string> =>
  new Set(contentWords(text, language).filter(word => !/^[\p{N}.]+$/u.test(word)));

const pair = 2;

function channelsOf(briefed: readonly Briefed[], language: Language): Channel[] {
  const about = ({ name, brief }: Briefed) => `${name}\n${brief.subject}`;
  const common = commonWords(briefed, language);
  return [
    {
      why: "subject",
      strength: 2,
      holders: "frequent",
      keysOf: briefed.map(row => wordsOf(about(row), language)),
    },
    {
      why: "rare word",
      strength: 1,
      holders: "rare",
      keysOf: briefed.map(
        row =>
          new Set(
            [...wordsOf(`${about(row)}\n${row.brief.settles.join("\n")}`, language)].filter(
              word => !common.has(word),
            ),
          ),
      ),
    },
    { why: "mention", strength: 3, holders: "frequent", keysOf: namesMentioned(briefed) },
  ];
}

/** Words that many of the texts have, even if they are rare in briefs. */
function commonWords(briefed: readonly Briefed[], language: Language): Set<string> {
  const counts = countOf(
    briefed.flatMap(({ text }) => [...wordsOf(text.slice(0, maxText), language)]),
  );
  const most = maxHolders("rare", briefed.length);
  return new Set([...counts].flatMap(([word, count]) => (count > most ? word : [])));
}

type Ties = Map<number, { weight: number; strongest: number; why: string }>;

function note(found: Ties, other: number, weight: number, why: string): void {
  const before = found.get(other) ?? { weight: 0, strongest: 0, why };
  found.set(other, {
    weight: before.weight + weight,
    strongest: Math.max(before.strongest, weight),
    why: weight > before.strongest ? why : before.why,
  });
}

/** Adds a document's ties to others that share a key; keys that too many have are ignored. */
type Finder = (at: number, found: Ties) => void;

/** The documents that have each key, if there are at least two but not too many. */
function holdersByKey(
  keysOf: readonly ReadonlySet<string>[],
  holders: keyof typeof holdersOf,
): Map<string, readonly number[]> {
  const cap = maxHolders(holders, keysOf.length);
  const pairs = keysOf.flatMap((keys, at) => [...keys].map(key => ({ key, at })));
  return new Map(
    [...groupBy(pairs, ({ key }) => key)]
      .filter(([, { length }]) => length > 1 && length <= cap)
      .map(([key, list]) => [key, list.map(({ at }) => at)]),
  );
}

function channelFinder({ why, strength, holders, keysOf }: Channel): Finder {
  const held = holdersByKey(keysOf, holders);
  return (at, found) => {
    for (const key of keysOf[at] ?? []) {
      const others = held.get(key) ?? [];
      const weight = strength * Math.log(1 + keysOf.length / others.length);
      for (const other of others) if (other !== at) note(found, other, weight, `${why}: ${key}`);
    }
  };
}

const bothNames = (briefed: readonly Briefed[], one: number, other: number): string =>
  [briefed[one]?.name ?? "", briefed[other]?.name ?? ""].sort(compareTexts).join(" / ");

/** Ties similar names (numbers aside) that share rare letter pairs. */
function namesFinder(briefed: readonly Briefed[]): Finder {
  const names = briefed.map(({ name }) => name.replace(/\p{N}+/gu, " "));
  const pairs = names.map(name => grams(name, pair));
  const held = holdersByKey(pairs, "frequent");
  const rare = pairs.map(own => [...own].filter(key => held.has(key)));
  return (at, found) => {
    const [own = [], name = ""] = [rare[at], names[at]];
    for (const other of new Set(own.flatMap(key => held.get(key) ?? []))) {
      const [otherPairs = [], otherName = ""] = [rare[other], names[other]];
      const shared = otherPairs.filter(key => own.includes(key)).length;
      const alike = Math.min(
        shared / (own.length + otherPairs.length - shared),
        jaccard(name, otherName, pair),
      );
      if (other === at || alike < namesAlike) continue;
      const weight = 2 * alike * Math.log(1 + briefed.length);
      note(found, other, weight, `names alike: ${bothNames(briefed, at, other)}`);
    }
  };
}

function likenessFinder(briefed: readonly Briefed[], language: Language): Finder {
  const all = briefed.map(({ brief }) =>
    contentWords(`${brief.subject}\n${brief.settles.join("\n")}`, language),
  );
  const index = buildBm25(all.map((tokens, at) => ({ id: String(at), tokens })));
  return (at, found) => {
    const hits = index.search(all[at] ?? [], nearest + 1);
    const own = hits.find(({ id }) => id === String(at))?.score ?? Number.POSITIVE_INFINITY;
    for (const { id, score } of hits) {
      const other = Number(id);
      if (other === at || score / own < likeness) continue;
      const weight = (2 * score * Math.log(1 + briefed.length)) / own;
      note(found, other, weight, `alike: ${bothNames(briefed, at, other)}`);
    }
  };
}

/** The ties of documents of one domain and language, strongest first, including each document's ten strongest. */
export function tiesAmong(briefed: readonly Briefed[], language: Language): Tie[] {
  const finders = [
    ...channelsOf(briefed, language).map(channelFinder),
    namesFinder(briefed),
    likenessFinder(briefed, language),
  ];
  const ties = new Map<string, Tie>();
  for (const at of briefed.keys()) {
    const found: Ties = new Map();
    for (const find of finders) find(at, found);
    const strongest = [...found]
      .sort(([a, x], [b, y]) => y.weight - x.weight || a - b)
      .slice(0, tiesEach);
    for (const [other, { weight, why }] of strongest) {
      const [a, b] = at < other ? [at, other] : [other, at];
      if (weight > (ties.get(`${a} ${b}`)?.weight ?? 0))
        ties.set(`${a} ${b}`, { a, b, weight, why });
    }
  }
  return [...ties.values()].sort((x, y) => y.weight - x.weight || x.a - y.a || x.b - y.b);
}
