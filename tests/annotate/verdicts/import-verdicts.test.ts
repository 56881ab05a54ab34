// Verdicts into a run: nothing twice, nothing lost, in whatever order, and each problem told where it stands.

import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { importVerdicts } from "../../../pipelines/annotate/verdicts/import-verdicts.ts";
import type { VerdictOutcome } from "../../../pipelines/annotate/verdicts/verdict-outcome.ts";
import { lockDirectory } from "../../../pipelines/engine/lock.ts";
import { readRows } from "../../../pipelines/engine/read-run.ts";
import { decisions, itemVersions, reviews } from "../../../schemas/annotation.ts";
import { freshFolder } from "../../support/folder.ts";
import {
  founded,
  minute,
  reasonable,
  refined,
  taskOn,
  verdict,
  writeJudgedRun,
} from "../../support/judged-run.ts";
import { cases } from "../../support/cases.ts";
import { putLines } from "../../support/run-files.ts";

const at = freshFolder();
const names = ["reviews", "versions", "decisions"] as const;
const pathOf = (name: (typeof names)[number]) => at("run", "annotate", `${name}.jsonl`);
const bytes = () =>
  names.map(name => (existsSync(pathOf(name)) ? readFileSync(pathOf(name), "utf8") : ""));
const rows = () => [...readRows(at("run"), reviews)];
const take = (...outcomes: readonly VerdictOutcome[]) => importVerdicts(at("run"), outcomes);

beforeEach(() => writeJudgedRun(at("run")));

const better = "In which year was Alder Mills founded?";

describe("a verdict", () => {
  test("goes in with who, when, how long and where from", () => {
    const summary = take(
      verdict(
        "rageval-qra-item-0",
        "anna",
        { score: "4", note: " fine " },
        { decidedAt: "2026-05-04T10:00:00Z", seconds: 12.5, source: "xlsx" },
      ),
    );
    expect(summary).toEqual({
      added: 1,
      unchanged: 0,
      replaced: 0,
      unfinished: 0,
      unknown: 0,
      gone: 0,
      problems: [],
      ambiguous: [],
      conflicts: [],
      edited: 0,
    });
    expect(rows()).toEqual([
      {
        id: expect.stringMatching(/^review-[0-9a-f]{12}$/),
        taskId: "rageval-qra-item-0",
        protocol: "rageval-qra",
        language: "en",
        annotator: "anna",
        values: { score: "4", note: "fine" },
        decidedAt: "2026-05-04T10:00:00.000Z",
        seconds: 12.5,
        source: "xlsx",
      },
    ]);
    expect([...readRows(at("run"), decisions)]).toMatchObject([
      { id: "item-0/rageval-qra", decision: "accepted" },
    ]);
  });

  test("taken in again changes no byte and no file", () => {
    const given = [
      verdict("crud-query-item-0", "anna", refined(better), { decidedAt: minute(1) }),
      verdict("crud-query-item-3", "ben", reasonable),
    ];
    expect(take(...given)).toMatchObject({ added: 2, unchanged: 0, edited: 1 });
    const [before, times] = [bytes(), names.map(name => statSync(pathOf(name)).ino)];
    expect(take(...given, ...given)).toMatchObject({
      added: 0,
      unchanged: 2,
      replaced: 0,
      edited: 1,
    });
    expect(bytes()).toEqual(before);
    expect(names.map(name => statSync(pathOf(name)).ino)).toEqual(times);
  });

  test("that a person changes takes the place of the one before, which stays as a row", () => {
    take(verdict("rageval-qra-item-0", "anna", { score: "5" }, { decidedAt: minute(1) }));
    const summary = take(
      verdict("rageval-qra-item-0", "anna", { score: "1" }, { decidedAt: minute(2) }),
    );
    expect(summary).toMatchObject({ added: 1, replaced: 1, ambiguous: [] });
    expect(rows().map(({ values }) => values["score"])).toEqual(["5", "1"]);
    expect([...readRows(at("run"), decisions)]).toMatchObject([{ decision: "rejected" }]);
  });

  test("on a control is kept and decides on nothing", () => {
    writeJudgedRun(at("run"), [
      taskOn(founded, "rageval-qra", {
        control: { fault: "other-answer", expect: [{ field: "score", oneOf: ["0", "1"] }] },
      }),
    ]);
    expect(take(verdict("rageval-qra-item-0", "anna", { score: "0" }))).toMatchObject({ added: 1 });
    expect([rows().length, [...readRows(at("run"), decisions)].length]).toEqual([1, 0]);
  });

  test("on an item that the run has no more is kept, told, and decides on nothing", () => {
    writeJudgedRun(at("run"), [taskOn(founded, "rageval-qra", { itemId: "item-99" })]);
    expect(take(verdict("rageval-qra-item-0", "anna", { score: "5" }))).toMatchObject({
      added: 1,
      gone: 1,
    });
    expect([...readRows(at("run"), decisions)]).toEqual([]);
  });
});

