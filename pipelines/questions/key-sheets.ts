// Groups shortlisted candidates, from any materials, into sheets: one request asks for the keys of a sheet.

import { type SheetRow, sheets } from "../../schemas/questions/keys.ts";
import { shortlist } from "../../schemas/questions/records.ts";
import { hashOf, rowId } from "../engine/fingerprint.ts";
import { groupBy } from "../engine/grouping.ts";
import { defineWholeStage } from "../engine/stage.ts";

/** Candidates per sheet: enough to share the cost of the instruction, few enough to be read carefully. */
const sheetSize = { min: 8, max: 14, mean: 11 };
/** One in this many questions ends a sheet that has the minimum number of candidates. */
const endFrequency = 4;
/** Last rank of the first tier; each further tier ends at twice the rank of the one before. */
const firstTierEnd = 64;

/** How many sheets this many candidates fill, on average. */
export const sheetCountFor = (items: number): number => Math.ceil(items / sheetSize.mean);

const tierOf = (rank: number): number => Math.max(0, Math.ceil(Math.log2(rank / firstTierEnd)));

interface SheetEntry {
  readonly language: SheetRow["language"];
  readonly tier: number;
  readonly hash: string;
  readonly entry: SheetRow["entries"][number];
}

const endsSheet = ({ hash }: SheetEntry): boolean =>
  Number.parseInt(hash.slice(-8), 16) % endFrequency === 0;

/** Cuts sheets at points determined by the questions' own hashes, so that adding or removing a question changes only its sheet. */
function cutSheets(entries: readonly SheetEntry[]): SheetEntry[][] {
  const allSheets: SheetEntry[][] = [];
  let sheet: SheetEntry[] = [];
  for (const entry of entries) {
    if (sheet.length === 0) allSheets.push(sheet);
    sheet.push(entry);
    const isFull = sheet.length >= sheetSize.max;
    if (isFull || (sheet.length >= sheetSize.min && endsSheet(entry))) sheet = [];
  }
  return mergeLast(allSheets);
}

/** Merges the last sheet into the one before if it fits: a separate sheet costs the whole instruction again. */
function mergeLast(allSheets: SheetEntry[][]): SheetEntry[][] {
  const [previous, last] = allSheets.slice(-2);
  if (!previous || !last || previous.length + last.length > sheetSize.max) return allSheets;
  return [...allSheets.slice(0, -2), [...previous, ...last]];
}

/**
 * Orders candidates by hash within tiers of rank: an edit that moves ranks leaves most sheets unchanged, and a longer
 * shortlist changes only the last tier.
 */
export const sheetsStage = defineWholeStage({
  name: "questions/sheets",
  module: import.meta.filename,
  prompts: [],
  over: shortlist,
  writes: sheets,
  all(rows) {
    const allEntries = rows.flatMap(({ id, language, accepted }) =>
      accepted.map(
        ({ number, rank, question }): SheetEntry => ({
          language,
          tier: tierOf(rank),
          hash: hashOf(question),
          entry: { shortlistId: id, number },
        }),
      ),
    );
    const orderedEntries = allEntries.sort(
      (a, b) => a.tier - b.tier || (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0),
    );
    const groups = groupBy(orderedEntries, ({ language, tier }) => `${language} ${tier}`);
    return {
      rows: [...groups.values()].flatMap(cutSheets).flatMap(sheetEntries => {
        const entries = sheetEntries.map(({ entry }) => entry);
        return sheetEntries
          .slice(0, 1)
          .map(({ language }): SheetRow => ({ id: rowId("sheet", entries), language, entries }));
      }),
    };
  },
});
