// Batches: what is drawn, what people get to see of it, and that nothing of theirs is overwritten.

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { DrawnBatch } from "../../../schemas/output/annotation.ts";
import { drawBatch } from "../../../pipelines/annotate/batch/draw-batch.ts";
import type { BatchOptions } from "../../../pipelines/annotate/batch/batch-options.ts";
import { decisions } from "../../../schemas/annotation.ts";
import { putBatchRun, shownTo, tasksIn } from "../../support/batch-run.ts";
import { freshFolder } from "../../support/folder.ts";
import { putLines } from "../../support/run-files.ts";

const at = freshFolder();
const tasksOf = () => tasksIn(at("run"));
const draw = (options: Partial<BatchOptions> = {}) =>
  drawBatch(at("run"), { protocol: "crud-query", annotators: ["Ann"], randomSeed: 1, ...options });

test("sampled, rejected and control tasks are drawn in their shares, each once", () => {
  putBatchRun(at("run"), { items: 40, rejected: 10 });
  const { folders, strata, notices } = draw({ perStratum: 20 });
  // 2 × 20 items, 10 % of 40 rejected, 5 % of 44 controls.
  expect(folders).toMatchObject([{ annotator: "Ann", tasks: 46, controls: 2 }]);
  expect(
    strata.map(({ language, rejected, candidates, wanted, drawn }) => [
      language,
      rejected,
      candidates,
      wanted,
      drawn,
    ]),
  ).toEqual([
    ["en", false, 40, 20, 20],
    ["zh", false, 40, 20, 20],
    ["en", true, 10, 2, 2],
    ["zh", true, 10, 2, 2],
  ]);
  expect(notices).toEqual([
    "One person's verdicts show no agreement between people: to measure it, name two or more with --annotators.",
  ]);
  const rows = tasksOf();
  expect(rows.map(({ id }) => id)).toEqual([...new Set(rows.map(({ id }) => id))].sort());
  expect(rows.filter(({ control }) => control).length).toBe(2);
  expect(
    rows
      .filter(({ automatic }) => automatic?.accepted === false)
      .map(({ itemId, weight, automatic }) => [itemId, weight, automatic?.codes]),
  ).toEqual(Array.from({ length: 4 }, () => [null, 5, ["not-supported"]]));
});

test("nothing in a folder tells a control or a rejected candidate from the rest", () => {
  putBatchRun(at("run"), { items: 40, rejected: 10 });
  for (const protocol of ["rageval-qra", "crud-query", "cofe"] as const) {
    const { folders } = draw({ protocol, perStratum: 15 });
    const shapes = shownTo(folders[0]!).map(({ id, protocol, content, ...more }) =>
      JSON.stringify([
        id.replace(/[0-9a-f]{12}$/, ""),
        protocol,
        more,
        Object.keys(content),
        content.documentIds.length,
        content.evidence.length,
        content.keypoints.length,
      ]),
    );
    expect(new Set(shapes).size).toBe(1);
    const text =
      readFileSync(join(folders[0]!.directory, "tasks.jsonl"), "utf8") +
      readFileSync(join(folders[0]!.directory, "batch.json"), "utf8");
    expect(text).not.toMatch(
      /item-(?:zh|en)|"a-(?:zh|en)|control|fault|weight|automatic|accepted|itemId|sourceId/,
    );
  }
});

test("a control is spoiled, stands for no item, and repeats no question of the sample while there are others", () => {
  putBatchRun(at("run"), { items: 40 });
  draw({ perStratum: 20, controls: 0.2, rejected: 0 });
  const rows = tasksOf();
  const controls = rows.filter(({ control }) => control);
  const questions = rows.filter(({ control }) => !control).map(({ content }) => content.question);
  expect(controls.length).toBe(8);
  expect(controls.filter(({ content }) => questions.includes(content.question))).toEqual([]);
  expect(controls.map(({ itemId, automatic }) => [itemId, automatic])).toEqual(
    Array.from({ length: 8 }, () => [null, null]),
  );
  expect(new Set(controls.map(({ control }) => control?.fault)).size).toBe(2);
});

