// Which items-to-be one reader looks at in one request: of whatever material, in the order of the shortlist.

import { keys, shortlist } from "../../schemas/questions/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { groupBy } from "../engine/grouping.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { type SheetRow, sheets } from "../../schemas/questions/review/records.ts";

/** Items on one sheet: enough to share the instruction, few enough to be read with care. */
const itemsOfSheet = 10;

/** How many sheets so many items fill. */
export const sheetsOf = (items: number): number => Math.ceil(items / itemsOfSheet);

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
        .map(({ number, rank }) => ({ language, rank, entry: { keysId: id, number } }));
    });
    const inOrder = placed.sort((a, b) => a.rank - b.rank);
    const written = [...groupBy(inOrder, ({ language }) => language).values()].flatMap(mine =>
      Array.from({ length: sheetsOf(mine.length) }, (_, index) =>
        mine.slice(index * itemsOfSheet, (index + 1) * itemsOfSheet),
      ),
    );
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
