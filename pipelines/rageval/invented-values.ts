// Finds numbers, dates, amounts and versions in a section that its writer was not given.

import type { MemberRow } from "../../schemas/rageval/records.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { narrow } from "../text/fold.ts";
import { says } from "../text/same-value.ts";
import { findValues, isCount, type Value } from "../text/values.ts";
import { dayInWords, daysOf } from "../text/written-values.ts";

/** "2.14.3", with or without a v. */
const VERSION = /(?<![\w.])v?\d+(?:\.\d+){2,}(?![\w.])/gi;

/** Phrases for the day after a given date, which makes that day known too. */
const nextDay = {
  zh: /次日|翌日|第二[天日]/,
  en: /\b(?:next|following|second) day\b/i,
};

/** "one day", "一年": said of any time. */
const isSingle = ({ kind, canonical, text }: Value): boolean =>
  kind === "duration" && canonical.startsWith("1 ") && !/\d/.test(text);

/** All texts that a document may take values from, including withheld ones: stating those is a different fault. */
const given = (config: MemberRow, schema: ScenarioSchema, others: readonly string[]): string =>
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
    ...others,
  ].join("\n");

/**
 * Finds what a section of a config's document invents, verbatim and without duplicates; `others` are further sources.
 * Not inventions: a date coarser than a given one, a next day that the sources mention, an ordinal, an entry's number, a small number in
 * words, and one unit of time.
 */
export function inventionFinder(
  config: MemberRow,
  schema: ScenarioSchema,
  others: readonly string[],
): (text: string) => string[] {
  const { language } = config;
  const source = given(config, schema, others);
  const known = findValues(source);
  const versions = new Set(versionsOf(source));
  const dayAt = ({ kind, canonical }: Value) =>
    kind === "date" && /^\d{4}-\d{2}-\d{2}$/.test(canonical) ? daysOf(canonical)?.first : undefined;
  const days = new Set(known.map(dayAt));
  const isNextDay = (value: Value) => {
    const day = dayAt(value);
    return day !== undefined && days.has(day - 1) && nextDay[language].test(source);
  };
  const isGiven = (value: Value): boolean =>
    value.kind === "ordinal" ||
    isCount(value.text) ||
    isSingle(value) ||
    isNextDay(value) ||
    known.some(one => says(one, value)) ||
    isWithin(source, value.text);
  return text => {
    const versioned = [...narrow(text).matchAll(VERSION)];
    const other = findValues(text).filter(
      ({ start, end }) =>
        !versioned.some(({ index, 0: all }) => start < index + all.length && end > index),
    );
    return [
      ...new Set([
        ...other.filter(value => !isGiven(value)).map(value => value.text.trim()),
        ...versionsOf(text).filter(version => !versions.has(version)),
      ]),
    ];
  };
}

const versionsOf = (text: string): string[] =>
  (narrow(text).match(VERSION) ?? []).map(version => version.replace(/^v/i, ""));

/** Whether the text occurs verbatim in the source, and not as part of a longer number. */
function isWithin(source: string, text: string): boolean {
  const [plain, sought] = [narrow(source), narrow(text).trim()];
  for (let at = plain.indexOf(sought); at >= 0; at = plain.indexOf(sought, at + 1))
    if (!/[\d.,]$/.test(plain.slice(0, at)) && !/^[.,]?\d/.test(plain.slice(at + sought.length)))
      return true;
  return false;
}
