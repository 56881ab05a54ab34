// Groups the reference answers that one request asks about: several, since each request pays for the whole instruction.

import { type QuestSheetRow, questSheets } from "../../schemas/items/labels.ts";
import { items } from "../../schemas/items/records.ts";
import { hashOf, rowId } from "../engine/fingerprint.ts";
import { groupBy } from "../engine/grouping.ts";
import { defineWholeStage } from "../engine/stage.ts";

/** Answers per sheet; the average may be up to half more or fewer. */
const ANSWERS = 12;
/** Characters of the shortest answer to ask about: a name or number alone gives no questions. */
const SHORTEST = { zh: 12, en: 40 };

/** Assigns answers to sheets, whose number is a power of two, by each answer's own hash, so that adding or removing one changes no other sheet. */
function sheetOf(answers: number): (answer: string) => number {
  const sheets = 2 ** Math.max(0, Math.round(Math.log2(answers / ANSWERS)));
  return answer => Number.parseInt(hashOf(answer).slice(-8), 16) % sheets;
}

/** Answers that are too short are dropped as `short-answer`. */
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