describe("what a person wrote counts as the option it means", () => {
  const options = [
    "合理",
    "Reasonable",
    " REASONABLE ",
    "ｒｅａｓｏｎａｂｌｅ",
    "合理 / Reasonable",
    "合理／reasonable",
    "reasonable/合理",
  ];
  test.each(options)("%s", written => {
    expect(take(verdict("crud-query-item-3", "李雷", { verdict: written })).problems).toEqual([]);
    expect(rows()[0]?.values).toEqual({ verdict: "reasonable" });
  });
});

describe("a problem is told with its place, and what was expected", () => {
  cases<[title: string, given: Parameters<typeof verdict>, message: string]>(
    "annotate/verdicts/import",
    "%s; the rest goes in",
    (_, given, message) => {
      const summary = take(
        verdict("rageval-qra-item-1", "ben", { score: "5" }),
        { ...verdict(...given), place: "anna.csv row 7" },
        verdict("rageval-qra-item-2", "ben", { score: "5" }),
      );
      expect(summary.problems).toEqual([
        { place: "anna.csv row 7", problem: expect.stringMatching(message) },
      ]);
      expect(summary.added).toBe(2);
      expect(rows().map(({ annotator }) => annotator)).toEqual(["ben", "ben"]);
    },
  );

  test("what a reader could not read is handed on", () => {
    expect(take({ place: "x line 1", problem: "it is not JSON" }).problems).toEqual([
      { place: "x line 1", problem: "it is not JSON" },
    ]);
  });
});

const begun = (decidedAt: string | null) =>
  verdict("crud-query-item-0", "anna", { verdict: "reasonable" }, { complete: false, decidedAt });

test("unfinished tasks are counted once each and not taken in", () => {
  expect(
    take(begun(null), begun(minute(1)), verdict("crud-query-item-1", "anna", { verdict: " " })),
  ).toMatchObject({ unfinished: 2, added: 0, problems: [] });
  expect(bytes()).toEqual(["", "", ""]);
});

describe("two things said of one task by one person", () => {
  test.each([[null], [minute(3)]])("at one time (%s) are both kept and reported", decidedAt => {
    const summary = take(
      verdict("rageval-qra-item-0", "anna", { score: "5" }, { decidedAt }),
      verdict("rageval-qra-item-0", "anna", { score: "1" }, { decidedAt }),
    );
    expect(summary).toMatchObject({ added: 2, ambiguous: ["rageval-qra-item-0, anna"] });
  });

  test("are told no more once a later verdict settles them", () => {
    take(
      verdict("rageval-qra-item-0", "anna", { score: "5" }),
      verdict("rageval-qra-item-0", "anna", { score: "1" }),
    );
    expect(
      take(verdict("rageval-qra-item-0", "anna", { score: "3" }, { decidedAt: minute(1) }))
        .ambiguous,
    ).toEqual([]);
  });
});

const questionsOf = () =>
  [...readRows(at("run"), itemVersions)].map(({ id, item }) => [id, item.question]);

test("edits over two imports keep their numbers, though an earlier edit comes in second", () => {
  take(verdict("crud-query-item-0", "anna", refined(better), { decidedAt: minute(9) }));
  const summary = take(
    verdict("crud-query-item-0", "ben", refined("Who founded Alder Mills?"), {
      decidedAt: minute(1),
    }),
  );
  expect(questionsOf()).toEqual([
    ["item-0/v2", better],
    ["item-0/v3", "Who founded Alder Mills?"],
  ]);
  expect(summary.conflicts).toMatchObject([
    { itemId: "item-0", detail: "accepted by ben (edited), anna (edited); the edits differ" },
  ]);
});

describe("a run", () => {
  test("from which no batch was drawn, or that is none, is refused with what to type", () => {
    writeJudgedRun(at("run"), []);
    expect(() => take()).toThrow(/No annotation batch was drawn/);
    expect(() => importVerdicts(at("nowhere"), [])).toThrow(/There is no run/);
    expect(existsSync(at("nowhere"))).toBe(false);
  });

  test("whose annotations another process writes is left alone", async () => {
    const lock = await lockDirectory(at("run", "annotate"));
    expect(() => take(verdict("crud-query-item-0", "anna", reasonable))).toThrow(/Another process/);
    lock.release();
    expect(take(verdict("crud-query-item-0", "anna", reasonable))).toMatchObject({ added: 1 });
  });

  test("stopped between its files is whole after the next import", () => {
    const given = verdict("crud-query-item-0", "anna", refined(better));
    take(given);
    const whole = bytes();
    rmSync(pathOf("versions"));
    putLines(at("run"), "annotate/decisions", []);
    take(given);
    expect(bytes()).toEqual(whole);
  });
});
