// The order in which candidates are chosen: the best of the type whose turn it is, no document and no matter too often.

import type { QuestionType } from "../../schemas/items/item-types.ts";
import { questionTypes } from "../../schemas/items/question-types.ts";
import type { Settled, SettledRow } from "../../schemas/questions/records.ts";
import { jaccard } from "../text/similarity.ts";
import { questionIdOf } from "./unfolded.ts";
import type { Cell } from "../items/quotas.ts";

/** A candidate and the row it stands in. */
export interface RankedCandidate {
  readonly row: SettledRow;
  readonly candidate: Settled;
}

/** What nobody marked counts as the middle of 1 to 5. */
const middle = 3;
/** Below this mean of the marks there are, a question waits until there is no better one of any type. */
const minWorth = 4.5;
/** Marked best by all: what one has to be whose documents are only probably joined, or that is over a family, where all are marked high. */
const minOfBest = 5;
/** What other types leave goes to a type up to so many times its own turns: no mix becomes all of one type. */
const maxOfTurns = 1.5;
/** Of one document so many, while others have candidates. */
const maxOfDocument = 5;
/** Questions on one document that share so many of their n-grams ask much the same. */
const alike = 0.7;

/** Best first, part by part. */
const meritsOf = ({ measures }: Settled): number[] => [
  (measures.proposed ?? middle) + (measures.read ?? middle),
  // What code makes is worth alike, of however many passages.
  measures.proof === "construction" ? 1 : (measures.passages ?? 1),
  // Its evidence is what a search with the question's own words brings first: hardly a test of anything.
  measures.lexicalRank === 1 ? 0 : 1,
  measures.known === true ? 0 : 1,
];

/** Whether the mean of the marks there are is below. */
function isBelow(least: number, { measures: { proposed, read } }: Settled): boolean {
  const marks = [proposed, read].filter(mark => mark !== null);
  return marks.length > 0 && marks.reduce((a, b) => a + b, 0) < least * marks.length;
}

const isWeak = (candidate: Settled): boolean =>
  isBelow(
    candidate.measures.linked === 2 || questionTypes[candidate.type].family ? minOfBest : minWorth,
    candidate,
  );

/** A weak question that also joins documents is worse than none. */
const joinsInVain = (candidate: Settled) => candidate.measures.linked !== null && isWeak(candidate);

interface Entry extends RankedCandidate {
  readonly id: string;
  readonly merits: readonly number[];
  /** Whether something like it was chosen, or it is worth little: all others come first. */
  waits: boolean;
  /** What it costs not to be marked best by all. */
  readonly notBest: number;
}

const toEntry = (row: SettledRow, candidate: Settled): Entry => ({
  row,
  candidate,
  id: questionIdOf(row.proposalId, candidate.number),
  merits: meritsOf(candidate),
  waits: isWeak(candidate),
  notBest: isBelow(minOfBest, candidate) ? costs.notBest : 0,
});

function byMerit(a: Entry, b: Entry): number {
  const part = a.merits.findIndex((merit, at) => merit !== b.merits[at]);
  if (part >= 0) return (b.merits[part] ?? 0) - (a.merits[part] ?? 0);
  // Ids are hashes: of equals no document comes first by its name.
  return a.id < b.id ? -1 : 1;
}

/** What a question rests on, be it a part of what was read; a list over all documents takes none of them from others. */
function documentsOf({ row, candidate }: RankedCandidate): readonly string[] {
  const cited = candidate.evidence.map(({ span }) => span.documentId);
  return candidate.factIds ? [] : cited.length > 0 ? cited : row.documentIds;
}

const placesOf = ({ evidence }: Settled): string =>
  evidence
    .map(({ span }) => `${span.documentId} ${span.start}`)
    .sort()
    .join();

const isAlike = (a: Settled, b: Settled): boolean =>
  (a.evidence.length > 0 && placesOf(a) === placesOf(b)) ||
  jaccard(a.question, b.question) >= alike;

