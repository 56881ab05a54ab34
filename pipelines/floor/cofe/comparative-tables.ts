// Comparisons within a table: two rows under one column, or one row under two years.

import { findValues } from "../../text/values.ts";
import { fold } from "../../text/fold.ts";
import { isPluralEn } from "../questions/label-phrases.en.ts";
import type { Candidate } from "./candidate.ts";
import type { Cell, FragmentLine } from "./fragment-reading.ts";
import type { Subject } from "./named-subject.ts";
import { canAsk, isYear, type NamedRow, readTables, tellsSomething } from "./table-reading.ts";
import { calledCell, tellCell } from "./table-wording.ts";

type Language = "zh" | "en";

const isFigure = (value: string, language: Language): boolean => findValues(value, language).some(({ kind }) => kind !== "ordinal") || /^[\d.,%-]+$/.test(value);

/** Pairs further apart in the table are not asked for. */
const mostPairs = 40;

/** Columns that both rows fill, each with something else, in figures or both in words. */
function sharedColumns(a: NamedRow, b: NamedRow, language: Language) {
  return a.cells.flatMap(cell => {
    const others = b.cells.filter(({ header }) => header === cell.header);
    const [other] = others;
    const usable = other !== undefined && others.length === 1 && (isYear(cell.header) || canAsk(cell.header, language)) && tellsSomething(cell) && tellsSomething(other);
    return usable && fold(cell.value) !== fold(other.value) && isFigure(cell.value, language) === isFigure(other.value, language) ? [{ cell, other }] : [];
  });
}

function compareRows(a: NamedRow, b: NamedRow, language: Language): Candidate[] {
  const columns = sharedColumns(a, b, language);
  const measured = columns.filter(({ cell }) => isFigure(cell.value, language));
  const [first, second] = measured.length > 0 ? measured : columns;
  if (first === undefined) return [];
  const both = second !== undefined && !isYear(first.cell.header) && !isYear(second.cell.header) ? [first, second] : [first];
  const headers = both.map(({ cell }) => calledColumn(cell.header, language));
  const question = isYear(first.cell.header)
    ? yearQuestion(a, b, { header: first.cell.header, language })
    : language === "zh"
      ? `${a.name.value}和${b.name.value}的${headers.join("和")}有何不同？`
      : `How do ${unmarked(a.name.value)} and ${unmarked(b.name.value)} differ in ${headers.join(" and ")}?`;
  const told = both
    .flatMap(({ cell, other }) => [tellCell(a, cell, language), tellCell(b, other, language), tellHigher([a, cell], [b, other], language)])
    .filter(sentence => sentence !== "");
  return [
    {
      question,
      answer: told.join(language === "zh" ? "" : " "),
      sentences: [a.number, b.number],
      secrets: both.flatMap(({ cell, other }) => [cell.value, other.value]),
      worth: 5 + (measured.length > 0 ? 1 : 0),
    },
  ];
}

/** A bare figure with its sign or unit; undefined for words and dates. */
function figureOf(value: string): { readonly amount: number; readonly unit: string } | undefined {
  const [, before = "", digits = "", unit = ""] = /^([€£$¥]?)(\d[\d,]*(?:\.\d+)?)\s?([^\d\s]{0,12})$/.exec(value.trim()) ?? [];
  return digits === "" ? undefined : { amount: Number(digits.replaceAll(",", "")), unit: `${before}${unit}` };
}

/** Which of two figures of one kind is the higher; "" where that cannot be told. */
function tellHigher([a, cell]: readonly [NamedRow, Cell], [b, other]: readonly [NamedRow, Cell], language: Language): string {
  const [one, two] = [figureOf(cell.value), figureOf(other.value)];
  if (!one || !two || one.unit !== two.unit || one.amount === two.amount) return "";
  const higher = one.amount > two.amount ? a : b;
  return language === "zh"
    ? `${higher.name.value}的${calledColumn(cell.header, language)}较高。`
    : `Of the two, ${unmarked(higher.name.value)} has the higher figure under ${calledColumn(cell.header, language)}.`;
}

/** Without the mark of a footnote: "Other businesses (d)". */
const unmarked = (name: string): string => name.replace(/\s*\([a-z]\)$/, "");

// Under a year the rows are measures: "How did the cost of sales compare with the revenue in 2023?"
function yearQuestion(a: NamedRow, b: NamedRow, { header, language }: { header: string; language: Language }): string {
  if (language === "zh") return `${calledCell(a, header, language)}与${b.name.value}相比如何？`;
  const suffix = ` in ${header}`;
  return `How did ${calledCell(a, header, language).replace(suffix, "")} compare with ${calledCell(b, header, language).replace(suffix, "")}${suffix}?`;
}

const calledColumn = (header: string, language: Language): string => {
  if (language === "en") return `“${header}”`;
  return header.replace(/\s*[（(][^()（）]*[）)]$/, "").trim() || header;
};

/** One measure in two years that stand beside each other. */
function compareYears(row: NamedRow, language: Language): Candidate[] {
  const years = row.cells.filter(cell => isYear(cell.header) && isFigure(cell.value, language));
  const [one, two] = years;
  if (one === undefined || two === undefined || one.header === two.header || fold(one.value) === fold(two.value)) return [];
  const [earlier, later] = one.header < two.header ? [one, two] : [two, one];
  const name = row.name.value;
  const noun = calledCell(row, one.header, "en").replace(` in ${one.header}`, "");
  const year = (header: string): string => (/^\d{4}$/.test(header) ? `${header}年` : header);
  const question =
    language === "zh"
      ? `${year(later.header)}与${year(earlier.header)}相比，${name}有何变化？`
      : `How did ${noun} in ${later.header} differ from ${isPluralEn(name) ? "those" : "that"} in ${earlier.header}?`;
  return [
    {
      question,
      answer: `${tellCell(row, earlier, language)}${language === "zh" ? "" : " "}${tellCell(row, later, language)}`,
      sentences: [row.number],
      secrets: [one.value, two.value],
      worth: 5.5,
    },
  ];
}

/** The comparisons that the tables of a fragment bear. */
export function comparativeTables(lines: readonly FragmentLine[], { language }: Subject): Candidate[] {
  return readTables(lines, language).flatMap(rows => [
    ...rows.flatMap(row => compareYears(row, language)),
    ...rows.slice(0, mostPairs).flatMap((row, at) => {
      const next = rows[at + 1];
      return next === undefined ? [] : compareRows(row, next, language);
    }),
  ]);
}
