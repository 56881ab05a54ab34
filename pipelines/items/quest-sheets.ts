// Which reference answers one request asks about: several, since each request pays the whole instruction.

import { type QuestSheetRow, questSheets } from "../../schemas/items/labels.ts";
import { items } from "../../schemas/items/records.ts";
import { hashOf, rowId } from "../engine/fingerprint.ts";
import { groupBy } from "../engine/grouping.ts";
import { defineWholeStage } from "../engine/stage.ts";

/** On a sheet, in the mean up to half as many more or fewer. */
const ANSWERS = 12;
/** A name or a number alone holds nothing to ask about. */
const SHORTEST = { zh: 12, en: 40 };

/** As many sheets as there are answers for, to a power of two: each answer's own words say on which it stands, so that one more or less changes no other sheet. */
function sheetOf(answers: number): (answer: string) => number {
  const sheets = 2 ** Math.max(0, Math.round(Math.log2(answers / ANSWERS)));
  return answer => Number.parseInt(hashOf(answer).slice(-8), 16) % sheets;
}

/** Dropped are `short-answer`. */
export const questSheetsStage = defineWholeStage({
  name: "items/quest-sheets",
  module: import.meta.filename,
  prompts: [],
  over: items,
  writes: questSheets,
  all(rows) {
    const isShort = ({ answer, language }: (typeof rows)[number]) =>
      answer.length < SHORTEST[language];
    const long = rows.filter(row => !isShort(row));
    const sheets = [...groupBy(long, ({ language }) => language).values()].flatMap(group => {
      const of = sheetOf(group.length);
      return [...groupBy(group, ({ answer }) => String(of(answer))).values()];
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
