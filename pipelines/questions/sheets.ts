// Which items-to-be one reader looks at in one request: of whatever material, in the order of the shortlist.

import { keys, shortlist } from "../../schemas/questions/records.ts";
import { hashOf, rowId } from "../engine/fingerprint.ts";
import { groupBy } from "../engine/grouping.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { type SheetRow, sheets } from "../../schemas/questions/review/records.ts";

/** Items on one sheet: enough to share the instruction, few enough to be read with care; ten on average. */
const itemsOfSheet = { least: 6, most: 14, mean: 10 };
/** Of so many questions one ends a sheet that has the least. */
const oneEnds = 5;

/** How many sheets so many items fill. */
export const sheetsOf = (items: number): number => Math.ceil(items / itemsOfSheet.mean);

const ends = (question: string): boolean =>
  Number.parseInt(hashOf(question).slice(0, 8), 16) % oneEnds === 0;

/** Cut where the questions themselves say so: an item more or less, before or after an edit, changes its sheet and leaves the others. */
function cutSheets<T extends { readonly question: string }>(inOrder: readonly T[]): T[][] {
  const written: T[][] = [];
  let sheet: T[] = [];
  for (const one of inOrder) {
    if (sheet.length === 0) written.push(sheet);
    sheet.push(one);
    const isFull = sheet.length >= itemsOfSheet.most;
    if (isFull || (sheet.length >= itemsOfSheet.least && ends(one.question))) sheet = [];
  }
  return written;
}

/** A longer shortlist only adds sheets behind: what was reviewed is not reviewed again, but for the last sheet of a language. */
export const sheetsStage = defineWholeStage({
  name: "questions/sheets",
  module: import.meta.filename,
  prompts: [],
  over: keys,
  lookup: { shortlist },
  writes: sheets,
  all(rows, { tables }) {
    const placed = rows.flatMap(({ id, language, shortlistId, keys: mine }) => {
      const { accepted } = tables.shortlist.get(shortlistId);
      return accepted
        .filter(({ number }) => mine.some(each => each.number === number))
        .map(({ number, rank, question }) => {
          const entry = { keysId: id, number };
          return { language, rank, question, entry };
        });
    });
    const inOrder = placed.sort((a, b) => a.rank - b.rank);
    const written = [...groupBy(inOrder, ({ language }) => language).values()].flatMap(cutSheets);
    return {
      rows: written.flatMap((own): SheetRow[] => {
        const entries = own.map(({ entry }) => entry);
        return own
          .slice(0, 1)
          .map(({ language }) => ({ id: rowId("sheet", entries), language, entries }));
      }),
    };
  },
});
