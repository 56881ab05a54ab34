// How a question and an answer name the cell of a table: "the revenue of North", "North 的营业收入".

import { bareLabelEn, isPluralEn } from "../questions/label-phrases.en.ts";
import type { Cell } from "./fragment-reading.ts";
import { isYear, type NamedRow } from "./table-reading.ts";

type Language = "zh" | "en";

const UNIT = /\s*[（(][^()（）]*[)）]$/;

/** The header without its unit: "Revenue (EUR million)" is asked for as "revenue". */
const bareHeader = (header: string): string => header.replace(UNIT, "").trim() || header;

/** Written as words ("Unit price"), not as a name or a code ("EBITDA", "GDP per Capita"). */
const asWords = (header: string): string =>
  /\d/.test(header) ? header : /^[A-Z][a-z]+(?: [a-z]+)*$/.test(header) || /^[A-Z][a-z]+(?: [A-Z][a-z]+)+$/.test(header) ? header.toLowerCase() : bareLabelEn(header);

/** A row's name within a sentence: a measure goes small, a proper name stays. */
const rowName = (name: Cell, isMeasure: boolean): string => (isMeasure ? asWords(bareHeader(name.value)) : name.value.replace(/\s*\([a-z]\)$|\.$/, ""));

/** What a cell is of: under a year, its row's measure in that year. */
export function calledCell({ name }: NamedRow, header: string, language: Language): string {
  const column = bareHeader(header);
  if (isYear(header))
    return language === "zh" ? `${column}${/^\d{4}$/.test(column) ? "年" : ""}${name.value}` : `${article(rowName(name, true))}${rowName(name, true)} in ${column}`;
  if (language === "zh") return `${name.value}的${column}`;
  return `the ${asWords(column)} ${/\b(?:of|for|in|per|by|on)\b/.test(column) ? "for" : "of"} ${rowName(name, false)}`;
}

const article = (noun: string): string => (/^(?:the|an?|total|net) /i.test(noun) && !/^(?:total|net) /i.test(noun) ? "" : "the ");

const WHO = {
  en: /^(?:author|owner|manager|director|contact(?: person)?|head|chair(?:man|person)?|supervisor|instructor|speaker|teacher|judge|editor|person (?:responsible|in charge))s?$/i,
  zh: /(?:负责人|联系人|作者|讲师|主管|经理|董事长|法定代表人|审核人|编制人|责任人)$/,
};
const WHEN = /(?:日期|时间|日)$/;
const COUNTED = /[\d０-９]/;

/** The question for a cell. */
export function askCell(row: NamedRow, cell: Cell, language: Language): string {
  const called = calledCell(row, cell.header, language);
  const header = bareHeader(cell.header);
  if (language === "zh") {
    if (WHO.zh.test(header)) return `${called}是谁？`;
    if (WHEN.test(header)) return `${called}是什么时候？`;
    return COUNTED.test(cell.value) && cell.value.length <= 20 ? `${called}是多少？` : `${called}是什么？`;
  }
  if (WHO.en.test(header)) return `Who is ${called}?`;
  if (!isYear(cell.header)) return `What does the table give as “${cell.header}” for ${rowName(row.name, false)}?`;
  return `What ${isPluralEn(bareHeader(row.name.value)) ? "were" : "was"} ${called}?`;
}

/** The cell in a sentence of its own. */
export function tellCell(row: NamedRow, cell: Cell, language: Language): string {
  const called = calledCell(row, cell.header, language);
  const value = cell.value.replace(/[.。]$/, "");
  if (language === "zh") return isYear(cell.header) ? `${called}为${value}。` : `${row.name.value}的${cell.header}为${value}。`;
  if (!isYear(cell.header))
    return WHO.en.test(bareHeader(cell.header))
      ? `${called.charAt(0).toUpperCase()}${called.slice(1)} is ${value}.`
      : `For ${rowName(row.name, false)} the table gives ${value} as “${cell.header}”.`;
  return `${called.charAt(0).toUpperCase()}${called.slice(1)} ${isPluralEn(bareHeader(row.name.value)) ? "were" : "was"} ${value}.`;
}
