// What a run by rules says of the input it could not read.

import { expect, test } from "vitest";
import type { RunStatus } from "../../schemas/output/status.ts";
import { rulesShares } from "../../pipelines/engine/rules-share.ts";

const stage = (
  name: string,
  rows: number,
  declined: Record<string, number>,
  rejected: Record<string, number> = {},
) => ({ name, rows, declined, rejected });
const sharesOf = (...stages: ReturnType<typeof stage>[]) =>
  rulesShares({ stages } as unknown as RunStatus);

test("the share of each input that was read is told, and once what to do", () => {
  expect(
    sharesOf(
      stage("questions/init", 10, { "needs-model": 468 }, { "two-places": 2 }),
      stage("items/quest-eval", 0, { "needs-model": 3 }),
    ),
  ).toEqual([
    "rules read 12 of 480 materials (questions/init).",
    "This needs a model: --model openai:NAME, ollama:NAME, or --batch files.",
  ]);
});

test("nothing is told where nothing was declined for want of a model", () => {
  expect(sharesOf(stage("questions/init", 10, { "no-question": 4 }))).toEqual([]);
});
