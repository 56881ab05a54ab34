// Two runs compared: settings, rows by id, items by their question.

import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { diffRuns } from "../../pipelines/engine/diff.ts";
import { freshFolder } from "../support/folder.ts";
import { sampleItems } from "../support/sample-items.ts";
import { putItems, putRun, writeSampleRun } from "../support/sample-run.ts";

const at = freshFolder();
const difference = (artifact: string) =>
  diffRuns(at("a"), at("b")).artifacts.find(diff => diff.artifact === artifact);

test("equal runs differ in nothing", () => {
  for (const name of ["a", "b"]) writeSampleRun(at(name));
  const { settings, artifacts, items } = diffRuns(at("a"), at("b"));
  expect(settings).toEqual([]);
  expect(
    artifacts.filter(
      ({ onlyA, onlyB, changed }) => onlyA.length + onlyB.length + changed.length > 0,
    ),
  ).toEqual([]);
  expect(items).toEqual({
    kept: 5,
    changed: 0,
    gone: 0,
    fresh: 0,
    examples: { changed: [], gone: [], fresh: [] },
  });
});

test("rows are matched by id: in one run only, or with other content", () => {
  for (const name of ["a", "b"]) writeSampleRun(at(name));
  const path = at("b", "items/documents.jsonl");
  writeFileSync(path, readFileSync(path, "utf8").replace("two dogs", "three dogs"));
  expect(difference("items/documents")).toEqual({
    artifact: "items/documents",
    same: 3,
    onlyA: [],
    onlyB: [],
    changed: ["d-alder"],
  });
  putRun(at("c"));
  putItems(at("c"), sampleItems.slice(0, 2));
  expect(
    diffRuns(at("a"), at("c")).artifacts.find(({ artifact }) => artifact === "items/items")?.onlyA,
  ).toEqual(["item-2", "item-3", "item-4"]);
});

test("items are matched by question though their ids differ: kept, changed, gone, fresh", () => {
  for (const name of ["a", "b"]) putRun(at(name));
  const [first, second, third] = sampleItems;
  putItems(at("a"), [first!, second!]);
  putItems(at("b"), [
    { ...first!, id: "item-x", questionId: "q-x" },
    { ...second!, id: "item-y", answer: "Neither." },
    third!,
  ]);
  expect(diffRuns(at("a"), at("b")).items).toEqual({
    kept: 1,
    changed: 1,
    gone: 0,
    fresh: 1,
    examples: { changed: [second!.question], gone: [], fresh: [third!.question] },
  });
  expect(diffRuns(at("b"), at("a")).items).toMatchObject({ gone: 1, fresh: 0 });
});
