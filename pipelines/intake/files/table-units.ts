// Adds the unit in a table's corner to the header of each column of figures, because each row is read on its own.

import { isFigure } from "./figure-cells.ts";

const unitSign = /[$€£¥￥%‰]|元/;
/** A currency or percentage, with its multiplier: "€ million", "US$", "万元", "%". */
const unitText =
  /^(?:[A-Z]{2,3} ?)?(?:[$€£¥￥%‰][\p{L}\d ,']{0,14}|[\p{L}\d ,']{1,14}[$€£¥￥%‰]|[百千万亿]{0,2}[\p{L}]{0,2}元)$/u;
/** "in millions", "单位：万元". */
const statedUnit =
  /^(?:(?:all )?(?:figures|amounts|values)? ?in (.{1,40})|(?:单位|單位|units?) ?[:：] ?(.{1,30}))$/i;
/** A name followed by its unit in brackets. */
const bracketedUnit = /^(.*?)\s*[(（]([^()（）]{1,40})[)）]$/;

interface Corner {
  /** The first column's name without the unit. */
  readonly name: string;
  readonly unit: string;
}

function cornerOf(text: string): Corner | undefined {
  const [, name = "", bracketText] = bracketedUnit.exec(text) ?? [];
  const words = bracketText?.trim() ?? text;
  const statement = statedUnit.exec(words);
  const unit =
    statement?.[1] ??
    statement?.[2] ??
    (unitText.test(words) || (bracketText && name === "") ? words : undefined);
  return unit === undefined ? undefined : { name, unit: unit.trim() };
}

const filledCells = (rows: readonly (readonly string[])[], column: number): string[] =>
  rows.map(row => row[column]?.trim() ?? "").filter(text => text !== "");

/** Whether the texts are mostly figures without a unit of their own. */
const areMostlyUnitless = (texts: readonly string[]): boolean =>
  texts.filter(text => isFigure(text) && !unitSign.test(text)).length * 2 > texts.length;

/** The header with the unit moved from its corner to each column of bare figures; any other header unchanged. */
export function addUnits(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const corner = cornerOf((header[0] ?? "").replace(/\s+/g, " ").trim());
  if (!corner || areMostlyUnitless(filledCells(rows, 0))) return header;
  let isUnitAdded = false;
  const names = header.map((name, column) => {
    const text = name.trim();
    if (
      column === 0 ||
      text === "" ||
      unitSign.test(text) ||
      !areMostlyUnitless(filledCells(rows, column))
    )
      return name;
    isUnitAdded = true;
    return `${text} (${corner.unit})`;
  });
  return isUnitAdded ? [corner.name, ...names.slice(1)] : header;
}
