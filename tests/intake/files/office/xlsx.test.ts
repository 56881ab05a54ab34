// Sheets come back with every row under its header, numbers as people see them, and each row's place.

import { expect, test } from "vitest";
import { parseXlsx } from "../../../../pipelines/intake/files/office/xlsx.ts";
import { valueWriter } from "../../../../pipelines/intake/files/office/xlsx-formats.ts";
import { type MadeCell, madeXlsx, packParts } from "../../../support/made-office.ts";
import { fixture } from "../../../support/fixtures.ts";
import { cases } from "../../../support/cases.ts";

const read = (rows: readonly (readonly MadeCell[])[], merges: readonly string[] = []) =>
  parseXlsx(madeXlsx([{ name: "Sheet1", rows, merges }]));

test("titles stand above, each row says its header and knows its number, notes stand below", () => {
  const { text, places } = read([
    ["Alder Mills sales"],
    [],
    ["Region", "Tons"],
    ["North", 12],
    ["South", 7.5],
    ["By weight."],
  ]);
  expect(text).toBe(
    "Alder Mills sales\n\nRegion: North | Tons: 12\nRegion: South | Tons: 7.5\n\nBy weight.",
  );
  expect(
    places
      .filter(({ kind }) => kind === "row")
      .map(({ number, start }) => [number, text.slice(start, start + 8)]),
  ).toEqual([
    [1, "Alder Mi"],
    [4, "Region: "],
    [5, "Region: "],
    [6, "By weigh"],
  ]);
});

test("sheets come in their order with their names; hidden ones are named and not read, empty ones say nothing", () => {
  const table = (...rows: MadeCell[][]) => rows;
  const { text, places, leftOut } = parseXlsx(
    madeXlsx([
      { name: "收入", rows: table(["甲", "乙"], [1, 2]) },
      { name: "Lists", rows: [["secret"]], state: "hidden" },
      { name: "Empty", rows: [] },
      { name: "Costs & fees", rows: table(["A", "B"], [3, 4]) },
    ]),
  );
  expect(text).toBe("# 收入\n\n甲: 1 | 乙: 2\n\n# Costs & fees\n\nA: 3 | B: 4");
  expect(
    places.filter(({ kind }) => kind === "sheet").map(({ number, name }) => [number, name]),
  ).toEqual([
    [1, "收入"],
    [3, "Costs & fees"],
  ]);
  expect(leftOut).toEqual(['hidden sheet "Lists"']);
});

test("merged names over columns are joined with those below, and a cell merged downwards is said in each row", () => {
  const { text } = read(
    [
      ["地区", "2023", null, "备注"],
      [null, "收入", "占比", null],
      ["华南", 5, 0.5, "好"],
      [null, 6, 0.25, null],
    ],
    ["A1:A2", "B1:C1", "D1:D2", "A3:A4"],
  );
  expect(text).toBe(
    "地区: 华南 | 2023 收入: 5 | 2023 占比: 0.5 | 备注: 好\n地区: 华南 | 2023 收入: 6 | 2023 占比: 0.25",
  );
});

test("names above an empty row hold for the rows below it; a period over unmerged columns holds for its group", () => {
  const { text } = read([
    ["In tons", null, "2023", null, null, "2022"],
    [null, "Wool", "Silk", null, "Wool", "Silk"],
    [],
    ["North", 1, 2, null, 3, 4],
  ]);
  expect(text).toBe(
    "North | 2023 Wool (tons): 1 | 2023 Silk (tons): 2 | 2022 Wool (tons): 3 | 2022 Silk (tons): 4",
  );
});

cases<[value: number, code: string, shown: string]>(
  "intake/files/office/xlsx",
  "%d in the format %s is %s",
  (value, code, shown) => {
    expect(valueWriter(code, false)(value)).toBe(shown);
  },
);

const failing = (bytes: Buffer): string => {
  try {
    return parseXlsx(bytes).text;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

const withSheet = (xml: string) =>
  madeXlsx([{ name: "A", rows: [["x"]] }], [], { "xl/worksheets/sheet1.xml": xml });
const workbook = '<workbook><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>';

test.each([
  ["an archive that swells", withSheet(" ".repeat(30 * 2 ** 20)), "file-too-large"],
  ["a torn sheet", withSheet('<worksheet><sheetData><row r="1">'), "malformed"],
  ["a missing sheet", packParts({ "xl/workbook.xml": workbook }), "malformed"],
  ["no archive", Buffer.from("x"), "malformed"],
  ["an encrypted workbook", fixture("files/password.xlsx"), "encrypted"],
])("%s is refused with its reason", (_, bytes, code) => {
  expect(failing(bytes)).toBe(code);
});

test("merged cells beyond the sheet and cells at its far corner cost nothing", () => {
  const { text } = read(
    [
      ["A", "B"],
      [1, 2],
    ],
    Array.from({ length: 500 }, () => "A2:XFD1048576"),
  );
  expect(text).toBe("A: 1 | B: 2");
});
