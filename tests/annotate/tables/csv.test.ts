// CSV out and back: nothing is lost, nothing runs.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  guardCell,
  readCsv,
  unguardCell,
  writeCsv,
  writeDocumentsCsv,
} from "../../../pipelines/annotate/tables/csv.ts";
import type { Table } from "../../../pipelines/annotate/tables/table-layout.ts";
import { fillIn, layOut } from "./laid-table.ts";

const starts = [..."=+-@\t\r\n＝＋－＠'", "''", " =", "\u00A0-", "\uFEFF=", "\u0000@"];
const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .tuple(fc.constantFrom(...starts), fc.string({ unit: "binary" }))
    .map(([start, rest]) => start + rest),
  fc.array(fc.constantFrom("\r\n", ...`",;\t\n\r'=a，0e-\u202E`)).map(parts => parts.join("")),
);

/** Ids and names that a spreadsheet would turn into numbers. */
const lay = (question: string, keypoint: string): Table =>
  fillIn(layOut("judge", [{ question, keypoints: [keypoint] }]), {
    task_id: "12e45",
    annotator: "007",
  });
const bytesAndBack = (text: string) => Buffer.from(text, "utf8").toString("utf8");

describe("a cell of a CSV", () => {
  it("comes back as it was, whatever it holds", () => {
    fc.assert(
      fc.property(hostile, text => unguardCell(guardCell(text)) === text),
      { numRuns: 2000 },
    );
  });

  it.each([...starts, "12e45", "0012", "1-2", "1234567890123456", "3/4", '=HYPERLINK("http://x")'])(
    "that begins or reads like %j is kept from running or turning by an apostrophe",
    start => {
      expect(guardCell(start)).toBe(`'${start}`);
    },
  );

  it.each(["合理", "4", "0", "12.5", "a=b", "x-1", "", "that's"])(
    "that holds %j is left as it is",
    text => {
      expect(guardCell(text)).toBe(text);
      expect(unguardCell(text)).toBe(text);
    },
  );
});

describe("a CSV of a folder", () => {
  it("opens with a byte order mark, ends its lines with CRLF and names its columns first", () => {
    const lines = writeCsv(lay("问", "一")).split("\r\n");
    expect(lines[0]).toBe(
      '\uFEFF"task_id","language","type","question:text","keypoints:text","keypoint-1:text","keypoint-1","note","annotator","decided_at","seconds"',
    );
    expect(lines[1]).toBe('"\'12e45","zh",,"问","1. 一","一",,,"\'007",,');
    expect(lines[2]).toBe("");
  });

  it("gives back the verdict that was filled in, whatever texts stand around it and in it", () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (question, keypoint, note) => {
        const table = fillIn(lay(question, keypoint), {
          "keypoint-1": "covered",
          note,
          decided_at: "2026-11-21T10:30:00Z",
          seconds: "4.5",
        });
        const values = {
          "keypoint-1": "covered",
          ...(note.trim() === "" ? {} : { note: note.trim() }),
        };
        expect(readCsv(bytesAndBack(writeCsv(table)), "a.csv")).toEqual([
          {
            place: "a.csv row 2 (task 12e45)",
            source: "csv",
            taskId: "12e45",
            annotator: "007",
            values,
            decidedAt: "2026-11-21T10:30:00.000Z",
            seconds: 4.5,
            complete: true,
          },
        ]);
      }),
      { numRuns: 300 },
    );
  });

  it("lets no shown text begin a cell with a formula where another sign separates", () => {
    const csv = writeCsv(lay('a;=1+1\n@x;"=2', "b\t+3; - 4"));
    expect(
      csv
        .replace(/^\uFEFF/, "")
        .split(/[;\t\r\n]/)
        .filter(part => /^[\s"]*[=+\-@]/.test(part)),
    ).toEqual([]);
  });

  it("holds whole documents, a long one over several rows", () => {
    const csv = writeDocumentsCsv({
      documents: [{ id: "d", language: "zh", name: "=名", text: "长".repeat(40_000) }],
    });
    expect(csv.split("\r\n").map(line => line.slice(0, 15))).toEqual([
      '\uFEFF"id","name","p',
      `"d","'=名","1","`,
      `"d","'=名","2","`,
      "",
    ]);
    expect(csv.match(/长/g)).toHaveLength(40_000);
  });
});

describe("a CSV that another program saved", () => {
  it.each([",", ";", "\t"])("is read with %j between its cells", separator => {
    const text = [
      ["annotator", "task_id", "note", "verdict"],
      ["李雷", "t1", `"a${separator} ""b""\nc"`, "Reasonable"],
    ]
      .map(row => row.join(separator))
      .join("\n");
    expect(readCsv(text, "a.csv")).toMatchObject([
      { taskId: "t1", values: { note: `a${separator} "b"\nc`, verdict: "Reasonable" } },
    ]);
  });
});
