// Word files come back in order: headings, numbered lists, tables with their header on each row, notes where they are referred to.

import { expect, test } from "vitest";
import { parseDocx } from "../../../../pipelines/intake/files/office/docx.ts";
import {
  madeDocx,
  packParts,
  shareInOrder,
  titlePart,
  wordCell,
  wordHeading,
  wordListItem,
  wordParagraph,
  wordsOf,
  wordTable,
} from "../../../support/made-office.ts";

const read = async (
  body: string,
  ...more: [Readonly<Record<string, string>>?, (readonly string[])?]
) => (await parseDocx(madeDocx(body, ...more))).text;

test("headings keep their level, also under a style of one's own that is based on a heading", async () => {
  const body =
    wordHeading(1, "Dye works") +
    wordParagraph("Founded in 1998.") +
    wordParagraph("公司治理", '<w:pStyle w:val="Chapter"/>') +
    wordParagraph("Open", '<w:outlineLvl w:val="2"/>');
  expect(await read(body)).toBe("# Dye works\n\nFounded in 1998.\n\n## 公司治理\n\n### Open");
});

test("list numbers are those that Word shows: they count on, go down a level and begin again where the list says", async () => {
  const body =
    wordListItem(1, 0, "Open the valve") +
    wordListItem(1, 0, "Wait") +
    wordListItem(1, 1, "an hour") +
    wordParagraph("Then:") +
    wordListItem(1, 0, "Close it") +
    wordListItem(2, 0, "羊毛") +
    wordListItem(3, 0, "总则") +
    wordListItem(3, 0, "附则") +
    wordListItem(4, 0, "Later");
  expect(await read(body)).toBe(
    "1. Open the valve\n2. Wait\n2.1 an hour\n\nThen:\n\n3. Close it\n- 羊毛\n第一条 总则\n第二条 附则\n7. Later",
  );
});

test("each table row stands under its header, and a merged cell in every row it covers", async () => {
  const table = wordTable([
    ["Region", "2022", "2023"],
    [wordCell("North", '<w:vMerge w:val="restart"/>'), "10", "12"],
    [wordCell("", "<w:vMerge/>"), "20", "24"],
  ]);
  expect(await read(wordParagraph("Sales") + table)).toBe(
    "Sales\n\nRegion: North | 2022: 10 | 2023: 12\nRegion: North | 2022: 20 | 2023: 24",
  );
});

test("names over merged columns are joined with those below", async () => {
  const table = wordTable([
    [wordCell("地区"), wordCell("2023年", '<w:gridSpan w:val="2"/>')],
    ["", "收入", "利润"],
    ["华东", "100万元", "7万元"],
  ]);
  expect(await read(table)).toBe("地区: 华东 | 2023年 收入: 100万元 | 2023年 利润: 7万元");
});

test("a footnote follows the paragraph that refers to it", async () => {
  const body = `<w:p><w:r><w:t>Output rose.</w:t></w:r><w:r><w:footnoteReference w:id="1"/></w:r></w:p>${wordParagraph("It fell again.")}`;
  expect(await read(body, {}, ["By weight."])).toBe(
    "Output rose.\n\n[1] By weight.\n\nIt fell again.",
  );
});

test("the title is the file's own, unless a program put it there", async () => {
  const titleOf = async (title: string) =>
    (await parseDocx(madeDocx(wordParagraph("Text."), titlePart(title)))).title;
  expect(await titleOf("Alder Mills: annual report")).toBe("Alder Mills: annual report");
  for (const empty of ["", "Word 文档", "Document1", "Microsoft Word - report.doc", "report.docx"])
    expect(await titleOf(empty)).toBeNull();
});

test("of a known text in Chinese and English at least 99 % of the words come back in order", async () => {
  const lines = Array.from(
    { length: 80 },
    (_, at) =>
      `第${at}号合同由桤木纺织厂签订，金额为${at * 1037}元。Lot ${at} was spun in Corrie & sold at <${at}.5> pounds.`,
  );
  const body = lines.map((line, at) =>
    at % 9 === 0
      ? wordHeading(2, line)
      : at % 4 === 0
        ? wordListItem(1, 0, line)
        : at % 7 === 0
          ? wordTable([
              ["编号", "Text"],
              [String(at), line],
            ])
          : wordParagraph(line),
  );
  expect(shareInOrder(wordsOf(lines.join(" ")), await read(body.join("")))).toBeGreaterThanOrEqual(
    0.99,
  );
});

test.each([
  ["no archive", Buffer.from("PK, but no archive at all")],
  ["an archive without a document", packParts({ "word/other.xml": "<a/>" })],
  [
    "a document torn in the middle",
    madeDocx("", { "word/document.xml": "<w:document><w:body><w:p>" }),
  ],
  [
    "entities of its own",
    madeDocx("", {
      "word/document.xml": '<!DOCTYPE a [<!ENTITY b "bbbb">]><w:document>&b;</w:document>',
    }),
  ],
])("%s is malformed", async (_, bytes) => {
  await expect(parseDocx(bytes)).rejects.toMatchObject({ name: "FileProblem", code: "malformed" });
});

test("of torn parts one that is read is named before anything is made of it, one that is not does no harm", async () => {
  const torn = "<w:hdr><w:p>Page</w:hdr>";
  const body = wordParagraph("The valve opens at noon.");
  const styles = madeDocx(body, { "word/styles.xml": torn });
  await expect(parseDocx(styles)).rejects.toThrow("word/styles.xml is not well-formed XML");
  expect(await read(body, { "word/header1.xml": torn })).toBe("The valve opens at noon.");
});
