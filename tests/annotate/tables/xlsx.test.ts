// XLSX out and back: nothing is lost, nothing runs, and no file fills the memory.

import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { readSheet } from "read-excel-file/node";
import { describe, expect, it } from "vitest";
import { emptyContent } from "../../../pipelines/annotate/form.ts";
import { protocols } from "../../../pipelines/annotate/protocols/all.ts";
import { settleValues } from "../../../pipelines/annotate/verdicts/spelled-values.ts";
import { layTable, type Table } from "../../../pipelines/annotate/tables/table-rows.ts";
import { readXlsx, writeXlsx } from "../../../pipelines/annotate/tables/xlsx.ts";
import { openArchive } from "../../../pipelines/annotate/tables/xlsx-archive.ts";
import { pickOf } from "../../../pipelines/annotate/tables/xlsx-guide.ts";
import { PipelineError } from "../../../pipelines/engine/errors.ts";
import type { Content, Protocol } from "../../../schemas/annotation.ts";
import type { Language } from "../../../schemas/items/records.ts";

const lay = (protocol: Protocol, contents: readonly Partial<Content>[], text = "全文"): Table =>
  layTable({
    tasks: contents.map((content, index) => ({ id: `t${index}`, protocol, content: { ...emptyContent({ language: "zh", domain: "law" }), ...content } })),
    document: id => ({ id, language: "zh", name: "文书", text }),
    protocol: protocols[protocol],
    annotator: "李雷",
  });

const fill = (table: Table, values: Readonly<Record<string, string>>): Table => ({ ...table, rows: table.rows.map(row => new Map([...row, ...Object.entries(values)])) });
const write = (table: Table, protocol: Protocol = "judge") => writeXlsx(table, protocols[protocol]);
const sheetOf = (bytes: Buffer, sheet: string) => readSheet(bytes, sheet, { trim: false });

/** The XML inside, unpacked and one after another. */
const xmlOf = (bytes: Buffer): string => openArchive(bytes, "a.xlsx").toString("utf8");

const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "binary" }) },
  { weight: 2, arbitrary: fc.array(fc.integer({ min: 0, max: 0xffff })).map(units => String.fromCharCode(...units)) },
  {
    weight: 3,
    arbitrary: fc
      .array(
        fc.constantFrom(
          "_x0041_",
          "_x005F_",
          "_x",
          "0041",
          "_",
          "\u0001",
          "\r",
          "\n",
          "\t",
          "\uD800",
          "\uDC00",
          "\u{1FFFE}",
          "\uFFFD",
          "<",
          "&amp;",
          "=",
          "]]>",
          "\u0085",
          "\u2028",
          " ",
        ),
      )
      .map(parts => parts.join("")),
  },
  fc.constantFrom("constructor", "__proto__", "toString", "=1+1", "http://example.org/", "<f>1</f>", "&#61;1", "@SUM(A1)"),
);