/** What sets a candidate back in a turn, added up. */
const costs = {
  /** Of another type than the one whose turn it is. */
  otherType: 1,
  /** Not marked best by all: of any type those that are come first, as far as the types' shares allow. */
  notBest: 2,
  /** Of another domain or language. */
  elsewhere: 4,
  /** While there is any other. */
  waits: 8,
};

/** How far from what the turn wants, marks aside. */
function distanceFrom(
  { type, domain, language }: Cell,
  { row, candidate }: RankedCandidate,
): number {
  if (row.domain !== domain || row.language !== language) return costs.elsewhere;
  return candidate.type === type ? 0 : costs.otherType;
}

/** How often each has come. */
class Tally {
  readonly #counts = new Map<string, number>();
  add(name: string): void {
    this.#counts.set(name, this.of(name) + 1);
  }
  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }
}

/** The candidates in the order of choice, one a turn while there are any. */
export function orderByWorth(
  rows: readonly SettledRow[],
  turns: readonly Cell[],
): RankedCandidate[] {
  const waiting = new Set(
    rows
      .flatMap(row => row.accepted.map(candidate => toEntry(row, candidate)))
      .filter(({ candidate }) => !joinsInVain(candidate))
      .sort(byMerit),
  );
  const [ofDocument, ofType, turnsOf] = [new Tally(), new Tally(), new Tally()];
  const isFull = (entry: Entry) =>
    documentsOf(entry).some(id => ofDocument.of(id) >= maxOfDocument);
  const most = (type: QuestionType) =>
    ("keepsToShare" in questionTypes[type] ? 1 : maxOfTurns) * turnsOf.of(type);
  const hasHadEnough = (type: QuestionType) => ofType.of(type) >= most(type);
  /** Whether one more of it leaves other types their shares: only then it comes before what they have. */
  const hasRoom = (type: QuestionType) => ofType.of(type) + 1 <= most(type);
  const choose = (chosen: Entry) => {
    waiting.delete(chosen);
    ofType.add(chosen.candidate.type);
    const documents = new Set(documentsOf(chosen));
    for (const id of documents) ofDocument.add(id);
    for (const other of waiting)
      other.waits ||=
        other.row.documentIds.some(id => documents.has(id)) &&
        isAlike(other.candidate, chosen.candidate);
  };
  return turns.flatMap(turn => {
    turnsOf.add(turn.type);
    const cost = (entry: Entry) => {
      const { type } = entry.candidate;
      const waits = entry.waits || isFull(entry) || (type !== turn.type && hasHadEnough(type));
      const mayDisplace = type === turn.type || hasRoom(type);
      const marked = mayDisplace ? entry.notBest : costs.notBest;
      return distanceFrom(turn, entry) + marked + (waits ? costs.waits : 0);
    };
    const next = cheapest(waiting, cost);
    if (next) choose(next);
    return next ?? [];
  });
}

/** The first of the cheapest. */
function cheapest<T>(all: Iterable<T>, costOf: (one: T) => number): T | undefined {
  let best: { readonly one: T; readonly cost: number } | undefined;
  for (const one of all) {
    const cost = costOf(one);
    if (cost === 0) return one;
    if (!best || cost < best.cost) best = { one, cost };
  }
  return best?.one;
}

/** The first that fit, turn by turn; for runs that measure what choosing by worth is worth. */
export function orderAsTheyCome(
  rows: readonly SettledRow[],
  turns: readonly Cell[],
): RankedCandidate[] {
  const waiting = new Set<RankedCandidate>(
    rows.flatMap(row => row.accepted.map(candidate => ({ row, candidate }))),
  );
  return turns.flatMap(turn => {
    const next = cheapest(waiting, placed => distanceFrom(turn, placed));
    if (next) waiting.delete(next);
    return next ?? [];
  });
}
