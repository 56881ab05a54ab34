// Groups shortlisted candidates, from any materials, into the sheets whose keys one request asks for.

import { type SheetRow, sheets } from "../../schemas/questions/keys.ts";
import { shortlist } from "../../schemas/questions/records.ts";
import { hashOf, rowId } from "../engine/fingerprint.ts";
import { groupBy } from "../engine/grouping.ts";
import { defineWholeStage } from "../engine/stage.ts";

/** Candidates per sheet: enough to share the instruction, few enough to be read carefully. */
const itemsOfSheet = { least: 8, most: 14, mean: 11 };
/** One in this many questions ends a sheet that has the fewest candidates. */
const oneEnds = 4;
/** The last rank of the first tier; each further tier ends at twice the rank of the one before. */
const firstTier = 64;

/** How many sheets these candidates fill, on average. */
export const sheetsOf = (items: number): number => Math.ceil(items / itemsOfSheet.mean);

const tierOf = (rank: number): number => Math.max(0, Math.ceil(Math.log2(rank / firstTier)));

interface SheetEntry {
  readonly language: SheetRow["language"];
  readonly tier: number;
  readonly hash: string;
  readonly entry: SheetRow["entries"][number];
}

const ends = ({ hash }: SheetEntry): boolean => Number.parseInt(hash.slice(-8), 16) % oneEnds === 0;

/** Cuts sheets where the questions' own hashes say, so that adding or removing one changes only its sheet. */
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

/** Merges the last sheet into the one before if it fits: a separate sheet costs the whole instruction again. */
function withRest(written: SheetEntry[][]): SheetEntry[][] {
  const [before, rest] = written.slice(-2);
  if (!before || !rest || before.length + rest.length > itemsOfSheet.most) return written;
  return [...written.slice(0, -2), [...before, ...rest]];
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
