// The unit that stands in a table's corner, said with the name of each column of figures: a row is read alone.

import { isFigure } from "./figures.ts";

const sign = /[$€£¥￥%‰]|元/;
/** A currency or share, with its thousands: "€ million", "US$", "万元", "%". */
const amount =
  /^(?:[A-Z]{2,3} ?)?(?:[$€£¥￥%‰][\p{L}\d ,']{0,14}|[\p{L}\d ,']{1,14}[$€£¥￥%‰]|[百千万亿]{0,2}[\p{L}]{0,2}元)$/u;
/** "in millions", "单位：万元". */
const said =
  /^(?:(?:all )?(?:figures|amounts|values)? ?in (.{1,40})|(?:单位|單位|units?) ?[:：] ?(.{1,30}))$/i;
/** A name and, in brackets at its end, what it is measured in. */
const bracketed = /^(.*?)\s*[(（]([^()（）]{1,40})[)）]$/;

interface Corner {
  /** What the first column is called besides. */
  readonly name: string;
  readonly unit: string;
}

function cornerOf(text: string): Corner | undefined {
  const [, name = "", inner] = bracketed.exec(text) ?? [];
  const words = inner?.trim() ?? text;
  const stated = said.exec(words);
  const unit =
    stated?.[1] ??
    stated?.[2] ??
    (amount.test(words) || (inner && name === "") ? words : undefined);
  return unit === undefined ? undefined : { name, unit: unit.trim() };
}

const filled = (rows: readonly (readonly string[])[], column: number): string[] =>
  rows.map(row => row[column]?.trim() ?? "").filter(text => text !== "");

/** Mostly figures, which do not say themselves what they count. */
const isBare = (texts: readonly string[]): boolean =>
  texts.filter(text => isFigure(text) && !sign.test(text)).length * 2 > texts.length;

/** The header with a unit in its corner said of each column of bare figures instead; any other as it is. */
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
