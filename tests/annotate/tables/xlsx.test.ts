// XLSX out and back: nothing is lost, and nothing runs.

import fc from "fast-check";
import { readSheet } from "read-excel-file/node";
import { describe, expect, it } from "vitest";
import { sampleContent } from "../../../pipelines/annotate/form.ts";
import { protocols } from "../../../pipelines/annotate/protocols/protocols.ts";
import type { Table } from "../../../pipelines/annotate/tables/table-layout.ts";
import { readXlsx, writeXlsx } from "../../../pipelines/annotate/tables/xlsx.ts";
import { repackArchive } from "../../../pipelines/annotate/tables/xlsx-archive.ts";
import { pickOf } from "../../../pipelines/annotate/tables/xlsx-guide.ts";
import { normalizeChoices } from "../../../pipelines/annotate/verdicts/normalize-choices.ts";
import type { Protocol } from "../../../schemas/annotation.ts";
import type { Language } from "../../../schemas/items/item-types.ts";
import { headerRow, inline, sheetXml, workbook } from "../../support/packed-workbook.ts";
import { fillIn, layOut } from "./laid-table.ts";

const write = (table: Table, protocol: Protocol = "judge") => writeXlsx(table, protocols[protocol]);
const sheetOf = (bytes: Buffer, sheet: string) => readSheet(bytes, sheet, { trim: false });

/** The XML inside, unpacked and one after another. */
const xmlOf = (bytes: Buffer): string => repackArchive(bytes, "a.xlsx").toString("utf8");

const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "binary" }) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }))
      .map(units => String.fromCharCode(...units)),
  },
  {
    weight: 3,
    arbitrary: fc
      .array(
        fc.constantFrom(
          "_x0041_",
          "_x005F_",
          "_x",
          "0041",
          "\uD800",
          "\uDC00",
          "&amp;",
          "]]>",
          ..."_\u0001\r\n\t\u{1FFFE}\uFFFD<=\u0085\u2028 ",
        ),
      )
      .map(parts => parts.join("")),
  },
  fc.constantFrom(
    "constructor",
    "__proto__",
    "toString",
    "=1+1",
    "http://example.org/",
    "<f>1</f>",
    "&#61;1",
    "@SUM(A1)",
  ),
);

describe("a workbook of a folder", () => {
  it("gives back every shown text as it was and the verdict that was filled in, whatever they hold", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(hostile, { minLength: 40, maxLength: 40 }),
        hostile,
        async (texts, note) => {
          const table = fillIn(
            layOut(
              "judge",
              texts.map(question => ({ question, keypoints: ["一"] })),
            ),
            { "keypoint-1": "covered", note },
          );
          const bytes = await write(table);
          const shown = (await sheetOf(bytes, "tasks")).slice(1).map(row => row[3] ?? "");
          expect(shown).toEqual(texts);
          const values = {
            "keypoint-1": "covered",
            ...(note.trim() === "" ? {} : { note: note.trim() }),
          };
          expect(await readXlsx(bytes, "a.xlsx")).toEqual(
            texts.map((_, index) => ({
              place: `a.xlsx row ${index + 2} (task t${index})`,
              source: "xlsx",
              taskId: `t${index}`,
              annotator: "李雷",
              values,
              decidedAt: null,
              seconds: null,
              complete: true,
            })),
          );
        },
      ),
      { numRuns: 10 },
    );
  });

  it("holds no formula and no link, only texts", async () => {
    const texts = [
      '=HYPERLINK("http://example.org")',
      "+1",
      "-1",
      "@A1",
      "http://example.org/",
      "＝1+1",
      "<f>1</f>",
      "javascript:alert(1)",
    ];
    const xml = xmlOf(
      await write(
        layOut(
          "judge",
          texts.map(text => ({ question: text, keypoints: [text], documentIds: [text] })),
          "=1+1",
        ),
      ),
    );
    expect(xml).toContain("=HYPERLINK(");
    expect(xml).not.toMatch(/<f[\s>/]|<hyperlink|t="str"|t="n"|<v>[^<]*\D[^<]*<\/v>/);
  });

  it("offers a choice's options as a pick list, in the words of the batch's language", async () => {
    const bytes = await write(
      layOut("crud-query", [{ question: "判了几年？" }, { question: "罚了多少？" }]),
      "crud-query",
    );
    const [, sqref, first, last] =
      /<dataValidation type="list"[^>]* sqref="([A-Z]+2:[A-Z]+3)"><formula1>guide!\$B\$(\d+):\$B\$(\d+)<\/formula1>/.exec(
        xmlOf(bytes),
      ) ?? [];
    expect(sqref).toBe("E2:E3");
    const guide = await sheetOf(bytes, "guide");
    expect(guide.slice(Number(first) - 1, Number(last)).map(row => row[1])).toEqual([
      "合理",
      "需要修改",
    ]);
  });

  it("offers only picks that an import takes for the option they stand for", () => {
    const choices = Object.values(protocols).flatMap(protocol =>
      protocol.fields(sampleContent("zh")).filter(field => field.kind === "choice"),
    );
    const wrong = choices.flatMap(field =>
      ([["zh"], ["en"], ["en", "zh"]] as Language[][]).flatMap(languages =>
        field.options
          .filter(
            option =>
              normalizeChoices([field], { [field.name]: pickOf(option, languages) })[field.name] !==
              option.value,
          )
          .map(option => `${field.name} ${option.value}`),
      ),
    );
    expect(choices.length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });

  it("gives whole documents, a long one over several rows", async () => {
    const rows = await sheetOf(
      await write(layOut("judge", [{ documentIds: ["d"] }], "长".repeat(40_000))),
      "documents",
    );
    expect(rows.map(row => [row[0], row[2], String(row[3]).length])).toEqual([
      ["id", "part", 4],
      ["d", "1", 32_767],
      ["d", "2", 7_233],
    ]);
  });

  it("is not written when its texts are more than a workbook bears", async () => {
    const table = layOut("judge", [{ documentIds: ["d"] }], "长".repeat(50_000_001));
    await expect(write(table)).rejects.toThrow(/more than the 50000000 allowed in an XLSX/);
  });
});

it("a workbook that another program saved is read from its first sheet when none is called tasks, with numbers and dates as cells", async () => {
  const row = `<row r="3">${inline("A3", "t1")}${inline("B3", "李雷")}<c r="C3"><v>4.0</v></c><c r="D3" s="1"><v>46347.4375</v></c><c r="E3"><v>12.5</v></c></row>`;
  expect(await readXlsx(workbook(sheetXml(headerRow + row)), "a.xlsx")).toMatchObject([
    {
      place: "a.xlsx row 3 (task t1)",
      values: { score: "4" },
      decidedAt: "2026-11-21T10:30:00.000Z",
      seconds: 12.5,
      complete: true,
    },
  ]);
});
