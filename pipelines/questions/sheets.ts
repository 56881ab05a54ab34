// Which candidates' keys one request asks for: of whatever material, each by itself.

import { type SheetRow, sheets } from "../../schemas/questions/keys.ts";
import { shortlist } from "../../schemas/questions/records.ts";
import { hashOf, rowId } from "../engine/fingerprint.ts";
import { groupBy } from "../engine/grouping.ts";
import { defineWholeStage } from "../engine/stage.ts";

/** Candidates on one sheet: enough to share the instruction, few enough to be read with care. */
const itemsOfSheet = { least: 8, most: 14, mean: 11 };
/** Of so many questions one ends a sheet that has the least. */
const oneEnds = 4;
/** Ranks up to here are one tier, up to twice as many the next, and so on. */
const firstTier = 64;

/** How many sheets so many candidates fill. */
export const sheetsOf = (items: number): number => Math.ceil(items / itemsOfSheet.mean);

const tierOf = (rank: number): number => Math.max(0, Math.ceil(Math.log2(rank / firstTier)));

interface SheetEntry {
  readonly language: SheetRow["language"];
  readonly tier: number;
  readonly hash: string;
  readonly entry: SheetRow["entries"][number];
}

const ends = ({ hash }: SheetEntry): boolean => Number.parseInt(hash.slice(-8), 16) % oneEnds === 0;

/** Cut where the questions themselves say so: one more or less changes its sheet and leaves the others. */
function cutSheets(inOrder: readonly SheetEntry[]): SheetEntry[][] {
  const written: SheetEntry[][] = [];
  let sheet: SheetEntry[] = [];
  for (const one of inOrder) {
    if (sheet.length === 0) written.push(sheet);
    sheet.push(one);
    const isFull = sheet.length >= itemsOfSheet.most;
    if (isFull || (sheet.length >= itemsOfSheet.least && ends(one))) sheet = [];
  }
  return withRest(written);
}

/** What is left over goes on the sheet before it where there is room: a sheet of its own pays the whole instruction. */
function withRest(written: SheetEntry[][]): SheetEntry[][] {
  const [before, rest] = written.slice(-2);
  if (!before || !rest || before.length + rest.length > itemsOfSheet.most) return written;
  return [...written.slice(0, -2), [...before, ...rest]];
}

/**
 * In an order of the questions' own within tiers of rank: an edit that moves ranks leaves most sheets as they were, and
 * a longer shortlist changes the last tier alone.
 */
export const sheetsStage = defineWholeStage({
  name: "questions/sheets",
  module: import.meta.filename,
  prompts: [],
  over: shortlist,
  writes: sheets,
  all(rows) {
    const placed = rows.flatMap(({ id, language, accepted }) =>
      accepted.map(
        ({ number, rank, question }): SheetEntry => ({
          language,
          tier: tierOf(rank),
          hash: hashOf(question),
          entry: { shortlistId: id, number },
        }),
      ),
    );
    const inOrder = placed.sort(
      (a, b) => a.tier - b.tier || (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0),
    );
    const groups = groupBy(inOrder, ({ language, tier }) => `${language} ${tier}`);
    return {
      rows: [...groups.values()].flatMap(cutSheets).flatMap(own => {
        const entries = own.map(({ entry }) => entry);
        return own
          .slice(0, 1)
          .map(({ language }): SheetRow => ({ id: rowId("sheet", entries), language, entries }));
      }),
    };
  },
});
