// Verdicts found in what people give back: every format by its content, bad places told, nothing stopped.

import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeCsv } from "../../../pipelines/annotate/tables/csv.ts";
import { writeFolder } from "../../../pipelines/annotate/person-folder.ts";
import { crudQueryProtocol } from "../../../pipelines/annotate/protocols/crud-query.ts";
import { readVerdictFiles } from "../../../pipelines/annotate/verdicts/read-verdicts.ts";
import { layOutTable, type Table } from "../../../pipelines/annotate/tables/table-layout.ts";
import { writeXlsx } from "../../../pipelines/annotate/tables/xlsx.ts";
import { decode } from "../../../pipelines/intake/files/decode-text.ts";
import type { PersonTask } from "../../../schemas/annotation.ts";
import { freshFolder } from "../../support/folder.ts";
import { founded, heronRevenue, minute, taskOn } from "../../support/judged-run.ts";

const at = freshFolder();
const read = (...paths: string[]) =>
  readVerdictFiles(
    paths.map(path => at(path)),
    decode,
  );
const put = (path: string, content: string | Uint8Array) => writeFileSync(at(path), content);

const line = (fields: object) =>
  `${JSON.stringify({ taskId: "t-1", annotator: "anna", values: { verdict: "reasonable" }, ...fields })}\n`;
const state = (revision: number, verdict: string, fields: object = {}) =>
  line({ revision, values: { verdict }, decidedAt: minute(revision), ...fields });

const tasks: readonly PersonTask[] = [founded, heronRevenue].map(item => {
  const { id, protocol, content } = taskOn(item, "crud-query");
  return { id, protocol, content };
});

/** A person's folder. */
function giveFolder(name: string, journal?: string): string {
  const directory = at(name);
  writeFolder(directory, {
    heading: {
      format: 1,
      id: "batch",
      protocol: "crud-query",
      annotator: "anna",
      tasks: 2,
      languages: ["en", "zh"],
    },
    tasks,
    documents: [],
  });
  if (journal !== undefined) writeFileSync(join(directory, "verdicts.jsonl"), journal);
  return directory;
}

/** The person's table, its first row judged as said. */
function tableOf(verdict: string): Table {
  const table = layOutTable({
    tasks,
    document: () => undefined,
    protocol: crudQueryProtocol,
    annotator: "anna",
  });
  return {
    ...table,
    rows: table.rows.map((row, index) =>
      index === 0 && verdict !== "" ? new Map([...row, ["verdict", verdict]]) : row,
    ),
  };
}

test("our own lines are read with their place, numbers and other zones' times brought into form", async () => {
  put(
    "any.txt",
    `\ufeff\n${line({ values: { score: 4, mood: null }, decidedAt: "2026-05-04T18:00:00+08:00", seconds: 3 })}`,
  );
  expect(await read("any.txt")).toEqual([
    {
      taskId: "t-1",
      annotator: "anna",
      values: { score: "4" },
      decidedAt: "2026-05-04T10:00:00.000Z",
      seconds: 3,
      complete: true,
      place: `${at("any.txt")} line 2`,
      source: "jsonl",
    },
  ]);
});

describe("the page's journal", () => {
  test("gives the last finished state of each person and task alone", async () => {
    giveFolder(
      "anna",
      state(1, "", { complete: false }) +
        state(2, "reasonable") +
        state(3, "needs-refinement") +
        line({ annotator: "ben", revision: 1 }),
    );
    expect(await read("anna")).toMatchObject([
      {
        annotator: "anna",
        values: { verdict: "needs-refinement" },
        source: "page",
        place: expect.stringMatching(/verdicts\.jsonl line 3$/),
      },
      { annotator: "ben" },
    ]);
  });

  test("that is being written to is read up to its last whole line", async () => {
    giveFolder("anna", state(1, "reasonable"));
    appendFileSync(at("anna", "verdicts.jsonl"), '{"taskId":"t-2","annot');
    expect(await read("anna")).toMatchObject([{ taskId: "t-1" }]);
  });
});

