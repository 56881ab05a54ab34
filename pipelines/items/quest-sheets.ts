// Groups the reference answers that share a request, since each request has to include the whole instructions.

import { type QuestSheetRow, questSheets } from "../../schemas/items/finished-items.ts";
import { items } from "../../schemas/items/records.ts";
import { hashOf, rowId } from "../engine/fingerprint.ts";
import { groupBy } from "../engine/grouping.ts";
import { defineWholeStage } from "../engine/stage.ts";

/** Answers per sheet; the average may be up to 50% higher or lower. */
const answersPerSheet = 12;
/** Minimum characters of an answer to ask about: a bare name or number yields no questions. */
const minLength = { zh: 12, en: 40 };

/** Assigns each answer to a sheet by its own hash; the number of sheets is a power of two, so that adding or removing an answer does not change the other sheets. */
function sheetAssigner(answers: number): (answer: string) => number {
  const sheetCount = 2 ** Math.max(0, Math.round(Math.log2(answers / answersPerSheet)));
  return answer => Number.parseInt(hashOf(answer).slice(-8), 16) % sheetCount;
}

/** Drops answers that are too short as `short-answer`. */
export const questSheetsStage = defineWholeStage({
  name: "items/quest-sheets",
  module: import.meta.filename,
  prompts: [],
  over: items,
  writes: questSheets,
  all(rows) {
    const isShort = ({ answer, language }: (typeof rows)[number]) =>
      answer.length < minLength[language];
    const longEnough = rows.filter(row => !isShort(row));
    const sheets = [...groupBy(longEnough, ({ language }) => language).values()].flatMap(group => {
      const sheetOf = sheetAssigner(group.length);
      return [...groupBy(group, ({ answer }) => String(sheetOf(answer))).values()];
    });
    return {
      rows: sheets.flatMap(sheet => {
        const itemIds = sheet.map(({ id }) => id).sort();
        return sheet.slice(0, 1).map(
          ({ language }): QuestSheetRow => ({
            id: rowId("sheet", ...itemIds),
            language,
            itemIds,
          }),
        );
      }),
      dropped: rows.filter(isShort).map(({ id }) => ({
        id,
        code: "short-answer",
        detail: "The reference answer is too short to ask questions about.",
      })),
    };
  },
});
