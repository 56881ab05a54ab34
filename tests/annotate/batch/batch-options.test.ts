// Options of a draw that do not go together, and the folder names that people's names become.

import { expect, test } from "vitest";
import { drawBatch } from "../../../pipelines/annotate/batch/draw-batch.ts";
import { type BatchOptions, folderName } from "../../../pipelines/annotate/batch/batch-options.ts";
import { freshFolder } from "../../support/folder.ts";

const at = freshFolder();
const draw = (options: Partial<BatchOptions> = {}) =>
  drawBatch(at("run"), { protocol: "crud-query", annotators: ["Ann"], randomSeed: 1, ...options });

test.each<[string, Partial<BatchOptions>]>([
  ["nobody", { annotators: [] }],
  ["a name without letters", { annotators: ["../.."] }],
  ["names that give one folder", { annotators: ["Ann Lee", "ann.lee"] }],
  ["a name that is too long", { annotators: ["a".repeat(81)] }],
  ["a number and a share", { perStratum: 3, share: 0.5 }],
  ["a share of nothing", { share: 0 }],
  ["a share above one", { share: 1.5 }],
  ["half a task", { perStratum: 0.5 }],
  ["an overlap that is not a number", { overlap: Number.NaN }],
  ["a negative share of controls", { controls: -0.1 }],
  ["predictions for people's own protocol", { predictions: "x" }],
  ["a judge without predictions", { protocol: "judge" }],
  ["conflicts where nothing is decided", { protocol: "rageval-documents", conflicts: true }],
  ["types of documents", { protocol: "rageval-documents", types: ["factual"] }],
])("%s is refused before anything is read", (_, options) => {
  expect(() => draw(options)).toThrow(
    expect.objectContaining({ name: "PipelineError", code: "wrong-use" }),
  );
});

test("folder names keep letters of every script and nothing that means something to a file system", () => {
  expect(
    ["Ann Lee", "  张三 ", "../etc/passwd", "CON", "Zoë-1", "a\u202Eb", "..."].map(folderName),
  ).toEqual(["ann-lee", "张三", "etc-passwd", "con-", "zoë-1", "a-b", ""]);
});

test("a folder without a run is refused", () => {
  expect(() => draw()).toThrow(
    expect.objectContaining({
      code: "bad-input",
      message: expect.stringContaining("There is no run"),
    }),
  );
});