test("a part goes to everyone, the rest is dealt evenly, controls are the same for all, and orders differ", () => {
  putBatchRun(at("run"), { items: 40 });
  const { folders } = draw({
    perStratum: 20,
    annotators: ["Ann", "张三", "Bo"],
    overlap: 0.25,
    rejected: 0,
  });
  // 10 of 40 to all, 30 dealt by tens; 5 % of 20 is one control.
  expect(folders.map(({ tasks, controls }) => [tasks, controls])).toEqual(
    Array.from({ length: 3 }, () => [21, 1]),
  );
  const seen = folders.map(folder => shownTo(folder).map(({ id }) => id));
  const shared = seen[0]!.filter(id => seen.every(ids => ids.includes(id)));
  expect(shared.length).toBe(11);
  expect(new Set(seen.flat()).size).toBe(41);
  expect(shared).not.toEqual(seen[1]!.filter(id => shared.includes(id)));
  expect(folders.map(({ directory }) => directory.split("/").at(-1))).toEqual([
    "ann",
    "张三",
    "bo",
  ]);
});

const decision = (itemId: string, more: object = {}) => ({
  id: itemId,
  itemId,
  language: "zh",
  protocol: "crud-query",
  decision: "conflict",
  version: null,
  reviewIds: ["r"],
  detail: "x",
  ...more,
});

const idsIn = (batch: DrawnBatch) =>
  batch.folders.flatMap(folder => shownTo(folder).map(({ id }) => id));
const realIn = (batch: DrawnBatch) => {
  const controls = new Set(tasksOf().flatMap(({ id, control }) => (control ? [id] : [])));
  return idsIn(batch).filter(id => !controls.has(id));
};

test("a further batch draws new tasks into a folder of its own, until nothing is left; verdicts stay", () => {
  putBatchRun(at("run"), { items: 30, rejected: 5 });
  const first = draw({ annotators: ["Ann", "Bo"] });
  const begun = join(first.folders[0]!.directory, "verdicts.jsonl");
  writeFileSync(begun, "mine\n");
  const further = [draw({ annotators: ["Ann", "Bo"] }), draw({ randomSeed: 2 })];
  const seen = [first, ...further].map(batch => new Set(realIn(batch)));
  expect(seen.map(({ size }) => size)).toEqual([22, 22, 22]);
  expect(new Set(seen.flatMap(ids => [...ids])).size).toBe(66);
  expect(further.map(({ out, notices }) => [out, notices[0]])).toEqual([
    [
      at("run", "annotate", "batches", "crud-query-2"),
      "20 of 60 candidates were left out: they are in an earlier batch.",
    ],
    [
      at("run", "annotate", "batches", "crud-query-3"),
      "40 of 60 candidates were left out: they are in an earlier batch.",
    ],
  ]);
  expect(readFileSync(begun, "utf8")).toBe("mine\n");
  expect(existsSync(at("run", "annotate", "lock"))).toBe(false);
  expect(() => draw()).toThrow(
    expect.objectContaining({
      code: "bad-input",
      message: expect.stringMatching(/nothing to draw.* 60 of 60 candidates were left out/),
      hint: expect.stringContaining("import"),
    }),
  );
});

test("what is decided is not drawn again, though its task is gone; what another protocol decided is", () => {
  putBatchRun(at("run"), { items: 12 });
  const accepted = { decision: "accepted", version: 1 };
  putLines(at("run"), decisions.name, [
    decision("item-zh-1", accepted),
    decision("item-zh-2", { decision: "rejected" }),
    decision("item-zh-3", { ...accepted, protocol: "cofe" }),
  ]);
  const { notices } = draw({ perStratum: 12, rejected: 0, controls: 0 });
  expect(notices[0]).toBe("2 of 24 candidates were left out: they have been decided.");
  const drawn = tasksOf().map(({ itemId }) => itemId);
  expect([1, 2, 3].map(at => drawn.includes(`item-zh-${at}`))).toEqual([false, false, true]);
});

