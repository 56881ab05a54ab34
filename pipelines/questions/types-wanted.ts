// Decides which types of question are requested for each material, and how many of each.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { QuestionType } from "../../schemas/items/item-types.ts";
import type { Wanted } from "../../schemas/questions/records.ts";
import type { AskingSettings } from "../../schemas/questions/settings.ts";
import { countOf } from "../engine/grouping.ts";
import { type QuotaOptions, quotasFor } from "../items/quotas.ts";

/** A type, its weight in the mix, and how many items of it a domain and language should yield. */
export interface WantedType {
  readonly type: QuestionType;
  readonly weight: number;
  readonly target: number;
}

/** The types wanted of a domain and language, with their quotas. */
export const wantedTypes = (
  all: readonly DocumentRow[],
  options: QuotaOptions<QuestionType>,
  { domain, language }: Pick<DocumentRow, "domain" | "language">,
): WantedType[] =>
  quotasFor(all, options)
    .filter(quota => quota.domain === domain && quota.language === language && quota.target > 0)
    .map(({ type, target }) => ({ type, target, weight: options.mix[type] ?? 0 }));

/** The most candidates per request; beyond that the last ones are poor. */
const maxCandidates = 8;

/**
 * Yields types endlessly; every stretch has each type in proportion to its weight (nginx's smooth weighted round-robin).
 */
export function* typesInTurn(
  types: readonly Pick<WantedType, "type" | "weight">[],
): Generator<QuestionType, never> {
  if (types.length === 0) throw new RangeError("there is no type to give turns to");
  const total = types.reduce((sum, { weight }) => sum + weight, 0);
  const credits = types.map(({ weight }) => ({ weight, credit: 0 }));
  for (;;) {
    for (const each of credits) each.credit += each.weight;
    const most = credits.reduce(
      (best, each, at) => (each.credit > (credits[best]?.credit ?? 0) ? at : best),
      0,
    );
    const [chosen, type] = [credits[most], types[most]?.type];
    if (chosen === undefined || type === undefined) throw new RangeError("no type had a weight");
    chosen.credit -= total;
    yield type;
  }
}

/** Counts types given one by one, heaviest first. */
function toWanted(given: readonly QuestionType[], types: readonly WantedType[]): Wanted[] {
  const counts = countOf(given);
  return [...types]
    .sort((a, b) => b.weight - a.weight)
    .flatMap(({ type }) => (counts.has(type) ? [{ type, count: counts.get(type) ?? 0 }] : []));
}

const sum = (types: readonly WantedType[]) => types.reduce((all, { target }) => all + target, 0);

interface Asking extends Readonly<AskingSettings["candidates"]> {
  /** The most candidates per request. */
  readonly most?: number;
  /** How many of a type a material (counted from 0) yields; no limit if absent. */
  readonly bears?: (material: number, type: QuestionType) => number;
}

/**
 * What each material is asked for: its share of the items times `factor`, plus `more`. The types continue from one
 * material to the next, so that each comes up in proportion to its weight; a further material changes no other's.
 */
export function wantedOf(
  types: readonly WantedType[],
  materials: number,
  { factor, more, most = maxCandidates, bears = () => Number.POSITIVE_INFINITY }: Asking,
): Wanted[][] {
  const count = Math.min(most, Math.ceil((sum(types) / materials) * factor + more));
  const turns = typesInTurn(types);
  return Array.from({ length: materials }, (_, material) => {
    const room = new Map(types.map(({ type }) => [type, bears(material, type)]));
    const places = Math.min(
      count,
      [...room.values()].reduce((all, each) => all + each, 0),
    );
    const given: QuestionType[] = [];
    while (given.length < places) {
      const type = turns.next().value;
      const left = room.get(type) ?? 0;
      if (left > 0) given.push(type);
      room.set(type, left - 1);
    }
    return toWanted(given, types);
  });
}

/** The same for constructed questions: every type of every material, as many as its items need. */
export const wantedByConstruction = (
  types: readonly WantedType[],
  materials: number,
  { factor, more }: AskingSettings["candidates"],
): Wanted[] =>
  [...types]
    .sort((a, b) => b.weight - a.weight)
    .map(({ type, target }) => ({
      type,
      count: Math.ceil((target * factor + more) / Math.max(1, materials)),
    }));

/** In a small folder people know their documents' names; among a thousand or more nobody knows which one has the answer. */
const described = { none: 30, most: 1000, share: 0.5 };

/** The share of questions by somebody who does not know the document; it grows with the logarithm of their number. */
export const shareDescribed = (documents: number): number =>
  described.share *
  Math.min(
    1,
    Math.log10(Math.max(1, documents / described.none)) /
      Math.log10(described.most / described.none),
  );

/** How many candidates of each material that share makes, in order. */
export function describedIn(asked: readonly (readonly Wanted[])[], share: number): number[] {
  let [all, before] = [0, 0];
  return asked.map(wanted => {
    all += wanted.reduce((total, { count }) => total + count, 0);
    const own = Math.floor(all * share) - before;
    before += own;
    return own;
  });
}
