// Finds numbers, dates, amounts and versions in a section that were not given to its writer.

import type { MemberRow } from "../../schemas/rageval/records.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { narrow } from "../text/fold.ts";
import { impliesValue } from "../text/implied-value.ts";
import { findValues, isCount, type Value } from "../text/values.ts";
import { dayInWords, dayRangeOf } from "../text/write-values.ts";

/** "2.14.3", with or without a v. */
const versionPattern = /(?<![\w.])v?\d+(?:\.\d+){2,}(?![\w.])/gi;

/** Phrases for the day after a given date, which make that day known as well. */
const nextDay = { zh: /次日|翌日|第二[天日]/, en: /\b(?:next|following|second) day\b/i };

/** Whether it is "one day" or "一年", which may be said of any time. */
const isOneUnit = ({ kind, canonical, text }: Value): boolean =>
  kind === "duration" && canonical.startsWith("1 ") && !/\d/.test(text);

/** All texts that a document may take values from, including withheld ones: stating those is a different fault. */
const sourceText = (
  config: MemberRow,
  schema: ScenarioSchema,
  otherSources: readonly string[],
): string =>
  [
    ...config.values.flatMap(({ value, label, from, because = "" }) => [
      label,
      value,
      from === undefined ? "" : dayInWords(from, config.language),
      because,
    ]),
    config.subject,
    config.family.kind,
    config.family.day === null ? "" : dayInWords(config.family.day, config.language),
    ...config.refers,
    schema.scenario,
    ...schema.sections.flatMap(({ title, form }) => [title, form]),
    ...schema.leaves.flatMap(({ statements = [] }) => statements),
    ...otherSources,
  ].join("\n");

/**
 * Finds what a section of a config's document invents, verbatim and without duplicates; `otherSources` are further texts
 * that values may come from. Not inventions: a date coarser than a given one, a next day that the sources mention, an
 * ordinal, an entry's number, a small number in words, and one unit of time.
 */
export function inventionFinder(
  config: MemberRow,
  schema: ScenarioSchema,
  otherSources: readonly string[],
): (text: string) => string[] {
  const { language } = config;
  const source = sourceText(config, schema, otherSources);
  const knownValues = findValues(source);
  const versions = new Set(versionsOf(source));
  const dayOf = ({ kind, canonical }: Value) =>
    kind === "date" && /^\d{4}-\d{2}-\d{2}$/.test(canonical)
      ? dayRangeOf(canonical)?.first
      : undefined;
  const days = new Set(knownValues.map(dayOf));
  const isNextDay = (value: Value) => {
    const day = dayOf(value);
    return day !== undefined && days.has(day - 1) && nextDay[language].test(source);
  };
  const isGiven = (value: Value): boolean =>
    value.kind === "ordinal" ||
    isCount(value.text) ||
    isOneUnit(value) ||
    isNextDay(value) ||
    knownValues.some(knownValue => impliesValue(knownValue, value)) ||
    occursIn(source, value.text);
  return text => {
    const versionMatches = [...narrow(text).matchAll(versionPattern)];
    const values = findValues(text).filter(
      ({ start, end }) =>
        !versionMatches.some(({ index, 0: match }) => start < index + match.length && end > index),
    );
    return [
      ...new Set([
        ...values.filter(value => !isGiven(value)).map(value => value.text.trim()),
        ...versionsOf(text).filter(version => !versions.has(version)),
      ]),
    ];
  };
}

const versionsOf = (text: string): string[] =>
  (narrow(text).match(versionPattern) ?? []).map(version => version.replace(/^v/i, ""));

/** Whether the text occurs verbatim in the source, and not as part of a longer number. */
function occursIn(source: string, text: string): boolean {
  const [narrowSource, narrowText] = [narrow(source), narrow(text).trim()];
  for (
    let index = narrowSource.indexOf(narrowText);
    index >= 0;
    index = narrowSource.indexOf(narrowText, index + 1)
  )
    if (
      !/[\d.,]$/.test(narrowSource.slice(0, index)) &&
      !/^[.,]?\d/.test(narrowSource.slice(index + narrowText.length))
    )
      return true;
  return false;
}