test("a batch whose writing was broken off is drawn again as it was, to the byte", () => {
  putBatchRun(at("run"), { items: 30, rejected: 5 });
  const first = draw({ annotators: ["Ann", "Bo"] });
  const files = first.folders.flatMap(({ directory }) =>
    ["batch.json", "tasks.jsonl", "documents.jsonl"].map(name => join(directory, name)),
  );
  const before = files.map(path => readFileSync(path, "utf8"));
  // The run learns of the tasks last.
  rmSync(at("run", "annotate", "tasks.jsonl"));
  rmSync(first.folders[1]!.directory, { recursive: true });
  expect(draw({ annotators: ["Ann", "Bo"] })).toEqual(first);
  expect(files.map(path => readFileSync(path, "utf8"))).toEqual(before);
});

test("another batch never takes the place of one in a named folder, and writes nothing before it is refused", () => {
  putBatchRun(at("run"), { items: 30 });
  const { folders } = draw({ out: at("mine") });
  const before = readFileSync(at("run", "annotate", "tasks.jsonl"), "utf8");
  const held = readFileSync(join(folders[0]!.directory, "tasks.jsonl"), "utf8");
  expect(() => draw({ randomSeed: 2, annotators: ["Zoe", "Ann"], out: at("mine") })).toThrow(
    expect.objectContaining({
      code: "wrong-use",
      message: expect.stringContaining("contains another batch"),
      hint: expect.stringContaining("--out"),
    }),
  );
  expect(readFileSync(at("run", "annotate", "tasks.jsonl"), "utf8")).toBe(before);
  expect(readFileSync(join(folders[0]!.directory, "tasks.jsonl"), "utf8")).toBe(held);
  expect(existsSync(at("mine", "zoe"))).toBe(false);
});

test("tasks of earlier batches stay in the run when another is drawn", () => {
  putBatchRun(at("run"), { items: 30 });
  draw({ perStratum: 5 });
  const before = tasksOf().map(({ id }) => id);
  draw({ perStratum: 5, randomSeed: 7, out: at("other") });
  draw({ perStratum: 5, protocol: "rageval-qra" });
  const after = tasksOf();
  expect(before.filter(id => !after.some(row => row.id === id))).toEqual([]);
  expect(new Set(after.map(({ protocol }) => protocol))).toEqual(
    new Set(["crud-query", "rageval-qra"]),
  );
});

test("exactly the items in conflict are drawn to be settled, once each, with nothing hidden among them", () => {
  putBatchRun(at("run"), { items: 30, rejected: 9 });
  const wanted = ["item-zh-1", "item-zh-2", "item-en-3"];
  putLines(at("run"), decisions.name, [
    ...wanted.map(id => decision(id)),
    decision("item-zh-5", { decision: "accepted", version: 1 }),
    decision("item-zh-6", { protocol: "cofe" }),
  ]);
  draw();
  const { folders, out } = draw({ conflicts: true, annotators: ["Ann", "Bo"], overlap: 1 });
  expect(out).toBe(at("run", "annotate", "batches", "crud-query-conflicts"));
  expect(folders.map(({ tasks, controls }) => [tasks, controls])).toEqual([
    [2, 0],
    [1, 0],
  ]);
  const settling = tasksOf().filter(({ arbitrates }) => arbitrates);
  expect(new Set(settling.map(({ itemId }) => itemId))).toEqual(new Set(wanted));
  expect(settling.length).toBe(3);
  rmSync(at("run", "annotate", "decisions.jsonl"));
  expect(() => draw({ conflicts: true })).toThrow(
    expect.objectContaining({
      code: "bad-input",
      message: expect.stringContaining("No item is in conflict"),
    }),
  );
});

test("agreement is spoken of where one person judges alone, unless no task was to be shared", () => {
  putBatchRun(at("run"), { items: 40 });
  const alone = (more: object) =>
    draw({ perStratum: 2, rejected: 0, ...more }).notices.some(notice =>
      notice.startsWith("One person's"),
    );
  expect(alone({})).toBe(true);
  expect(alone({ overlap: 0 })).toBe(false);
  expect(alone({ annotators: ["anna", "bo"] })).toBe(false);
});
