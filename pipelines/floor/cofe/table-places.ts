// Cells of tables that can be asked for: named by the first cell of their row and by their column, with their unit.

import type { Cell, StatedLine } from "../../text/stated-lines.ts";
import type { AskedPlace, Source } from "./asked-place.ts";
import { canName, isWhole } from "./stated-value.ts";

interface Table {
  readonly rows: readonly StatedLine[];
  /** The line right above, where the fragment has one. */
  readonly above: StatedLine | undefined;
}

/** Rows that stand together under one first header. */
function tablesIn(lines: readonly StatedLine[]): Table[] {
  const tables: { rows: StatedLine[]; above: StatedLine | undefined }[] = [];
  lines.forEach((line, at) => {
    if (line.kind !== "row") return;
    const [last, before] = [tables.at(-1), lines[at - 1]];
    if (last && before?.kind === "row" && before.cells[0]?.header === line.cells[0]?.header)
      last.rows.push(line);
    else tables.push({ rows: [line], above: before });
  });
  return tables.filter(({ rows }) => rows.length > 1);
}

const isBare = (value: string): boolean => /^[\d.,()+\-−–\s]+$/.test(value);
/** A scale or currency, in a caption or in the header of the names. */
const UNIT =
  /\b(?:thousand|million|billion)s?\b|\b(?:in|of) (?:[A-Z]{3}\b|US|euros?|dollars?|pounds?|per ?cent)|\bunits?:|单位|[万亿]元|[$€£¥%‰]/i;
const CURRENCY =
  /\b(?:CHF|EUR|USD|GBP|JPY|CNY|RMB|HKD|AUD|CAD|SEK|NOK|DKK|euros?|dollars?|pounds?|yuan|francs?)\b|[$€£¥元]/i;
/** What is counted in money, so that a currency said of a whole table is its own. */
const MONEY =
  /sales|revenue|turnover|income|profit|loss|cost|expen[sd]|amount|asset|liabilit|equity|debt|cash|capital|invest|budget|fee|tax|deprec|amorti[sz]|impairment|dividend|interest|payment|loan|收入|成本|费用?|利润|金额|资产|负债|支出|投资|预算|税|款|资金|现金|采购|维修|工资|薪酬/i;
/** What may count in something else than money. */
const OWN_MEASURE =
  /%|\b(?:per ?cent|percentage|margin|ratio|rate|per|number|count|share|growth|change|employees|staff|headcount|year|date|age|days?|times|volume|tonnes|units)\b|[率比倍每数量龄年月日期](?!度)$|人数/i;

/** The unit that a column's header ends with. */
const unitIn = (header: string): string | undefined =>
  /[（(]([^()（）]+)[)）]$/.exec(header)?.[1] ??
  /,\s*(in [^,]+|[%‰$€£])$/i.exec(header)?.[1] ??
  /\s([%‰])$/.exec(header)?.[1];

/** A column for a year or a part of one. */
const isPeriod = (header: string): boolean =>
  /^(?:FY|H[12]|Q[1-4]|[A-Za-z]+[–-][A-Za-z]+)? ?(?:19|20)\d\d ?年?(?:度|[上下]半年|第?[一二三四1-4]季度)?$/.test(
    header,
  );

interface Measured {
  readonly answer: string;
  /** The caption that has the unit. */
  readonly caption: StatedLine | undefined;
}

/** A number with the unit that its header, the names' header or the caption gives it; undefined where one may be meant that is not seen. */
function measured(
  { header, value }: Cell,
  name: string,
  { table: { rows, above }, lines }: { table: Table; lines: readonly StatedLine[] },
): Measured | undefined {
  const own = unitIn(header);
  if (own !== undefined && !value.includes(own))
    return {
      answer: /^[%‰]$/.test(own) ? `${value}${own}` : `${value} (${own})`,
      caption: undefined,
    };
  if (own !== undefined || !isBare(value)) return { answer: value, caption: undefined };
  const names = rows[0]?.cells[0]?.header ?? "";
  const caption = above && above.kind !== "row" && UNIT.test(above.text) ? above : undefined;
  const unit = UNIT.test(names) ? names : caption?.text;
  if (unit !== undefined) {
    const isMoney =
      CURRENCY.test(unit) &&
      unit.length <= 60 &&
      [name, header].some(words => MONEY.test(words)) &&
      !OWN_MEASURE.test(name) &&
      (isPeriod(header) || !OWN_MEASURE.test(header));
    return isMoney
      ? { answer: `${value} (${unit})`, caption: UNIT.test(names) ? undefined : caption }
      : undefined;
  }
  const elsewhere = lines.some(({ kind, text }) => kind !== "row" && UNIT.test(text));
  return above === undefined || elsewhere ? undefined : { answer: value, caption: undefined };
}

const shapeOf = (value: string): "number" | "words" =>
  /^[^\p{L}]*\d/u.test(value) ? "number" : "words";

/** A column whose cells are of one kind in two rows or more: else its header may be a value itself. */
function columnsOf({ rows }: Table): string[] {
  const headers = new Set(rows.flatMap(({ cells }) => cells.slice(1).map(({ header }) => header)));
  return [...headers].filter(header => {
    const shapes = rows.flatMap(({ cells }) =>
      cells
        .filter(cell => cell.header === header && /[\p{L}\p{N}]/u.test(cell.value))
        .map(({ value }) => shapeOf(value)),
    );
    return shapes.length > 1 && new Set(shapes).size === 1;
  });
}

const occurs = (cells: readonly Cell[], header: string): number =>
  cells.filter(cell => cell.header === header).length;

export function tablePlaces(
  lines: readonly StatedLine[],
  { title, language }: Source,
): AskedPlace[] {
  return tablesIn(lines).flatMap(table => {
    const columns = columnsOf(table).filter(column => canName(column, language));
    return table.rows.flatMap(({ cells, number }) => {
      const row = cells[0]?.value ?? "";
      const isOne = table.rows.filter(({ cells: [first] }) => first?.value === row).length === 1;
      if (
        !isOne ||
        !canName(row, language) ||
        shapeOf(row) === "number" ||
        cells.slice(1).some(({ header }) => header === "")
      )
        return [];
      return cells.slice(1).flatMap(cell => {
        const { header: column, value } = cell;
        if (!columns.includes(column) || occurs(cells, column) > 1 || !isWhole(value, language))
          return [];
        const found = measured(cell, row, { table, lines });
        if (found === undefined) return [];
        const sentences = [...(found.caption === undefined ? [] : [found.caption.number]), number];
        return [
          {
            place: { kind: "cell" as const, title, row, column },
            answer: found.answer,
            sentences,
            terms: [column, value],
          },
        ];
      });
    });
  });
}
