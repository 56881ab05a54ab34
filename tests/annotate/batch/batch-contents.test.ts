// What a batch draws from by each protocol, and what people are shown of it.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { drawBatch } from "../../../pipelines/annotate/batch/draw-batch.ts";
import type { BatchOptions } from "../../../pipelines/annotate/batch/batch-options.ts";
import { PersonFolder } from "../../../pipelines/annotate/person-folder.ts";
import type { AnnotationTaskRow } from "../../../schemas/annotation.ts";
import { type ItemRow, items } from "../../../schemas/items/records.ts";
import { documents } from "../../../schemas/items/documents.ts";
import {
  itemOf,
  linesOf,
  putBatchRun,
  putDrafts,
  shownTo,
  tasksIn,
} from "../../support/batch-run.ts";
import { freshFolder } from "../../support/folder.ts";
import { aDocument } from "../../support/items.ts";
import { putRunJson, putLines } from "../../support/run-files.ts";

const at = freshFolder();
const tasksOf = () => tasksIn(at("run"));
const draw = (options: Partial<BatchOptions> = {}) =>
  drawBatch(at("run"), { protocol: "crud-query", annotators: ["Ann"], randomSeed: 1, ...options });

test("a folder holds the documents of its own tasks, evidence first", () => {
  putBatchRun(at("run"), { items: 6 });
  const [first] = linesOf<ItemRow>(at("run", "items", "items.jsonl"));
  putLines(at("run"), items.name, [{ ...first, documentIds: ["d-zh-3", "d-zh-0", "d-gone"] }]);
  const { folders, notices } = draw({ rejected: 0 });
  expect(shownTo(folders[0]!).map(({ content }) => content.documentIds)).toEqual([
    ["d-zh-0", "d-zh-3", "d-gone"],
  ]);
  expect(
    linesOf<{ id: string }>(join(folders[0]!.directory, "documents.jsonl")).map(({ id }) => id),
  ).toEqual(["d-zh-0", "d-zh-3"]);
  expect(notices).toContainEqual("1 documents that tasks show are not in items/documents: d-gone.");
  const opened = new PersonFolder(folders[0]!.directory);
  expect([
    opened.heading.languages,
    opened.document("d-zh-3")?.language,
    opened.tasks.length,
  ]).toEqual([["zh"], "zh", 1]);
  opened.close();
});

test("of a reverse task people see at most five documents with evidence, and never the one that was held out", () => {
  putRunJson(at("run"));
  const spanOf = (id: string) => ({
    number: 1,
    span: { documentId: id, start: 0, end: 1 },
    text: "x",
  });
  const ids = ["d1", "d2", "held", "d3", "d4", "d5", "d6"];
  const reverse = itemOf("en", 1, {
    type: "continuation",
    documentIds: ["d9", ...ids],
    heldOutIds: ["held"],
    evidence: ids.map(spanOf),
  });
  putLines(at("run"), items.name, [
    reverse,
    itemOf("en", 2, { documentIds: ["held", "d1"], heldOutIds: ["held"], evidence: [] }),
  ]);
  putLines(
    at("run"),
    documents.name,
    ["d9", ...ids].map(id => aDocument({ id })),
  );
  const shown = shownTo(draw({ rejected: 0 }).folders[0]!).map(({ content }) => [
    content.type,
    content.documentIds,
  ]);
  expect(new Map(shown as [string, string[]][])).toEqual(
    new Map([
      ["continuation", ["d1", "d2", "d3", "d4", "d5"]],
      ["factual", ["d1"]],
    ]),
  );
});

