// Exports of what is marked well enough: what is left out is counted, what nobody marked apart.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseRating } from "../../pipelines/cli/parse-numbers.ts";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { exportDragonball } from "../../pipelines/export/dragonball.ts";
import { freshFolder } from "../support/folder.ts";
import { sampleItems } from "../support/sample-items.ts";
import { putItems, writeSampleRun } from "../support/sample-run.ts";
import { measures } from "../support/settled-candidates.ts";

const at = freshFolder();

// Means of 4.5, 3.5, 4 (by one mark alone) and none twice.
const marks = [
  { proposed: 4, read: 5 },
  { proposed: 5, read: 2 },
  { proposed: null, read: 4 },
  { proposed: null, read: null },
];

function exportWorth(minWorth: number) {
  writeSampleRun(at("run"));
  putItems(
    at("run"),
    sampleItems.map((item, index) => {
      const mine = marks[index];
      return { ...item, measures: mine ? { ...measures, ...mine } : null };
    }),
  );
  return exportDragonball(openRun(at("run")), at("out"), { minWorth });
}

test("items below the mark are left out, the others keep their numbers, and the manifest counts them", () => {
  expect(exportWorth(4)).toMatchObject({ queries: 2 });
  const manifest: unknown = JSON.parse(readFileSync(at("out", "manifest.json"), "utf8"));
  expect(manifest).toMatchObject({
    worth: { atLeast: 4, leftOut: 3, unmarked: 2 },
    queries: [{ query_id: 1 }, { query_id: 3 }],
  });
});

test("where nothing is left, this is said with what to do", () => {
  expect(() => exportWorth(5)).toThrow(
    "none of the 5 items has a mean mark of at least 5, and 2 have no marks",
  );
});

test("a mark is a number from 1 to 5", () => {
  expect(["1", "4.5", "5"].map(text => parseRating("min-worth", text))).toEqual([1, 4.5, 5]);
  for (const text of ["0", "5.5", "6", "high"])
    expect(() => parseRating("min-worth", text)).toThrow("1 to 5");
});
