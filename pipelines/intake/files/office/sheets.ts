// Lays out the visible sheets of a workbook as one text, each as titles and tables.

import { type Block, layOut } from "../blocks.ts";
import type { ParsedFile } from "../parsed-file.ts";
import type { Merge, SheetRow } from "./xlsx-sheet.ts";
import { sheetBlocks } from "./xlsx-tables.ts";

export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** Non-empty rows, ordered by number. */
  readonly rows: readonly SheetRow[];
  readonly merges: readonly Merge[];
}

// A default name carries no information.
const isNamed = (name: string) => !/^(?:sheet|工作表|表)\s*\d+$/i.test(name.trim());

/** The text of the sheets; hidden ones are not read, only reported. */
export function layOutSheets(sheets: Iterable<Sheet>): Omit<ParsedFile, "title"> {
  const leftOut: string[] = [];
  let number = 0;
  function* blocks(): Generator<Block> {
    for (const { name, isHidden, rows, merges } of sheets) {
      if (isHidden) leftOut.push(`hidden sheet "${name}"`);
      else {
        number += 1;
        const content = sheetBlocks(rows, merges);
        if (content.length === 0) continue;
        yield { kind: "place", place: { kind: "sheet", number, name } };
        if (isNamed(name)) yield { kind: "heading", level: 1, text: name };
        yield* content;
      }
    }
  }
  const layout = layOut(blocks());
  return { ...layout, ...(leftOut.length > 0 ? { leftOut } : {}) };
}