describe("a folder", () => {
  test("gives what stands in its journal and in its tables where they are filled in", async () => {
    giveFolder("anna", state(1, "reasonable"));
    put("anna/tasks.csv", writeCsv(tableOf("合理")));
    put("anna/tasks.xlsx", await writeXlsx(tableOf("Reasonable"), crudQueryProtocol));
    const finished = (await read("anna")).flatMap(outcome =>
      "complete" in outcome && outcome.complete
        ? [[outcome.source, outcome.values["verdict"]]]
        : [],
    );
    expect(finished).toEqual([
      ["page", "reasonable"],
      ["csv", "合理"],
      ["xlsx", "Reasonable"],
    ]);
  });

  test("of a whole batch gives what all its people said", async () => {
    mkdirSync(at("batch"));
    giveFolder("batch/ben", line({ annotator: "ben" }));
    giveFolder("batch/anna", line({}));
    put("batch/readme.txt", "x");
    expect(await read("batch")).toMatchObject([{ annotator: "anna" }, { annotator: "ben" }]);
  });
});

describe("a file is known by what stands in it, whatever its name", () => {
  test("CSV, in GBK too", async () => {
    put("given.dat", writeCsv(tableOf("reasonable")));
    put(
      "gbk.csv",
      Buffer.concat([
        Buffer.from("task_id,annotator,verdict\nt-1,"),
        Buffer.from([0xc0, 0xee, 0xc0, 0xd7]),
        Buffer.from(",reasonable\n"),
      ]),
    );
    expect(await read("given.dat")).toMatchObject([
      { source: "csv", complete: true },
      { complete: false },
    ]);
    expect(await read("gbk.csv")).toMatchObject([
      { annotator: "李雷", values: { verdict: "reasonable" } },
    ]);
  });

  test("XLSX", async () => {
    put("given.csv", await writeXlsx(tableOf("reasonable"), crudQueryProtocol));
    expect(await read("given.csv")).toMatchObject([
      { source: "xlsx", complete: true },
      { complete: false },
    ]);
  });

  test("Label Studio's export", async () => {
    const annotation = {
      completed_by: { id: 1, email: "anna@example.org" },
      result: [{ from_name: "c", type: "choices", value: { choices: ["reasonable"] } }],
      updated_at: minute(1),
    };
    put(
      "export.jsonl",
      JSON.stringify([
        {
          id: 1,
          data: { task_id: "t-1", form: [{ c: { field: "verdict" } }] },
          annotations: [annotation],
        },
      ]),
    );
    expect(await read("export.jsonl")).toMatchObject([
      {
        taskId: "t-1",
        annotator: "anna@example.org",
        values: { verdict: "reasonable" },
        source: "label-studio",
      },
    ]);
  });
});

test("a file that cannot be read is told, and the others are read", async () => {
  put("empty.csv", " \n");
  put("picture.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
  put("other.csv", "name,age\nx,1\n");
  put("cut.json", "[{");
  put("broken.xlsx", "PK\u0003\u0004 and no more");
  put("min.json", JSON.stringify([{ id: 1, annotation_id: 2, annotator: 3, lead_time: 4 }]));
  put("good.jsonl", line({}));
  const outcomes = await read(
    "empty.csv",
    "picture.png",
    "other.csv",
    "cut.json",
    "broken.xlsx",
    "min.json",
    "good.jsonl",
  );
  expect(outcomes.map(outcome => ("problem" in outcome ? outcome.place : "read"))).toEqual([
    ...["empty.csv", "picture.png", "other.csv", "cut.json", "broken.xlsx", "min.json"].map(name =>
      at(name),
    ),
    "read",
  ]);
  expect(outcomes.flatMap(outcome => ("problem" in outcome ? [outcome.problem] : []))).toEqual([
    expect.stringMatching(/it is empty; expected a person's folder/),
    expect.stringMatching(/neither text nor an XLSX/),
    expect.stringMatching(/no column task_id/),
    expect.stringMatching(/begins like a JSON array but is incomplete/),
    expect.stringMatching(/\S/),
    expect.stringMatching(/JSON-MIN/),
  ]);
});
