// How many items a difference needs, from two systems that a run has evaluated.

import { join } from "node:path";
import { expect, test } from "vitest";
import { itemsNeeded } from "../../pipelines/run/items-needed.ts";
import { ItemsNeeded } from "../../schemas/evaluation/items-needed.ts";
import { sampleItems } from "../support/sample-items.ts";
import { writeSampleRun } from "../support/sample-run.ts";
import { putScored } from "../support/scored-evaluations.ts";
import { newFolder } from "../support/toy-run.ts";

/** Scores of items that the run does not have say nothing of it: the sample's are item-0, item-1 … */
function aRun(): string {
  const run = join(newFolder(), "run");
  writeSampleRun(run);
  return run;
}

test("where no run is named it says what it goes by, and gives Miller's number", () => {
  const needed = ItemsNeeded.parse(itemsNeeded({ difference: 0.03 }));
  expect(needed).toMatchObject({ metric: "evidence-recall", design: "paired" });
  expect(needed.basis).toMatchObject({ against: null, systems: null });
  expect(needed.basis.source).toContain("arXiv 2411.00640");
  expect(needed.sizes[0]).toMatchObject({ perDocument: 1, items: { value: 969 } });
});

test("a run without two systems is refused with what to type, and so is a metric that decides nothing", () => {
  expect(sampleItems.length).toBeGreaterThan(3);
  const against = aRun();
  expect(() => itemsNeeded({ difference: 0.03, against })).toThrow(
    expect.objectContaining({
      code: "bad-input",
      hint: expect.stringContaining("ragwright baseline"),
    }),
  );
  putScored(against, "a", { "evidence-recall": [1, 0] });
  putScored(against, "b", { "evidence-recall": [0, 1] });
  expect(() => itemsNeeded({ difference: 0.03, against, systems: ["a", "c"] })).toThrow(
    expect.objectContaining({
      code: "wrong-use",
      message: expect.stringContaining("It has a, b."),
    }),
  );
  expect(() => itemsNeeded({ difference: 0.03, metric: "answer-length" })).toThrow(
    expect.objectContaining({ code: "wrong-use" }),
  );
});
