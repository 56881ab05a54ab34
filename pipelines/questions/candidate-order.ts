// Orders candidates for the choice: each turn takes the best of its type, without using a document or a topic too often.

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

/** The mark that an unmarked candidate gets: the middle of 1 to 5. */
const defaultMark = 3;
/** Minimum mean mark; a question below it waits until there is no better one of any type. */
const minWorth = 4.5;
/** The best mark: required from all readers if a link is only probable, and for family questions, which are all marked high. */
const bestMark = 5;
/** Maximum number of a type's turns, as a multiple of its own: it takes what others leave, but no mix becomes all one type. */
const maxTurnFactor = 1.5;
/** Maximum number of questions per document, as long as others have candidates. */
const maxPerDocument = 5;
/** Minimum n-gram similarity at which two questions about one document count as asking much the same thing. */
const minSimilarity = 0.7;

/** A candidate's merits, in the order in which they are compared; higher is better. */
const meritsOf = ({ measures }: Settled): number[] => [
  (measures.proposed ?? defaultMark) + (measures.read ?? defaultMark),
  // Constructed questions are worth the same, regardless of how many passages they need.
  measures.proof === "construction" ? 1 : (measures.passages ?? 1),
  // If a search with the question's own words finds the evidence first, it hardly tests anything.
  measures.lexicalRank === 1 ? 0 : 1,
  measures.known === true ? 0 : 1,
];

/** Whether the mean of the existing marks is below a minimum. */
function isBelow(min: number, { measures: { proposed, read } }: Settled): boolean {
  const marks = [proposed, read].filter(mark => mark !== null);
  return marks.length > 0 && marks.reduce((a, b) => a + b, 0) < min * marks.length;
}

const isWeak = (candidate: Settled): boolean =>
  isBelow(
    candidate.measures.linked === 2 || questionTypes[candidate.type].family ? bestMark : minWorth,
    candidate,
  );

/** Whether a question joins documents and is weak: no question at all would be better. */
const joinsWeakly = (candidate: Settled) => candidate.measures.linked !== null && isWeak(candidate);

interface Entry extends RankedCandidate {
  readonly id: string;
  readonly merits: readonly number[];
  /** Whether all others come first, because something similar was chosen or it is weak. */
  isWaiting: boolean;
  /** The cost of not having the best mark from every reader. */
  readonly notBest: number;
}

const toEntry = (row: SettledRow, candidate: Settled): Entry => ({
  row,
  candidate,
  id: questionIdOf(row.proposalId, candidate.number),
  merits: meritsOf(candidate),
  isWaiting: isWeak(candidate),
  notBest: isBelow(bestMark, candidate) ? costs.notBest : 0,
});

function compareMerits(a: Entry, b: Entry): number {
  const index = a.merits.findIndex((merit, position) => merit !== b.merits[position]);
  if (index >= 0) return (b.merits[index] ?? 0) - (a.merits[index] ?? 0);
  // Ids are hashes, so ties are not broken by the documents' names.
  return a.id < b.id ? -1 : 1;
}

/** The documents that a question counts towards: those it cites, or all that were read. A list drawn from all documents counts towards none. */
function documentsOf({ row, candidate }: RankedCandidate): readonly string[] {
  const citedIds = candidate.evidence.map(({ span }) => span.documentId);
  return candidate.factIds ? [] : citedIds.length > 0 ? citedIds : row.documentIds;
}

const placesOf = ({ evidence }: Settled): string =>
  evidence
    .map(({ span }) => `${span.documentId} ${span.start}`)
    .sort()
    .join();

const isSimilar = (a: Settled, b: Settled): boolean =>
  (a.evidence.length > 0 && placesOf(a) === placesOf(b)) ||
  jaccard(a.question, b.question) >= minSimilarity;

/** Costs of a candidate in a turn, to be added up. */
const costs = {
  /** Not of the type whose turn it is. */
  otherType: 1,
  /** Not given the best mark by every reader; questions that were come first, whatever their type, as far as the types' shares allow. */
  notBest: 2,
  /** In another domain or language. */
  elsewhere: 4,
  /** Waiting until there is no other. */
  waits: 8,
};

/** Cost of a candidate that does not match a turn, apart from its marks. */
function mismatchCost(
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
    this.#counts.set(name, this.countOf(name) + 1);
  }
  countOf(name: string): number {
    return this.#counts.get(name) ?? 0;
  }
}

/** The candidates in the order of choice, one per turn while there are any. */
export function orderByWorth(
  rows: readonly SettledRow[],
  turns: readonly Cell[],
): RankedCandidate[] {
  const remainingEntries = new Set(
    rows
      .flatMap(row => row.accepted.map(candidate => toEntry(row, candidate)))
      .filter(({ candidate }) => !joinsWeakly(candidate))
      .sort(compareMerits),
  );
  const [documentTally, typeTally, turnTally] = [new Tally(), new Tally(), new Tally()];
  const isFull = (entry: Entry) =>
    documentsOf(entry).some(id => documentTally.countOf(id) >= maxPerDocument);
  const maxTurnsOf = (type: QuestionType) =>
    ("keepsToShare" in questionTypes[type] ? 1 : maxTurnFactor) * turnTally.countOf(type);
  const isTypeFull = (type: QuestionType) => typeTally.countOf(type) >= maxTurnsOf(type);
  /** Whether one more of a type leaves the other types their shares; only then may it come before their questions. */
  const hasRoom = (type: QuestionType) => typeTally.countOf(type) + 1 <= maxTurnsOf(type);
  const choose = (chosenEntry: Entry) => {
    remainingEntries.delete(chosenEntry);
    typeTally.add(chosenEntry.candidate.type);
    const documents = new Set(documentsOf(chosenEntry));
    for (const id of documents) documentTally.add(id);
    for (const other of remainingEntries)
      other.isWaiting ||=
        other.row.documentIds.some(id => documents.has(id)) &&
        isSimilar(other.candidate, chosenEntry.candidate);
  };
  return turns.flatMap(turn => {
    turnTally.add(turn.type);
    const costOf = (entry: Entry) => {
      const { type } = entry.candidate;
      const isWaiting =
        entry.isWaiting || isFull(entry) || (type !== turn.type && isTypeFull(type));
      const canDisplace = type === turn.type || hasRoom(type);
      const markCost = canDisplace ? entry.notBest : costs.notBest;
      return mismatchCost(turn, entry) + markCost + (isWaiting ? costs.waits : 0);
    };
    const next = cheapest(remainingEntries, costOf);
    if (next) choose(next);
    return next ?? [];
  });
}

/** The cheapest candidate; in a tie, the first. */
function cheapest<T>(candidates: Iterable<T>, costOf: (candidate: T) => number): T | undefined {
  let best: { readonly candidate: T; readonly cost: number } | undefined;
  for (const candidate of candidates) {
    const cost = costOf(candidate);
    if (cost === 0) return candidate;
    if (!best || cost < best.cost) best = { candidate, cost };
  }
  return best?.candidate;
}

/** Takes the first candidate that fits in each turn; for runs that measure what choosing by worth gains. */
export function orderByArrival(
  rows: readonly SettledRow[],
  turns: readonly Cell[],
): RankedCandidate[] {
  const remainingEntries = new Set<RankedCandidate>(
    rows.flatMap(row => row.accepted.map(candidate => ({ row, candidate }))),
  );
  return turns.flatMap(turn => {
    const next = cheapest(remainingEntries, candidate => mismatchCost(turn, candidate));
    if (next) remainingEntries.delete(next);
    return next ?? [];
  });
}
