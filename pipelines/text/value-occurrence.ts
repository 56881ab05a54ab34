// Finds dates, numbers and amounts in a text by value.

import { isFunctionWord } from "./content-words.ts";
import { dateParts } from "./dates.ts";
import type { Place, SoughtFact, Source } from "./sought-fact.ts";
import { says } from "./same-value.ts";
import { sameUnit, unitAfter } from "./units.ts";
import type { Value } from "./values.ts";
import { findValues } from "./values.ts";

/** Between two values of one fact ("5-6天", "120/80") a text may have this many characters more than the fact. */
const WIDER = 12;
/** Values closer than this in the fact ("20/80") have no other value between them. */
const NEIGHBOURS = 3;

/** The places that state all values of the fact, close together and in its order; undefined if the fact contains no value. */
export function findValueFact(source: Source, fact: SoughtFact): Place[] | undefined {
  const sought = findValues(fact.value);
  const [first] = sought;
  if (first === undefined) return undefined;
  const years = yearsBefore(source.values);
  const agrees = (at: number, value: Value): boolean => {
    const standing = source.values[at];
    if (standing === undefined) return false;
    if (unitAfter(fact.value, value.end) !== "" && isNumbered(source, standing)) return false;
    return [standing, ...withoutWord(source, standing)].some(
      read => says(read, value, years[at]) && unitsAgree(source.text, read, fact.value, value),
    );
  };
  const marks = sought.length === 1 ? listMarks(source.text, fact.value, first) : [];
  const stated = source.values.flatMap((standing, at) => {
    if (!agrees(at, first)) return [];
    const end = follow(source.values, at, sought, agrees);
    return end === undefined ? [] : [{ start: standing.start, end }];
  });
  return [...stated, ...marks].sort((a, b) => a.start - b.start);
}

/** A bare number that is the marker of a line: "8. Before first use …" is number 8. */
function listMarks(text: string, fact: string, { kind, canonical, end }: Value): Place[] {
  if (kind !== "number" || unitAfter(fact, end) !== "") return [];
  return [...text.matchAll(/^[ \t]*(\d{1,3})(?=[.)、．]\s?\D)/gm)].flatMap(mark => {
    const start = mark.index + mark[0].length - (mark[1]?.length ?? 0);
    return mark[1] === canonical ? [{ start, end: start + canonical.length }] : [];
  });
}

/** The longest word with its space; how far to look before a number. */
const maxWord = 30;

/** Whether a number is a label: "In driver 3, …" is not a count if the text has another one, "driver 1". */
function isNumbered({ text }: Source, { start, end, kind }: Value): boolean {
  const before = text.slice(Math.max(0, start - maxWord), start);
  const word = /(?:\b[a-z]{3,} |\p{Script=Han}{2})$/iu.exec(before)?.[0] ?? "";
  if (kind !== "number" || word === "" || isFunctionWord(word.trim())) return false;
  const numbered = text
    .toLowerCase()
    .match(new RegExp(`${word.toLowerCase()}\\d{1,2}(?![.,]?\\d)`, "gu"));
  return unitAfter(text, end) === "" && new Set(numbered).size > 1;
}

/** A number read with the unit after the next word: "18,080 running hours" are hours too. */
function withoutWord({ text, language }: Source, standing: Value): Value[] {
  const word = /^(?: ?(?!per\b)[a-z]+ (?=[a-z])|个?\p{Script=Han}{2}(?=\p{Script=Han}))/iu.exec(
    text.slice(standing.end, standing.end + 30),
  )?.[0];
  if (standing.kind !== "number" || word === undefined) return [];
  const after = standing.end + word.length;
  const [read] = findValues(
    standing.text + (language === "en" ? " " : "") + text.slice(after, after + 12),
  );
  return read?.kind === "duration"
    ? [{ ...read, start: standing.start, end: after + read.end - standing.text.length }]
    : [];
}

/** End of the last sought value, each following the one at `at` in order; undefined if one is missing. */
function follow(
  values: readonly Value[],
  at: number,
  sought: readonly Value[],
  agrees: (at: number, value: Value) => boolean,
): number | undefined {
  let place = at;
  for (const [index, value] of sought.entries()) {
    if (index === 0) continue;
    const gap = value.start - (sought[index - 1]?.end ?? 0);
    const farthest = (values[place]?.end ?? 0) + gap + WIDER;
    const reachable = (next: number): boolean => (values[next]?.start ?? Infinity) <= farthest;
    let next = place + 1;
    if (gap > NEIGHBOURS) while (reachable(next) && !agrees(next, value)) next++;
    if (!reachable(next) || !agrees(next, value)) return undefined;
    place = next;
  }
  return values[place]?.end;
}

/** The year a reader has in mind at each value: the last one mentioned or, before the first, the only one in the text. */
function yearsBefore(values: readonly Value[]): (string | undefined)[] {
  const years = values.map(value =>
    value.kind === "date" ? dateParts(value.canonical)?.year : undefined,
  );
  const all = new Set(years.filter(year => year !== undefined));
  let last = all.size === 1 ? [...all][0] : undefined;
  return years.map(year => (last = year ?? last));
}

/** Divisions of rules and papers: a number before them says which, not how many. */
const NUMBERED = /^[条款项章节页号]$/;

function unitsAgree(text: string, standing: Value, fact: string, sought: Value): boolean {
  // "第一泡" is not one portion; "第9条" is the article that a form calls 9条.
  if (sought.kind === "number" && standing.kind === "ordinal") {
    const unit = unitAfter(fact, sought.end);
    return unit === "" || (NUMBERED.test(unit) && text.startsWith(unit, standing.end));
  }
  if (sought.kind !== "number" || (standing.kind !== "number" && standing.kind !== "duration"))
    return true;
  const digits = /^[\d.,]+/.exec(standing.text)?.[0].length ?? 0;
  const unitAt =
    standing.kind === "duration" && digits > 0 ? standing.start + digits : standing.end;
  const unit = unitAfter(fact, sought.end);
  return (
    sameUnit(unitAfter(text, unitAt), unit, sought.canonical) || isNoun(text.slice(unitAt), unit)
  );
}

/** How many words after a number may include its noun: "22 open car parking spaces". */
const WORDS_BETWEEN = 4;
const stem = (word: string) => word.toLowerCase().replace(/s$/, "");

/** Whether the noun of a number follows within a few words of the same phrase. */
function isNoun(text: string, unit: string): boolean {
  if (!/^[a-z]{3,}$/i.test(unit)) return false;
  const [phrase = ""] = text.split(/[^\p{L}\s-]|\b(?:and|or|of|per|for|in|with|to|at|on)\b/u);
  const words = phrase.trim().split(/\s+/).slice(0, WORDS_BETWEEN);
  return words.some(word => stem(word) === stem(unit));
}
