// Adds the unit in a table's corner to the header of each column of figures, as rows are read on their own.

import { isFigure } from "./figures.ts";

const sign = /[$€£¥￥%‰]|元/;
/** A currency or share, with its thousands: "€ million", "US$", "万元", "%". */
const amount =
  /^(?:[A-Z]{2,3} ?)?(?:[$€£¥￥%‰][\p{L}\d ,']{0,14}|[\p{L}\d ,']{1,14}[$€£¥￥%‰]|[百千万亿]{0,2}[\p{L}]{0,2}元)$/u;
/** "in millions", "单位：万元". */
const statedUnit =
  /^(?:(?:all )?(?:figures|amounts|values)? ?in (.{1,40})|(?:单位|單位|units?) ?[:：] ?(.{1,30}))$/i;
/** A name followed by its unit in brackets. */
const bracketed = /^(.*?)\s*[(（]([^()（）]{1,40})[)）]$/;

interface Corner {
  /** The first column's name without the unit. */
  readonly name: string;
  readonly unit: string;
}

function cornerOf(text: string): Corner | undefined {
  const [, name = "", inner] = bracketed.exec(text) ?? [];
  const words = inner?.trim() ?? text;
  const stated = statedUnit.exec(words);
  const unit =
    stated?.[1] ??
    stated?.[2] ??
    (amount.test(words) || (inner && name === "") ? words : undefined);
  return unit === undefined ? undefined : { name, unit: unit.trim() };
}

const filled = (rows: readonly (readonly string[])[], column: number): string[] =>
  rows.map(row => row[column]?.trim() ?? "").filter(text => text !== "");

/** Whether the texts are mostly figures without a unit of their own. */
const isBare = (texts: readonly string[]): boolean =>
  texts.filter(text => isFigure(text) && !sign.test(text)).length * 2 > texts.length;

/** The header with the unit moved from its corner to each column of bare figures; any other header unchanged. */
export function withUnits(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const corner = cornerOf((header[0] ?? "").replace(/\s+/g, " ").trim());
  if (!corner || isBare(filled(rows, 0))) return header;
  let found = false;
  const named = header.map((name, column) => {
    const text = name.trim();
    if (column === 0 || text === "" || sign.test(text) || !isBare(filled(rows, column)))
      return name;
    found = true;
    return `${text} (${corner.unit})`;
  });
  return found ? [corner.name, ...named.slice(1)] : header;
}
