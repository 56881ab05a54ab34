// How many items a difference needs, from two systems that a run has evaluated.

import { join } from "node:path";
import { expect, test } from "vitest";
import { itemsNeeded } from "../../pipelines/run/items-needed.ts";
import { ItemsNeeded } from "../../schemas/evaluation/items-needed.ts";
import { alder, birch, heron, sampleItems, ward } from "../support/sample-items.ts";
import { putDocuments, putItems, putRun, writeSampleRun } from "../support/sample-run.ts";
import { putScored } from "../support/scored-evaluations.ts";
import { newFolder } from "../support/toy-run.ts";

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

test("of a run it goes by the two best systems, and by how alike items on one document are", () => {
  const run = join(newFolder(), "run");
  putRun(run);
  putDocuments(run);
  const [sample] = sampleItems;
  const documents = [alder, alder, birch, birch, heron, heron, ward, ward];
  putItems(
    run,
    documents.map(({ id }, at) => ({ ...sample!, id: `i${at}`, documentIds: [id] })),
  );
  putScored(run, "worst", { "evidence-recall": [0, 0, 0, 0, 0, 0, 0, 0] });
  putScored(run, "good", { "evidence-recall": [0, 0, 0, 0, 1, 1, 0.5, 0.5] });
  putScored(run, "best", { "evidence-recall": [1, 1, 1, 1, 1, 1, 0.5, 0.5] });
  const needed = ItemsNeeded.parse(itemsNeeded({ difference: 0.5, against: run }));
  expect(needed.basis).toMatchObject({ systems: ["best", "good"], items: 8, documents: 4 });
  // 1 on four items, 0 on four: √(8 · 0.25 / 7). Within a document all are alike: the correlation is 1.
  expect(needed.spread.value).toBeCloseTo(Math.sqrt(2 / 7), 12);
  expect(needed.correlation.value).toBe(1);
  // (2.8016 · 0.5345 / 0.5)² = 8.97 documents, however many items each has.
  expect(needed.sizes.map(({ documents: { value } }) => value)).toEqual([9, 9, 9, 9, 9, 9]);
  expect(needed.sizes[1]?.items.value).toBe(18);
});

test("a run without two systems is refused with what to type, and so is a metric that decides nothing", () => {
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