describe("a workbook of a folder", () => {
  it("gives back every shown text as it was and the verdict that was filled in, whatever they hold", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 40, maxLength: 40 }), hostile, async (texts, note) => {
        const table = fill(
          lay(
            "judge",
            texts.map(question => ({ question, keypoints: ["一"] })),
          ),
          { "keypoint-1": "covered", note },
        );
        const bytes = await write(table);
        const shown = (await sheetOf(bytes, "tasks")).slice(1).map(row => row[3] ?? "");
        expect(shown).toEqual(texts);
        const values = { "keypoint-1": "covered", ...(note.trim() === "" ? {} : { note: note.trim() }) };
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
      }),
      { numRuns: 10 },
    );
  });

  it("holds no formula and no link, only texts", async () => {
    const texts = ['=HYPERLINK("http://example.org")', "+1", "-1", "@A1", "http://example.org/", "＝1+1", "<f>1</f>", "javascript:alert(1)"];
    const xml = xmlOf(
      await write(
        lay(
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
    const bytes = await write(lay("crud-query", [{ question: "判了几年？" }, { question: "罚了多少？" }]), "crud-query");
    const [, sqref, first, last] = /<dataValidation type="list"[^>]* sqref="([A-Z]+2:[A-Z]+3)"><formula1>guide!\$B\$(\d+):\$B\$(\d+)<\/formula1>/.exec(xmlOf(bytes)) ?? [];
    expect(sqref).toBe("E2:E3");
    const guide = await sheetOf(bytes, "guide");
    expect(guide.slice(Number(first) - 1, Number(last)).map(row => row[1])).toEqual(["合理", "需要修改"]);
  });

  it("offers points with what they mean, and words in both languages where a batch has both", async () => {
    const guideOf = async (contents: Partial<Content>[]) => (await sheetOf(await write(lay("cofe", contents), "cofe"), "guide")).map(row => row[1]);
    expect(await guideOf([{}])).toEqual(expect.arrayContaining(["是", "否"]));
    expect(await guideOf([{}, { language: "en" }])).toEqual(expect.arrayContaining(["是 / Yes", "否 / No"]));
    expect((await guideOf([{}])).filter(pick => /^[1-5] \S/.test(String(pick))).length).toBe(25);
  });

  it("offers only picks that an import takes for the option they stand for", () => {
    const content = {
      ...emptyContent({ language: "zh", domain: "" }),
      keypoints: ["x"],
      keywords: { coarse: ["x"], fine: [["x"]] },
      candidates: ["A", "B", "C"].map(label => ({ label, text: "x" })),
    };
    const choices = Object.values(protocols).flatMap(protocol => protocol.fields(content).filter(field => field.kind === "choice"));
    const wrong = choices.flatMap(field =>
      ([["zh"], ["en"], ["en", "zh"]] as Language[][]).flatMap(languages =>
        field.options
          .filter(option => settleValues([field], { [field.name]: pickOf(option, languages) })[field.name] !== option.value)
          .map(option => `${field.name} ${option.value}`),
      ),
    );
    expect(choices.length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });

  it("gives whole documents, a long one over several rows", async () => {
    const rows = await sheetOf(await write(lay("judge", [{ documentIds: ["d"] }], "长".repeat(40_000))), "documents");
    expect(rows.map(row => [row[0], row[2], String(row[3]).length])).toEqual([
      ["id", "part", 4],
      ["d", "1", 32_767],
      ["d", "2", 7_233],
    ]);
  });

  it("says where the whole of a text stands that is too long for a cell", async () => {
    const rows = await sheetOf(await write(lay("judge", [{ question: "😀".repeat(20_000) }])), "tasks");
    expect(String(rows[1]?.[3]).length).toBeLessThanOrEqual(32_767);
    expect(rows[1]?.[3]).toMatch(/^(?:😀)+… \[.*tasks\.jsonl\]$/);
  });

  it("is not written when its texts are more than a workbook bears", async () => {
    const table = lay("judge", [{ documentIds: ["d"] }], "长".repeat(50_000_001));
    await expect(write(table)).rejects.toThrow(/more than the 50000000 that an XLSX is written with/);
  });

  it("is written without any tasks, and then has nothing to fill in", async () => {
    await expect(readXlsx(await write(lay("judge", [])), "a.xlsx")).rejects.toThrow(/no column to fill in/);
  });
});

interface ZipFile {
  readonly name: string;
  readonly content?: string;
  /** Deflated already; in place of the content. */
  readonly packed?: Buffer;
  /** What the archive says of the size unpacked; the content's own unless given. */
  readonly statedSize?: number;
}

/** An archive, a sound one or one that lies about its sizes. */
function packZip(files: readonly ZipFile[]): Buffer {
  const bodies: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const { name, content = "", packed, statedSize } of files) {
    const body = packed ?? deflateRawSync(content);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(body.length, 14);
    head.writeUInt32LE(statedSize ?? Buffer.byteLength(content), 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    bodies.push(Buffer.from("PK\x03\x04", "latin1"), head, Buffer.from(name), body);
    list.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), head, tail, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + body.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, ...list, end]);
}

const sheetXml = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

