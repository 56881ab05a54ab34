// A file that is not a workbook of a batch is refused in plain words, and none fills the memory.

import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readXlsx } from "../../../pipelines/annotate/tables/xlsx.ts";
import { PipelineError } from "../../../pipelines/engine/errors.ts";
import { headerRow, inline, packZip, sheetXml, workbook } from "../../support/packed-workbook.ts";

const refusal = async (bytes: Uint8Array): Promise<string> => {
  try {
    return JSON.stringify(await readXlsx(bytes, "a.xlsx"));
  } catch (error) {
    return error instanceof PipelineError ? `${error.code}: ${error.message}` : String(error);
  }
};

describe("a file that is not a workbook of a batch", () => {
  it.each([
    ["empty", Buffer.alloc(0)],
    ["text", Buffer.from("task_id,verdict\n")],
    ["a torn workbook", workbook(sheetXml(headerRow)).subarray(0, 300)],
    ["an archive of nothing", packZip([])],
    [
      "an archive whose list lies beyond it",
      Buffer.concat([Buffer.from("PK\x05\x06", "latin1"), Buffer.alloc(18, 0xff)]),
    ],
    [
      "a workbook without its sheet",
      packZip([{ name: "xl/workbook.xml", content: "<workbook/>" }]),
    ],
    ["a workbook that is not XML", workbook("<<<")],
    [
      "a sheet with rows in disorder",
      workbook(
        sheetXml('<row r="5"><c r="A5"><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>'),
      ),
    ],
  ])("is refused in plain words: %s", async (_, bytes) => {
    expect(await refusal(bytes)).toMatch(/^bad-input: a\.xlsx /);
  });

  it("is named where it is an old .xls or under a password", async () => {
    expect(await refusal(Buffer.from("d0cf11e0a1b11ae1", "hex"))).toBe(
      "bad-input: a.xlsx is an old .xls or is password-protected.",
    );
  });

  it("is refused by the size it states, before it is unpacked", async () => {
    expect(
      await refusal(workbook(sheetXml(""), [{ name: "x.xml", content: "x", statedSize: 1e9 }])),
    ).toContain("unpack to more than 200 MB");
  });

  it("is refused when it is packed to more than it says to unpack to", async () => {
    const swelling = deflateRawSync(Buffer.alloc(201 * 2 ** 20), { level: 1 });
    expect(
      await refusal(workbook(sheetXml(""), [{ name: "x.xml", packed: swelling, statedSize: 10 }])),
    ).toBe("bad-input: a.xlsx is not a complete XLSX file.");
  });

  it("is refused when one sheet is larger than its reader reads in time", async () => {
    expect(await refusal(workbook(sheetXml(" ".repeat(41 * 2 ** 20))))).toContain(
      "unpack to more than 40 MB",
    );
  });

  it("is refused when a cell's text is longer than any cell", async () => {
    expect(
      await refusal(workbook(sheetXml(`<row r="1">${inline("A1", "a".repeat(2 ** 21))}</row>`))),
    ).toContain("longer than a cell can hold");
  });

  it.each([
    "A999999999",
    "ZZZZZZ2",
    "XFD1048576",
    "A&#57;&#57;&#57;&#57;&#57;&#57;&#57;&#57;",
    "A1e9",
  ])(
    "is refused when a cell at %s would make its reader fill millions of empty ones",
    async address => {
      expect(
        await refusal(
          workbook(sheetXml(`${headerRow}<row r="2"><c r="${address}"><v>1</v></c></row>`)),
        ),
      ).toContain("most of them empty");
    },
  );
});
