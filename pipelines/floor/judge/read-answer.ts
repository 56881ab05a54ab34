// Splits an answer into its clauses, each with its values and the words of the clause it refers back to.

import type { Language } from "../../../schemas/items/item-types.ts";
import { declines } from "../../text/refusals.ts";
import { findValues } from "../../text/values.ts";
import { sentencesWithClaims, unitsOf } from "../tail/content-units.ts";
import { type ParsedSentence, readSentences } from "../tail/sentence-support.ts";

export interface ParsedAnswer {
  /** Clauses that state something, in order. */
  readonly parts: readonly ParsedSentence[];
  /** Whether a clause says that something is not stated. */
  readonly hasDeclinedClause: boolean;
}

/** Words that refer back to someone named before. */
const backReference =
  /^\s*(?:[-*•\d.]+\s*)?(?:该|公司|[他她它]们?|其(?!中|他|实|余)|(?:He|She|It|They|His|Her|Its|Their|This|These|The company)\b)/;
const markup = /\*\*|__|^#+\s*/gm;
/** The text without values: "million" would match "Mills". */
export const withoutValues = (text: string): string =>
  findValues(text).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`,
    text,
  );

export function readClauses(content: string, language: Language): ParsedSentence[] {
  const sentences = sentencesWithClaims(content.replace(markup, ""), language);
  const clauses = sentences.flatMap(({ claims }) => claims);
  return readSentences(
    clauses.map((text, index) => ({ number: index + 1, document: "", text })),
    language,
  ).map(clause => ({ ...clause, units: unitsOf(withoutValues(clause.text), language) }));
}

export function readAnswer(answer: string, language: Language): ParsedAnswer {
  const clauses: ParsedSentence[] = [];
  for (const part of readClauses(answer, language)) {
    const antecedent = backReference.test(part.text) ? clauses.at(-1) : undefined;
    clauses.push({ ...part, units: new Set([...(antecedent?.units ?? []), ...part.units]) });
  }
  const parts = clauses.filter(({ text }) => !declines(text, language));
  return { parts, hasDeclinedClause: parts.length < clauses.length };
}

/** The share of the units that are also among the others; 1 if there are no units. */
export function shareIn(units: ReadonlySet<string>, otherUnits: ReadonlySet<string>): number {
  if (units.size === 0) return 1;
  return [...units].filter(unit => otherUnits.has(unit)).length / units.size;
}
