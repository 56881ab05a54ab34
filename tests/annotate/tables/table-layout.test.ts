// The table that a folder's tasks are laid out as, and what its filled-in rows say.

import { describe, expect, it } from "vitest";
import type { Cell } from "../../../pipelines/annotate/tables/table-times.ts";
import { readTable } from "../../../pipelines/annotate/tables/table-verdicts.ts";
import { isUnreadable } from "../../../pipelines/annotate/verdicts/verdict-outcome.ts";
import { PipelineError } from "../../../pipelines/engine/errors.ts";
import type { Content, Protocol } from "../../../schemas/annotation.ts";
import { layOut } from "./laid-table.ts";

const names = (protocol: Protocol, contents: readonly Partial<Content>[]) =>
  layOut(protocol, contents).columns.map(({ name }) => name);

describe("the table of a folder", () => {
  it("shows what any task has, and pairs each keypoint with its field up to the most that any task has", () => {
    const found = names("judge", [
      { question: "问", keypoints: ["一"] },
      { response: "答", keypoints: ["一", "二"] },
    ]);
    const shown = "task_id language type question:text response:text keypoints:text";
    expect(found.join(" ")).toBe(
      `${shown} keypoint-1:text keypoint-1 keypoint-2:text keypoint-2 note annotator decided_at seconds`,
    );
  });

  it("keeps the question that is shown apart from the field in which it is edited, which starts empty", () => {
    const { columns, rows } = layOut("crud-query", [{ question: "判了几年？" }]);
    expect(columns.map(({ name }) => name)).toEqual([
      "task_id",
      "language",
      "type",
      "question:text",
      "verdict",
      "question",
      "note",
      "annotator",
      "decided_at",
      "seconds",
    ]);
    expect([rows[0]?.get("question:text"), rows[0]?.get("question")]).toEqual(["判了几年？", ""]);
  });

  it("names documents, and one that is missing by its id", () => {
    const { rows, documents } = layOut("rageval-qra", [
      {
        documentIds: ["d1", "gone"],
        evidence: [{ number: 1, span: { documentId: "d1", start: 0, end: 2 }, text: "原文" }],
      },
    ]);
    expect(rows[0]?.get("documents:text")).toBe("文书 d1 [d1]\ngone [gone]");
    expect(rows[0]?.get("references:text")).toBe("[1] 原文 (文书 d1)");
    expect(documents.map(({ id }) => id)).toEqual(["d1"]);
  });
});

const header = [
  "verdict",
  "task_id",
  "annotator",
  "decided_at",
  "seconds",
  "my own column",
  "question:text",
  "question",
];
const readRows = (...rows: Cell[][]) =>
  readTable({ place: "a.csv", source: "csv", rows: [header, ...rows] });
const problemOf = (outcome: ReturnType<typeof readRows>[number] | undefined) =>
  outcome && isUnreadable(outcome) ? `${outcome.place}: ${outcome.problem}` : "a verdict";

describe("a filled-in row", () => {
  it("is read by the names of its columns, trimmed, without columns that are only shown or a person's own", () => {
    expect(
      readRows([" 合理 ", "t1", "李雷", "2026-11-21 10:30", "45", "hm", "判了几年？", ""]),
    ).toEqual([
      {
        place: "a.csv row 2 (task t1)",
        source: "csv",
        taskId: "t1",
        annotator: "李雷",
        values: { verdict: "合理" },
        decidedAt: "2026-11-21T10:30:00.000Z",
        seconds: 45,
        complete: true,
      },
    ]);
  });

  it("counts as not judged when none of its fields is filled in, and an empty row as nothing", () => {
    expect(
      readRows(["", "t1", "李雷", "soon", "", "", "判了几年？", ""], ["", null, " "], []),
    ).toMatchObject([{ taskId: "t1", complete: false, values: {} }]);
  });

  it.each([
    ["2026-11-21T10:30:00Z", "2026-11-21T10:30:00.000Z"],
    ["2026-11-21T10:30:00.125+08:00", "2026-11-21T02:30:00.125Z"],
    ["2026/1/2 9:05", "2026-01-02T09:05:00.000Z"],
    ["2026年11月21日 10:30", "2026-11-21T10:30:00.000Z"],
    ["2026-11-21", "2026-11-21T00:00:00.000Z"],
    [new Date(Date.UTC(2026, 10, 21, 10, 29, 59, 999)), "2026-11-21T10:30:00.000Z"],
    ["", null],
    [null, null],
  ] as [Cell, string | null][])("was decided at %s, which is %s", (written, decidedAt) => {
    expect(readRows(["reasonable", "t1", "李雷", written])).toMatchObject([{ decidedAt }]);
  });

  it.each([
    "21/11/2026 10:30",
    "11/21/2026",
    "2026-02-30",
    "2026-13-01",
    "2026-11-21 25:00",
    "46347.4375",
    46347.4375,
    "yesterday",
    true,
    new Date(Number.NaN),
  ] as Cell[])("tells that %s may be read in two ways or is not a time", written => {
    expect(problemOf(readRows(["reasonable", "t1", "李雷", written])[0])).toContain(
      "decided_at is",
    );
  });

  it.each(["1,5", "-3", "a minute", "1e999", new Date(0)] as Cell[])(
    "tells that %s is not a number of seconds",
    written => {
      expect(problemOf(readRows(["reasonable", "t1", "李雷", "", written])[0])).toContain(
        "seconds is",
      );
    },
  );

  it.each([4, 4.0, "4", "4.0", "4.00"])(
    "gives the choice 4 where the spreadsheet holds %s",
    written => {
      expect(
        readTable({
          place: "a",
          source: "xlsx",
          rows: [
            ["task_id", "annotator", "score", "note"],
            ["t", "p", written, "4.0"],
          ],
        }),
      ).toMatchObject([{ values: { score: "4", note: "4.0" } }]);
    },
  );
});

const messageOf = (rows: Cell[][]) => {
  try {
    return JSON.stringify(readTable({ place: "a.csv", source: "csv", rows }));
  } catch (error) {
    return error instanceof PipelineError
      ? `${error.code} ${error.message} ${error.hint}`
      : "a bug";
  }
};

it("a table that cannot be one of a batch is refused with the columns that were expected", () => {
  expect(messageOf([["id", "verdict"]])).toMatch(
    /^bad-input a\.csv has no column task_id; its first row is: id, verdict\. .*task_id, annotator.*verdict/,
  );
  expect(messageOf([])).toContain("its first row is: empty");
  expect(messageOf([["task_id", "verdikt"]])).toContain("no column to fill in");
});
