// Which candidates share a request: some eleven, and few others when one goes.

import { expect, test } from "vitest";
import { sheetsStage } from "../../pipelines/questions/key-sheets.ts";
import type { ShortlistRow } from "../../schemas/questions/records.ts";
import type { SheetRow } from "../../schemas/questions/keys.ts";
import { passThrough } from "../support/pass-through.ts";
import { aCandidate, aShortlistRow } from "../support/settled-candidates.ts";

async function sheetsFor(numbers: readonly number[]): Promise<number[][]> {
  const accepted = numbers.map((number, at) => ({
    ...aCandidate(number),
    question: `Which toll is due at gate ${number}?`,
    rank: at + 1,
  }));
  const listed: ShortlistRow = { ...aShortlistRow([]), accepted };
  const { tables } = await passThrough([sheetsStage], { "questions/shortlist": [listed] });
  return (tables["questions/sheets"] as SheetRow[]).map(({ entries }) =>
    entries.map(({ number }) => number),
  );
}

const numbersTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const changed = (before: readonly number[][], after: readonly number[][]) => {
  const known = new Set(before.map(String));
  return after.filter(sheet => !known.has(String(sheet)));
};

test("each candidate stands on one sheet, with some ten others of its language", async () => {
  const sheets = await sheetsFor(numbersTo(256));
  expect(sheets.flat().sort((a, b) => a - b)).toEqual(numbersTo(256));
  // Each of three tiers may end in a rest.
  expect(sheets.filter(({ length }) => length < 8).length).toBeLessThanOrEqual(3);
  expect(Math.max(...sheets.map(({ length }) => length))).toBeLessThanOrEqual(14);
  expect(Math.abs(sheets.length - 256 / 11)).toBeLessThanOrEqual(4);
});

test("a longer shortlist changes sheets of its last tier alone", async () => {
  const [short, long] = [await sheetsFor(numbersTo(130)), await sheetsFor(numbersTo(200))];
  const ranks = changed(short, long).flat();
  expect(Math.min(...ranks)).toBeGreaterThan(128);
});

test("a candidate that goes, and moves the ranks behind it, changes few sheets", async () => {
  const all = await sheetsFor(numbersTo(256));
  const moved = await Promise.all(
    [1, 30, 47, 180].map(async gone => {
      const left = await sheetsFor(numbersTo(256).filter(number => number !== gone));
      return changed(all, left).length;
    }),
  );
  expect(Math.max(...moved)).toBeLessThanOrEqual(all.length / 3);
});

test("what is left over goes on the sheet before it, where there is room", async () => {
  const sizes = await Promise.all(
    Array.from({ length: 40 }, async (_, more) =>
      (await sheetsFor(numbersTo(9 + more))).map(({ length }) => length),
    ),
  );
  for (const own of sizes) {
    const [before, rest] = own.slice(-2);
    if (before !== undefined && rest !== undefined) expect(before + rest).toBeGreaterThan(14);
  }
});
