// Orders candidates for the choice: the best of the type whose turn it is, without using a document or a topic too often.

import type { QuestionType } from "../../schemas/items/item-types.ts";
import { questionTypes } from "../../schemas/items/question-types.ts";
import type { Settled, SettledRow } from "../../schemas/questions/records.ts";
import { jaccard } from "../text/similarity.ts";
import { questionIdOf } from "./candidate-rows.ts";
import type { Cell } from "../items/quotas.ts";

/** A candidate and its row. */
export interface RankedCandidate {
  readonly row: SettledRow;
  readonly candidate: Settled;
}

/** The mark that an unmarked candidate counts as: the middle of 1 to 5. */
const middle = 3;
/** A question whose mean mark is below this waits until there is no better one of any type. */
const minWorth = 4.5;
/** The best mark, required of all markers if a link is only probable, or for family questions, which are all marked high. */
const minOfBest = 5;
/** A type takes turns that others leave, up to this multiple of its own, so that no mix becomes all one type. */
const maxOfTurns = 1.5;
/** The most questions per document, as long as others have candidates. */
const maxOfDocument = 5;
/** The n-gram similarity from which two questions on one document ask much the same. */
const alike = 0.7;

/** A candidate's merits, compared in this order; higher is better. */
const meritsOf = ({ measures }: Settled): number[] => [
  (measures.proposed ?? middle) + (measures.read ?? middle),
  // Constructed questions are worth the same, however many passages they need.
  measures.proof === "construction" ? 1 : (measures.passages ?? 1),
  // If a search with the question's own words finds the evidence first, it hardly tests anything.
  measures.lexicalRank === 1 ? 0 : 1,
  measures.known === true ? 0 : 1,
];

/** Whether the mean of the existing marks is below `least`. */
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
  /** Whether all others come first: something similar was chosen, or it is weak. */
  waits: boolean;
  /** The cost of not being marked best by all. */
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
  // Ids are hashes, so that equals are not ordered by their documents' names.
  return a.id < b.id ? -1 : 1;
}

/** The documents that a question uses up: those it cites, or all that were read. A list over all documents uses up none. */
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

/** Costs of a candidate in a turn, added up. */
const costs = {
  /** Not of the type whose turn it is. */
  otherType: 1,
  /** Not marked best by all: those that are come first, whatever their type, as far as the types' shares allow. */
  notBest: 2,
  /** In another domain or language. */
  elsewhere: 4,
  /** Waits as long as there is any other. */
  waits: 8,
};

/** Cost of a candidate in a turn, marks aside. */
function distanceFrom(
  { type, domain, language }: Cell,
  { row, candidate }: RankedCandidate,
): number {
  if (row.domain !== domain || row.language !== language) return costs.elsewhere;
  return candidate.type === type ? 0 : costs.otherType;
}

/** Counts by name. */
class Tally {
  readonly #counts = new Map<string, number>();
  add(name: string): void {
    this.#counts.set(name, this.of(name) + 1);
  }
  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }
}

/** The candidates in the order of choice, one per turn while there are any. */
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
  /** Whether one more of a type leaves the other types their shares; only then may it come before theirs. */
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

/** The cheapest; of equals, the first. */
function cheapest<T>(all: Iterable<T>, costOf: (one: T) => number): T | undefined {
  let best: { readonly one: T; readonly cost: number } | undefined;
  for (const one of all) {
    const cost = costOf(one);
    if (cost === 0) return one;
    if (!best || cost < best.cost) best = { one, cost };
  }
  return best?.one;
}

/** Takes the first that fits in each turn; for runs that measure what choosing by worth gains. */
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
