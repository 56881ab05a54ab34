// Target length of a document, each section's share of it, and which sections are short enough to share a request.

import type { ConfigValue, SeedRow } from "../../schemas/rageval/records.ts";
import type { DocumentLength } from "../../schemas/rageval/writing.ts";
import type { Table } from "../engine/stage.ts";
import { countTokens } from "../text/segment.ts";

/** Target tokens (o200k) if there are no seeds to measure. */
const WITHOUT_SEEDS = { "like-seeds": null, short: 600, long: 6000 };
const OF_SEEDS = { "like-seeds": 1, short: 0.5, long: 2 };
const OF_TWIN = 0.5;
/** English words or Chinese characters per token, measured on our seeds. */
const PER_TOKEN = { en: 0.68, zh: 1.15 };
/** Accepted lengths as multiples of the target. */
const NEAR = { least: 0.6, most: 1.6 };
/** Most tokens of facts, and of text, in sections requested together. */
const TOGETHER = { facts: 2400, text: 2400 };
/** Share of a text that is values; the rest joins them. */
const OF_VALUES = 0.8;

/** The texts that the schema of a domain was summarised from. */
export const seedTexts = (
  table: Pick<Table<SeedRow>, "where"> | undefined,
  { domain, language }: Pick<SeedRow, "domain" | "language">,
): string[] =>
  (table?.where("domain", domain) ?? []).flatMap(seed =>
    seed.language === language ? [seed.text] : [],
  );

/** Target tokens (o200k) of a document; null if no length is required. */
export function targetTokens(
  length: DocumentLength,
  seeds: readonly string[],
  isTwin: boolean,
): number | null {
  const mean = seeds.reduce((sum, seed) => sum + countTokens(seed), 0) / seeds.length;
  const whole =
    typeof length === "number"
      ? length
      : seeds.length > 0
        ? mean * OF_SEEDS[length]
        : WITHOUT_SEEDS[length];
  return whole === null ? null : Math.round(isTwin ? whole * OF_TWIN : whole);
}

/** How a text misses its target by a wide margin; undefined if it does not. */
export function lengthMissed(text: string, target: number | null): string | undefined {
  if (target === null) return undefined;
  const tokens = countTokens(text);
  return tokens < NEAR.least * target || tokens > NEAR.most * target
    ? `The text has ${tokens} tokens where ${target} were wanted.`
    : undefined;
}

/** A section with the size of its facts. */
export interface Part<S> {
  readonly section: S;
  readonly values: readonly ConfigValue[];
  /** Tokens (o200k). */
  readonly facts: number;
  readonly text: number | null;
}

/** Divides the target among the sections in proportion to their facts; sections without facts are left out. */
export function shareOut<S>(
  sections: readonly { readonly section: S; readonly values: readonly ConfigValue[] }[],
  target: number | null,
): Part<S>[] {
  const weighed = sections.flatMap(({ section, values }) =>
    values.length === 0
      ? []
      : {
          section,
          values,
          facts: countTokens(values.map(({ label, value }) => `${label}: ${value}`).join("\n")),
        },
  );
  const all = weighed.reduce((sum, { facts }) => sum + facts, 0);
  return weighed.map(part => ({ ...part, text: target && (target * part.facts) / all }));
}

/** Tokens converted to English words or Chinese characters, rounded to tens. */
export const lengthInWords = (tokens: number | null, language: "zh" | "en"): number | null =>
  tokens && Math.ceil((tokens * PER_TOKEN[language]) / 10) * 10;

/** English words or Chinese characters of the values of such a document; null if no length is required. */
export const valueWords = (target: number | null, language: "zh" | "en"): number | null =>
  lengthInWords(target && target * OF_VALUES, language);

/** Sections in order, neighbours grouped up to what fits well in one reply. */
export function lotsOf<S>(parts: readonly Part<S>[]): Part<S>[][] {
  const lots: Part<S>[][] = [];
  for (const part of parts) {
    const lot = lots.at(-1);
    if (lot && mayShare([...lot, part])) lot.push(part);
    else lots.push([part]);
  }
  return lots;
}

const mayShare = (lot: readonly Part<unknown>[]): boolean =>
  lot.reduce((sum, { facts }) => sum + facts, 0) <= TOGETHER.facts &&
  lot.reduce((sum, { text }) => sum + (text ?? 0), 0) <= TOGETHER.text;
