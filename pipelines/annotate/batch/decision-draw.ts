// Draws the items whose verdicts help most to decide between two systems, each with a known probability and with both answers.

import { hashOf } from "../../engine/fingerprint.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import { groupBy } from "../../engine/grouping.ts";
import { chancesOf } from "../../evaluate/decide/drawn-verdicts.ts";
import { readAnswers } from "./answers-by-item.ts";
import { findAnsweredItems } from "./answered-items.ts";
import type { Candidate, Candidates, Filter } from "./batch-candidates.ts";
import type { WeightedCandidate } from "./sampling.ts";

export interface DecisionRequest {
  /** JSONL files of {id, answer}, one per system. */
  readonly files: readonly [string, string];
  /** Difference between the judge's scores for the two systems, by item; an item without scores gets the mean. */
  readonly leads: ReadonlyMap<string, number>;
}

/** Default number of items: with fewer verdicts a judge cannot be corrected; with more, the judge's own uncertainty dominates. */
export const defaultItemCount = 100;

/** Finds both systems' answers to the items that they answered in different words, since verdicts on equal answers cannot tell the systems apart. */
export function findDecisionCandidates(
  run: OpenRun,
  { files }: DecisionRequest,
  filter: Filter,
): Candidates {
  const [firstAnswers, secondAnswers] = [readAnswers(files[0]), readAnswers(files[1])];
  const isAnsweredDifferently = (id: string) =>
    firstAnswers.has(id) &&
    secondAnswers.has(id) &&
    firstAnswers.get(id)?.trim() !== secondAnswers.get(id)?.trim();
  const candidatesBySystem = [firstAnswers, secondAnswers].map((answers, index) =>
    findAnsweredItems(run, {
      predictions: new Map([...answers].filter(([id]) => isAnsweredDifferently(id))),
      filter,
      idSuffix: `/${index + 1}`,
    }),
  );
  return {
    rows: candidatesBySystem.flatMap(({ rows }) => rows),
    readContents: requestedCandidates =>
      new Map(
        candidatesBySystem.flatMap(({ readContents }) => [...readContents(requestedCandidates)]),
      ),
    notices: [...new Set(candidatesBySystem.flatMap(({ notices }) => notices))],
  };
}

/** A number from 0 to 1 that depends only on the random seed and the item. */
const uniformOf = (randomSeed: number, itemId: string): number =>
  Number.parseInt(hashOf([randomSeed, "for-decision", itemId]).slice(0, 12), 16) / 16 ** 12;

/** Draws each item independently with its own probability, on average `items` of them; both answers are weighted by the inverse probability. */
export function drawForDecision(
  rows: readonly Candidate[],
  { leads }: DecisionRequest,
  { items, randomSeed }: { readonly items: number; readonly randomSeed: number },
): WeightedCandidate<Candidate>[] {
  const byItem = [...groupBy(rows, ({ itemId }) => itemId ?? "")].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const knownLeads = byItem.flatMap(([itemId]) => Math.abs(leads.get(itemId) ?? Number.NaN) || []);
  const mean = knownLeads.reduce((sum, lead) => sum + lead, 0) / Math.max(1, knownLeads.length);
  const chances = chancesOf(
    byItem.map(([itemId]) => leads.get(itemId) ?? mean),
    items,
  );
  return byItem.flatMap(([itemId, pair], index) => {
    const chance = chances[index] ?? 1;
    return uniformOf(randomSeed, itemId) < chance
      ? pair.map(candidate => ({ candidate, weight: 1 / chance, chance }))
      : [];
  });
}
