// `evaluate --items`: a line an item, with how hard it is for all systems of the run beside the values of the one.

import { join } from "node:path";
import { expect, test } from "vitest";
import { openRun } from "../../../pipelines/engine/open-run.ts";
import { itemLines } from "../../../pipelines/evaluate/diagnosis/diagnosed-items.ts";
import { readScores } from "../../../pipelines/evaluate/result.ts";
import { writeLeaderboard } from "../../../pipelines/run/leaderboard.ts";
import { writeSampleRun } from "../../support/sample-run.ts";
import { putScored } from "../../support/scored-evaluations.ts";
import { newFolder } from "../../support/toy-run.ts";

/** The lines of the first of these systems, by item. */
function linesOf(systems: Readonly<Record<string, readonly number[]>>) {
  const run = join(newFolder(), "run");
  writeSampleRun(run);
  for (const [name, values] of Object.entries(systems))
    putScored(run, name, { "evidence-recall": values });
  const difficulty = writeLeaderboard(run)?.difficulty ?? null;
  const directory = join(run, "evaluations", Object.keys(systems)[0] ?? "");
  return itemLines(openRun(directory), readScores(directory), difficulty).map(
    line => JSON.parse(line) as Record<string, unknown>,
  );
}

test("with three systems a line has the share that solve the item, its discrimination, and both intervals", () => {
  const [first, second] = linesOf({ keen: [1, 1], fair: [0, 1], dull: [0, 0] });
  // i0: 1 0 0 beside 1 1 0: ⅓ / √(⅔ · ⅔) = ½. Of three systems one: (1 + 1.92) / (3 + 3.84) ± 0.365.
  expect(first).toMatchObject({
    id: "i0",
    system: "keen",
    "evidence-recall": 1,
    difficulty: {
      systems: 3,
      solved: { value: 1 / 3, low: expect.closeTo(0.0615, 4), high: expect.closeTo(0.7923, 4) },
      discrimination: { value: expect.closeTo(0.5, 12), low: null, high: null },
    },
  });
  expect(second).toMatchObject({ id: "i1", difficulty: { solved: { value: 2 / 3 } } });
});

test("with two systems it has none", () => {
  const lines = linesOf({ keen: [1, 1], dull: [0, 0] });
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(Object.keys(line)).not.toContain("difficulty");
});
