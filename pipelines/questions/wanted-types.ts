// Decides which types of question are requested for each material, and how many of each.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { QuestionType } from "../../schemas/items/item-types.ts";
import type { Wanted } from "../../schemas/questions/records.ts";
import type { AskingSettings } from "../../schemas/questions/settings.ts";
import { countOf } from "../engine/grouping.ts";
import { type QuotaOptions, quotasFor } from "../items/quotas.ts";

/** A type, its weight in the mix, and how many such items a domain and language should yield. */
export interface WantedType {
  readonly type: QuestionType;
  readonly weight: number;
  readonly target: number;
}

/** The types that a domain and language should yield, with their quotas. */
export const wantedTypes = (
  documents: readonly DocumentRow[],
  options: QuotaOptions<QuestionType>,
  { domain, language }: Pick<DocumentRow, "domain" | "language">,
): WantedType[] =>
  quotasFor(documents, options)
    .filter(quota => quota.domain === domain && quota.language === language && quota.target > 0)
    .map(({ type, target }) => ({ type, target, weight: options.mix[type] ?? 0 }));

/** Maximum number of candidates per request; beyond that the last ones are poor. */
const maxCandidates = 8;

/** Yields types endlessly; every run of them has each type in proportion to its weight (nginx's smooth weighted round-robin). */
export function* typesInTurn(
  types: readonly Pick<WantedType, "type" | "weight">[],
): Generator<QuestionType, never> {
  if (types.length === 0) throw new RangeError("there is no type to give turns to");
  const total = types.reduce((sum, { weight }) => sum + weight, 0);
  const credits = types.map(({ weight }) => ({ weight, credit: 0 }));
  for (;;) {
    for (const each of credits) each.credit += each.weight;
    const highest = credits.reduce(
      (best, each, index) => (each.credit > (credits[best]?.credit ?? 0) ? index : best),
      0,
    );
    const [credit, type] = [credits[highest], types[highest]?.type];
    if (credit === undefined || type === undefined) throw new RangeError("no type had a weight");
    credit.credit -= total;
    yield type;
  }
}

/** Counts each type in the list, heaviest first. */
function toWanted(chosenTypes: readonly QuestionType[], types: readonly WantedType[]): Wanted[] {
  const counts = countOf(chosenTypes);
  return [...types]
    .sort((a, b) => b.weight - a.weight)
    .flatMap(({ type }) => (counts.has(type) ? [{ type, count: counts.get(type) ?? 0 }] : []));
}

/** How many items of these types are requested in all. */
export const itemCountOf = (types: readonly WantedType[]) =>
  types.reduce((total, { target }) => total + target, 0);

interface RequestLimits extends Readonly<AskingSettings["candidates"]> {
  /** Maximum number of candidates per request. */
  readonly maxPerRequest?: number;
  /** How many candidates of a type a material (counted from 0) yields; no limit if absent. */
  readonly yieldOf?: (material: number, type: QuestionType) => number;
}

/**
 * What is requested for each material: its share of the items times `factor`, plus `more`. The types continue from one
 * material to the next, so that each comes up in proportion to its weight; adding a material does not change the
 * requests for the others.
 */
export function wantedPerMaterial(
  types: readonly WantedType[],
  materialCount: number,
  {
    factor,
    more,
    maxPerRequest = maxCandidates,
    yieldOf = () => Number.POSITIVE_INFINITY,
  }: RequestLimits,
): Wanted[][] {
  const count = Math.min(
    maxPerRequest,
    Math.ceil((itemCountOf(types) / materialCount) * factor + more),
  );
  const turns = typesInTurn(types);
  return Array.from({ length: materialCount }, (_, material) => {
    const capacity = new Map(types.map(({ type }) => [type, yieldOf(material, type)]));
    const candidateCount = Math.min(
      count,
      [...capacity.values()].reduce((total, each) => total + each, 0),
    );
    const chosenTypes: QuestionType[] = [];
    while (chosenTypes.length < candidateCount) {
      const type = turns.next().value;
      const capacityLeft = capacity.get(type) ?? 0;
      if (capacityLeft > 0) chosenTypes.push(type);
      capacity.set(type, capacityLeft - 1);
    }
    return toWanted(chosenTypes, types);
  });
}

/** What is requested for each material if questions are constructed: every type, as many as its items need. */
export const wantedByConstruction = (
  types: readonly WantedType[],
  materialCount: number,
  { factor, more }: AskingSettings["candidates"],
): Wanted[] =>
  [...types]
    .sort((a, b) => b.weight - a.weight)
    .map(({ type, target }) => ({
      type,
      count: Math.ceil((target * factor + more) / Math.max(1, materialCount)),
    }));

/** In a small folder people know their documents' names; among a thousand or more they cannot know which one has the answer. */
const describedLimits = { minDocuments: 30, maxDocuments: 1000, maxShare: 0.5 };

/** The share of questions by people who do not know the document; it grows with the logarithm of the number of documents. */
export const describedShareOf = (documentCount: number): number =>
  describedLimits.maxShare *
  Math.min(
    1,
    Math.log10(Math.max(1, documentCount / describedLimits.minDocuments)) /
      Math.log10(describedLimits.maxDocuments / describedLimits.minDocuments),
  );

/** How many of each material's candidates should describe their subject, so that this share of all candidates does. */
export function describedCounts(requests: readonly (readonly Wanted[])[], share: number): number[] {
  let [totalCount, describedCount] = [0, 0];
  return requests.map(wanted => {
    totalCount += wanted.reduce((total, { count }) => total + count, 0);
    const ownCount = Math.floor(totalCount * share) - describedCount;
    describedCount += ownCount;
    return ownCount;
  });
}
