// Computes the target length of a document and each section's share of it, and groups sections that are short enough to share a request.

import type { ConfigValue, SeedRow } from "../../schemas/rageval/records.ts";
import type { DocumentLength } from "../../schemas/rageval/document-settings.ts";
import type { Table } from "../engine/stage.ts";
import { countTokens } from "../text/segment.ts";

/** Target number of tokens (o200k) if there are no seeds to measure. */
const defaultTokens = { "like-seeds": null, short: 600, long: 6000 };
const seedFactors = { "like-seeds": 1, short: 0.5, long: 2 };
const twinFactor = 0.5;
/** English words or Chinese characters per token, measured on our seeds. */
const wordsPerToken = { en: 0.68, zh: 1.15 };
/** Accepted lengths as multiples of the target. */
const accepted = { min: 0.6, max: 1.6 };
/** Maximum number of tokens of facts, and of text, in sections that share a request. */
const maxGroupTokens = { facts: 2400, text: 2400 };
/** Share of a text that consists of values; the rest connects them. */
const valueShare = 0.8;

/** The texts that the schema of a domain was derived from. */
export const seedTexts = (
  table: Pick<Table<SeedRow>, "where"> | undefined,
  { domain, language }: Pick<SeedRow, "domain" | "language">,
): string[] =>
  (table?.where("domain", domain) ?? []).flatMap(seed =>
    seed.language === language ? [seed.text] : [],
  );

/** Target number of tokens (o200k) of a document; null if no length is required. */
export function targetTokens(
  length: DocumentLength,
  seeds: readonly string[],
  isTwin: boolean,
): number | null {
  const mean = seeds.reduce((sum, seed) => sum + countTokens(seed), 0) / seeds.length;
  const tokens =
    typeof length === "number"
      ? length
      : seeds.length > 0
        ? mean * seedFactors[length]
        : defaultTokens[length];
  return tokens === null ? null : Math.round(isTwin ? tokens * twinFactor : tokens);
}

/** How a text misses its target by a wide margin; undefined if it does not. */
export function lengthProblem(text: string, target: number | null): string | undefined {
  if (target === null) return undefined;
  const tokens = countTokens(text);
  return tokens < accepted.min * target || tokens > accepted.max * target
    ? `The text has ${tokens} tokens; the target was ${target}.`
    : undefined;
}

/** A section with the size of its facts. */
export interface Part<S> {
  readonly section: S;
  readonly values: readonly ConfigValue[];
  /** Number of tokens (o200k) of its facts, and target for its text. */
  readonly facts: number;
  readonly text: number | null;
}

/** Divides the target among the sections in proportion to their facts; sections without facts are left out. */
export function divideTarget<S>(
  sections: readonly { readonly section: S; readonly values: readonly ConfigValue[] }[],
  target: number | null,
): Part<S>[] {
  const parts = sections.flatMap(({ section, values }) =>
    values.length === 0
      ? []
      : {
          section,
          values,
          facts: countTokens(values.map(({ label, value }) => `${label}: ${value}`).join("\n")),
        },
  );
  const factTokens = parts.reduce((sum, { facts }) => sum + facts, 0);
  return parts.map(part => ({ ...part, text: target && (target * part.facts) / factTokens }));
}

/** Converts tokens to English words or Chinese characters, rounded up to tens. */
export const lengthInWords = (tokens: number | null, language: "zh" | "en"): number | null =>
  tokens && Math.ceil((tokens * wordsPerToken[language]) / 10) * 10;

/** Target length of all values of a document, in English words or Chinese characters; null if no length is required. */
export const valueWords = (target: number | null, language: "zh" | "en"): number | null =>
  lengthInWords(target && target * valueShare, language);

/** Groups neighbouring sections, in order: as many as fit comfortably in one reply. */
export function groupSections<S>(parts: readonly Part<S>[]): Part<S>[][] {
  const groups: Part<S>[][] = [];
  for (const part of parts) {
    const group = groups.at(-1);
    if (group && isSmallEnough([...group, part])) group.push(part);
    else groups.push([part]);
  }
  return groups;
}

const isSmallEnough = (group: readonly Part<unknown>[]): boolean =>
  group.reduce((sum, { facts }) => sum + facts, 0) <= maxGroupTokens.facts &&
  group.reduce((sum, { text }) => sum + (text ?? 0), 0) <= maxGroupTokens.text;
