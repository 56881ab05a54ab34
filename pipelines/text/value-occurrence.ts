// Finds dates, numbers and amounts in a text by value.

import { isEnglishStopWord } from "./content-words.ts";
import { dateParts } from "./dates.ts";
import type { Place, SoughtFact, PreparedText } from "./sought-fact.ts";
import { impliesValue } from "./implied-value.ts";
import { mayBeSameUnit, unitAfter } from "./units.ts";
import { findValues, type Value } from "./values.ts";

/** Maximum number of characters that a text may have between two values of one fact ("5-6天", "120/80") beyond those of the fact. */
const maxExtraGap = 12;
/** Maximum distance between values in the fact ("20/80") that must have no other value between them in the text. */
const maxNeighbourGap = 3;

/** The places that state all values of the fact, close together and in the fact's order; undefined if the fact contains no value. */
export function findValueFact(source: PreparedText, fact: SoughtFact): Place[] | undefined {
  const soughtValues = findValues(fact.value);
  const [first] = soughtValues;
  if (first === undefined) return undefined;
  const years = yearsBefore(source.values);
  const agrees = (index: number, value: Value): boolean => {
    const textValue = source.values[index];
    if (textValue === undefined) return false;
    if (unitAfter(fact.value, value.end) !== "" && isLabel(source, textValue)) return false;
    return [textValue, ...readPastWord(source, textValue)].some(
      reading =>
        impliesValue(reading, value, years[index]) &&
        unitsAgree(source.text, reading, fact.value, value),
    );
  };
  const markers = soughtValues.length === 1 ? findListMarkers(source.text, fact.value, first) : [];
  const places = source.values.flatMap((textValue, index) => {
    if (!agrees(index, first)) return [];
    const end = endOfValues(source.values, index, soughtValues, agrees);
    return end === undefined ? [] : [{ start: textValue.start, end }];
  });
  return [...places, ...markers].sort((a, b) => a.start - b.start);
}

/** A bare number that is the marker of a line: "8. Before first use …" is number 8. */
function findListMarkers(text: string, fact: string, { kind, canonical, end }: Value): Place[] {
  if (kind !== "number" || unitAfter(fact, end) !== "") return [];
  return [...text.matchAll(/^[ \t]*(\d{1,3})(?=[.)、．]\s?\D)/gm)].flatMap(mark => {
    const start = mark.index + mark[0].length - (mark[1]?.length ?? 0);
    return mark[1] === canonical ? [{ start, end: start + canonical.length }] : [];
  });
}

/** How far before a number to look for its label: the maximum length of a word with its space. */
const maxWordLength = 30;

/** Whether a number is a label: the 3 in "In driver 3, …" is not a count if the text also has "driver 1". */
function isLabel({ text }: PreparedText, { start, end, kind }: Value): boolean {
  const head = text.slice(Math.max(0, start - maxWordLength), start);
  const word = /(?:\b[a-z]{3,} |\p{Script=Han}{2})$/iu.exec(head)?.[0] ?? "";
  if (kind !== "number" || word === "" || isEnglishStopWord(word.trim())) return false;
  const labels = text
    .toLowerCase()
    .match(new RegExp(`${word.toLowerCase()}\\d{1,2}(?![.,]?\\d)`, "gu"));
  return unitAfter(text, end) === "" && new Set(labels).size > 1;
}

/** A number with the unit after the next word: "18,080 running hours" are also hours. */
function readPastWord({ text, language }: PreparedText, textValue: Value): Value[] {
  const word = /^(?: ?(?!per\b)[a-z]+ (?=[a-z])|个?\p{Script=Han}{2}(?=\p{Script=Han}))/iu.exec(
    text.slice(textValue.end, textValue.end + 30),
  )?.[0];
  if (textValue.kind !== "number" || word === undefined) return [];
  const rest = textValue.end + word.length;
  const [reading] = findValues(
    textValue.text + (language === "en" ? " " : "") + text.slice(rest, rest + 12),
  );
  return reading?.kind === "duration"
    ? [{ ...reading, start: textValue.start, end: rest + reading.end - textValue.text.length }]
    : [];
}

/** Where the last sought value ends if all follow the one at `index` in order; undefined if one is missing. */
function endOfValues(
  values: readonly Value[],
  index: number,
  soughtValues: readonly Value[],
  agrees: (index: number, value: Value) => boolean,
): number | undefined {
  let previous = index;
  for (const [order, value] of soughtValues.entries()) {
    if (order === 0) continue;
    const gap = value.start - (soughtValues[order - 1]?.end ?? 0);
    const maxStart = (values[previous]?.end ?? 0) + gap + maxExtraGap;
    const isReachable = (next: number): boolean => (values[next]?.start ?? Infinity) <= maxStart;
    let next = previous + 1;
    if (gap > maxNeighbourGap) while (isReachable(next) && !agrees(next, value)) next++;
    if (!isReachable(next) || !agrees(next, value)) return undefined;
    previous = next;
  }
  return values[previous]?.end;
}

/** The year a reader has in mind at each value: the last one mentioned or, before the first, the only one in the text. */
function yearsBefore(values: readonly Value[]): (string | undefined)[] {
  const years = values.map(value =>
    value.kind === "date" ? dateParts(value.canonical)?.year : undefined,
  );
  const distinctYears = new Set(years.filter(year => year !== undefined));
  let lastYear = distinctYears.size === 1 ? [...distinctYears][0] : undefined;
  return years.map(year => (lastYear = year ?? lastYear));
}

/** A division of rules or papers: a number with it says which, not how many. */
const division = /^[条款项章节页号]$/;

function unitsAgree(text: string, textValue: Value, fact: string, sought: Value): boolean {
  // "第一泡" is not one portion; "第9条" is the article that a form calls 9条.
  if (sought.kind === "number" && textValue.kind === "ordinal") {
    const unit = unitAfter(fact, sought.end);
    return unit === "" || (division.test(unit) && text.startsWith(unit, textValue.end));
  }
  if (sought.kind !== "number" || (textValue.kind !== "number" && textValue.kind !== "duration"))
    return true;
  const digits = /^[\d.,]+/.exec(textValue.text)?.[0].length ?? 0;
  const unitStart =
    textValue.kind === "duration" && digits > 0 ? textValue.start + digits : textValue.end;
  const unit = unitAfter(fact, sought.end);
  return (
    mayBeSameUnit(unitAfter(text, unitStart), unit, sought.canonical) ||
    hasNoun(text.slice(unitStart), unit)
  );
}

/** Maximum distance from a number to its noun, in words: "22 open car parking spaces". */
const maxNounDistance = 4;
const stem = (word: string) => word.toLowerCase().replace(/s$/, "");

/** Whether the noun of a number follows it within a few words, in the same phrase. */
function hasNoun(text: string, unit: string): boolean {
  if (!/^[a-z]{3,}$/i.test(unit)) return false;
  const [phrase = ""] = text.split(/[^\p{L}\s-]|\b(?:and|or|of|per|for|in|with|to|at|on)\b/u);
  const words = phrase.trim().split(/\s+/).slice(0, maxNounDistance);
  return words.some(word => stem(word) === stem(unit));
}