/** A workbook as another program might write it. */
const workbook = (sheet: string, more: Parameters<typeof packZip>[0] = []) =>
  packZip([
    { name: "xl/workbook.xml", content: '<workbook><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>' },
    {
      name: "xl/_rels/workbook.xml.rels",
      content:
        '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    },
    { name: "xl/styles.xml", content: '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>' },
    { name: "xl/worksheets/sheet1.xml", content: sheet },
    ...more,
  ]);

const inline = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;
const headerRow = `<row r="1">${["task_id", "annotator", "score", "decided_at", "seconds"].map((name, index) => inline(`${"ABCDE".charAt(index)}1`, name)).join("")}</row>`;

describe("a workbook that another program saved", () => {
  it("is read from its first sheet when none is called tasks, with numbers and dates as cells", async () => {
    const row = `<row r="3">${inline("A3", "t1")}${inline("B3", "李雷")}<c r="C3"><v>4.0</v></c><c r="D3" s="1"><v>46347.4375</v></c><c r="E3"><v>12.5</v></c></row>`;
    expect(await readXlsx(workbook(sheetXml(headerRow + row)), "a.xlsx")).toMatchObject([
      { place: "a.xlsx row 3 (task t1)", values: { score: "4" }, decidedAt: "2026-11-21T10:30:00.000Z", seconds: 12.5, complete: true },
    ]);
  });

  it("has no verdict in a cell whose formula failed", async () => {
    const row = `<row r="2">${inline("A2", "t1")}${inline("B2", "李雷")}<c r="C2" t="e"><v>#REF!</v></c></row>`;
    expect(await readXlsx(workbook(sheetXml(headerRow + row)), "a.xlsx")).toMatchObject([{ complete: false, values: {} }]);
  });
});

const refusal = async (bytes: Uint8Array): Promise<string> => {
  try {
    return JSON.stringify(await readXlsx(bytes, "a.xlsx"));
  } catch (error) {
    return error instanceof PipelineError ? `${error.code}: ${error.message}` : String(error);
  }
};

describe("a file that is no workbook of a batch", () => {
  it.each([
    ["empty", Buffer.alloc(0)],
    ["text", Buffer.from("task_id,verdict\n")],
    ["a torn workbook", workbook(sheetXml(headerRow)).subarray(0, 300)],
    ["an archive of nothing", packZip([])],
    ["an archive whose list lies beyond it", Buffer.concat([Buffer.from("PK\x05\x06", "latin1"), Buffer.alloc(18, 0xff)])],
    ["a workbook without its sheet", packZip([{ name: "xl/workbook.xml", content: "<workbook/>" }])],
    ["a workbook that is not XML", workbook("<<<")],
    ["a sheet with rows in disorder", workbook(sheetXml('<row r="5"><c r="A5"><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>'))],
  ])("is refused in plain words: %s", async (_, bytes) => {
    expect(await refusal(bytes)).toMatch(/^bad-input: a\.xlsx /);
  });

  it("is named where it is an old .xls or under a password", async () => {
    expect(await refusal(Buffer.from("d0cf11e0a1b11ae1", "hex"))).toBe("bad-input: a.xlsx is an old .xls or is kept under a password.");
  });

  it("is refused by the size it states, before it is unpacked", async () => {
    expect(await refusal(workbook(sheetXml(""), [{ name: "x.xml", content: "x", statedSize: 1e9 }]))).toContain("unpack to more than 200 MB");
  });

  it("is refused when it swells beyond what it stated", async () => {
    const swelling = deflateRawSync(Buffer.alloc(201 * 2 ** 20), { level: 1 });
    expect(await refusal(workbook(sheetXml(""), [{ name: "x.xml", packed: swelling, statedSize: 10 }]))).toContain("unpack to more than 200 MB");
  });

  it("is refused when one sheet is larger than its reader reads in time", async () => {
    expect(await refusal(workbook(sheetXml(" ".repeat(41 * 2 ** 20))))).toContain("unpack to more than 40 MB");
  });

  it("is refused when a cell's text is longer than any cell", async () => {
    expect(await refusal(workbook(sheetXml(`<row r="1">${inline("A1", "a".repeat(2 ** 21))}</row>`)))).toContain("longer than a cell can hold");
  });

  it.each(["A999999999", "ZZZZZZ2", "XFD1048576", "A&#57;&#57;&#57;&#57;&#57;&#57;&#57;&#57;", "A1e9"])(
    "is refused when a cell at %s would make its reader fill millions of empty ones",
    async address => {
      expect(await refusal(workbook(sheetXml(`${headerRow}<row r="2"><c r="${address}"><v>1</v></c></row>`)))).toContain("most of them empty");
    },
  );
});