test("drafts are ranked blind: sources stay in the run, labels are not always the same, and a control is nobody's", () => {
  putBatchRun(at("run"), { items: 30 });
  putDrafts(at("run"), 25);
  const { folders, strata, notices } = draw({ protocol: "rageval-documents", perStratum: 10 });
  expect(strata.map(({ type, candidates, drawn }) => [type, candidates, drawn])).toEqual([
    [null, 25, 10],
    [null, 25, 10],
  ]);
  expect(notices).toEqual([
    "10 documents lack a zero-shot or a one-shot draft and were left out.",
    expect.stringContaining("have the drafts ranked first, or by other people"),
    "One person's verdicts show no agreement between people: to measure it, name two or more with --annotators.",
  ]);
  const rows = tasksOf();
  expect(
    new Set(
      rows
        .filter(({ control }) => !control)
        .map(({ sources }) =>
          Object.entries(sources)
            .map(([label, source]) => `${label} ${source}`)
            .join(),
        ),
    ).size,
  ).toBeGreaterThan(3);
  expect(
    rows.every(
      ({ content, sources }) =>
        content.candidates.map(({ label }) => label).join() === "A,B,C" &&
        Object.keys(sources).join() === "A,B,C",
    ),
  ).toBe(true);
  const whose = (row: AnnotationTaskRow) =>
    row.content.candidates.map(({ label, text }) => [
      row.sources[label],
      /zero-shot|one-shot/.exec(text)?.[0] ?? "ours",
    ]);
  expect(
    rows
      .filter(({ control }) => !control)
      .flatMap(whose)
      .filter(([source, read]) => source !== read),
  ).toEqual([]);
  expect(
    rows
      .filter(({ control }) => control)
      .map(({ sources }) => Object.values(sources).filter(source => source === "control").length),
  ).toEqual([1]);
  expect(readFileSync(join(folders[0]!.directory, "tasks.jsonl"), "utf8")).not.toMatch(
    /"ours"|"control"|sources/,
  );
});

test("a run without drafts says how to get them", () => {
  putBatchRun(at("run"), { items: 3 });
  expect(() => draw({ protocol: "rageval-documents" })).toThrow(
    expect.objectContaining({ code: "bad-input", hint: expect.stringContaining("--drafts") }),
  );
});

test("a judge's tasks are the answered items with their keypoints; predictions on no item are told", () => {
  putBatchRun(at("run"), { items: 6 });
  const answered = ["item-zh-1", "item-zh-2", "item-en-3", "elsewhere"].map(
    id => `${JSON.stringify({ id, answer: `回答 ${id}` })}\n`,
  );
  writeFileSync(at("predictions.jsonl"), answered.join(""));
  const { notices } = draw({
    protocol: "judge",
    predictions: at("predictions.jsonl"),
    controls: 0,
  });
  expect(notices[0]).toBe(
    "1 of 4 predictions match no item of this run and were left out: elsewhere.",
  );
  const rows = tasksOf();
  expect(
    rows
      .map(
        ({ itemId, content }) =>
          `${itemId} ${content.response} ${content.keypoints.length} ${content.documentIds.length} ${content.evidence.length}`,
      )
      .sort(),
  ).toEqual([
    "item-en-3 回答 item-en-3 1 0 0",
    "item-zh-1 回答 item-zh-1 1 0 0",
    "item-zh-2 回答 item-zh-2 1 0 0",
  ]);
  writeFileSync(at("predictions.jsonl"), answered.at(-1)!);
  expect(() => draw({ protocol: "judge", predictions: at("predictions.jsonl") })).toThrow(
    expect.objectContaining({ code: "bad-input", message: expect.stringContaining("elsewhere") }),
  );
});

test("of another system the same items are drawn again to be judged, of the same one they are not", () => {
  putBatchRun(at("run"), { items: 6 });
  const answers = (text: string) =>
    writeFileSync(
      at("predictions.jsonl"),
      ["item-zh-1", "item-zh-2"].map(id => `${JSON.stringify({ id, answer: text })}\n`).join(""),
    );
  const judging = { protocol: "judge", predictions: at("predictions.jsonl"), controls: 0 } as const;
  answers("One system says so.");
  draw(judging);
  expect(() => draw(judging)).toThrow(
    /2 of 2 candidates were left out: they are in an earlier batch/,
  );
  answers("Another says otherwise.");
  expect(draw(judging)).toMatchObject({
    folders: [{ tasks: 2 }],
    out: at("run", "annotate", "batches", "judge-2"),
  });
});
