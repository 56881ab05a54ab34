// Reads ODS, OpenDocument sheets, in the same way as XLSX.

import type { ParsedFile } from "../../parsed-file.ts";
import { attribute, childrenNamed, type XmlNode } from "../office-xml.ts";
import { layOutSheets, type Sheet } from "../sheets.ts";
import { countCells, type Merge, maxCells, type SheetRow } from "../xlsx-sheet.ts";
import { countAttribute, openOdf, rowsOf } from "./odf-archive.ts";

/** Maximum size of a sheet; higher counts in a file are not trusted. */
const maxSize = { rows: 1_048_576, columns: 16_384 };

const figureType = /^(?:float|percentage|currency|date|time|boolean)$/;

/** The text of a cell as displayed, without comments. */
const displayedText = (cell: XmlNode): string =>
  childrenNamed(cell, "p").map(lineOf).join("\n").trim();

const lineOf = (node: XmlNode): string =>
  node.children
    .map(child =>
      child.name === "s" || child.name === "tab"
        ? " "
        : child.name === "line-break"
          ? "\n"
          : child.name === ""
            ? child.text
            : lineOf(child),
    )
    .join("");

function readSheet(table: XmlNode, budget: { cells: number }): Pick<Sheet, "rows" | "merges"> {
  const [rows, merges]: [SheetRow[], Merge[]] = [[], []];
  let number = 1;
  for (const { row: node } of rowsOf(table)) {
    const cells = new Map<number, { text: string; figure: boolean }>();
    let column = 0;
    for (const cell of node.children) {
      if (cell.name !== "table-cell" && cell.name !== "covered-table-cell") continue;
      const repeatCount = countAttribute(cell, "number-columns-repeated", maxSize.columns - column);
      const text = cell.name === "table-cell" ? displayedText(cell) : "";
      const figure = figureType.test(attribute(cell, "value-type") ?? "");
      if (text !== "")
        for (let repeatedColumn = column; repeatedColumn < column + repeatCount; repeatedColumn++)
          cells.set(repeatedColumn, { text, figure });
      const columnSpan = countAttribute(cell, "number-columns-spanned", maxSize.columns);
      const rowSpan = countAttribute(cell, "number-rows-spanned", maxSize.rows);
      if (columnSpan > 1 || rowSpan > 1)
        merges.push({
          top: number,
          bottom: number + rowSpan - 1,
          left: column,
          right: column + columnSpan - 1,
        });
      column += repeatCount;
    }
    const repeatCount = countAttribute(node, "number-rows-repeated", maxSize.rows);
    for (let copy = 0; copy < repeatCount && cells.size > 0; copy++) {
      countCells(budget, cells.size);
      rows.push({ number: number + copy, cells: new Map(cells) });
    }
    number += repeatCount;
  }
  return { rows, merges };
}

/** Reads ODS, at most 500,000 filled cells, each as displayed; comments, charts and pictures are left out, as are hidden sheets, which are reported. */
export function parseOds(bytes: Buffer): ParsedFile {
  const file = openOdf(bytes, "spreadsheet");
  const budget = { cells: maxCells };
  const sheets = childrenNamed(file.body, "table").map((table): Sheet => {
    const name = attribute(table, "name") ?? "";
    return file.styles.propertyOf(table, "table-properties", "display") === "false"
      ? { name, isHidden: true, rows: [], merges: [] }
      : { name, isHidden: false, ...readSheet(table, budget) };
  });
  return { title: file.title, ...layOutSheets(sheets) };
}
