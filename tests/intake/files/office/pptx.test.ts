// Slides come back in the order of the presentation, with titles, lists, tables, charts and notes.

import { expect, test } from "vitest";
import { parsePptx } from "../../../../pipelines/intake/files/office/pptx.ts";
import {
  madePptx,
  relationsXml,
  slideParagraph,
  slideShape,
  slideTable,
} from "../../../support/made-office.ts";

const title = (text: string) => slideShape(slideParagraph(text), "title");
const box = (...lines: readonly string[]) =>
  slideShape(lines.map(line => slideParagraph(line)).join(""));

test("slides stand in the order of the presentation, each with its place", () => {
  const { text, places } = parsePptx(
    madePptx([
      { shapes: title("Wool") + box("Spun.") },
      { shapes: title("棉花") },
      { shapes: box("Last.") },
    ]),
  );
  expect(text).toBe("# Wool\n\nSpun.\n\n# 棉花\n\nLast.");
  expect(places).toEqual([
    { kind: "slide", number: 1, name: null, start: 0 },
    { kind: "slide", number: 2, name: null, start: 15 },
    { kind: "slide", number: 3, name: null, start: 21 },
  ]);
});

test("the title comes first wherever it lies, a body of several paragraphs is a list, footers are left out", () => {
  const shapes =
    slideShape(
      slideParagraph("Open the valve") + slideParagraph("Wait", '<a:pPr lvl="1"/>'),
      "body",
    ) +
    title("Steps") +
    slideShape(slideParagraph("page 7"), "ftr");
  expect(parsePptx(madePptx([{ shapes }])).text).toBe("# Steps\n\n- Open the valve\n- Wait");
});

test("tables keep their header on each row, shapes in groups are read", () => {
  const group = `<p:grpSp><p:grpSp>${box("inner")}</p:grpSp></p:grpSp>`;
  const table = slideTable([
    ["年份", "收入"],
    ["2022", "100"],
    ["2023", "120"],
  ]);
  expect(parsePptx(madePptx([{ shapes: table + group }])).text).toBe(
    "年份: 2022 | 收入: 100\n年份: 2023 | 收入: 120\n\ninner",
  );
});

test("notes follow their slide and are named as notes in its language", () => {
  const { text } = parsePptx(
    madePptx([
      { shapes: title("Wool"), notes: "Mention the price." },
      { shapes: title("棉花"), notes: "强调价格。" },
    ]),
  );
  expect(text).toBe("# Wool\n\nNotes:\n\nMention the price.\n\n# 棉花\n\n备注：\n\n强调价格。");
});

test("the figures behind a chart are a table", () => {
  const points = (values: readonly string[]) =>
    values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join("");
  const chart = `<c:chartSpace><c:chart><c:plotArea><c:barChart><c:ser><c:tx>${points(["Sales"])}</c:tx><c:cat>${points(["East", "西部"])}</c:cat><c:val>${points(["19.2", "21.400000000000002"])}</c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
  const shapes =
    '<p:graphicFrame><a:graphic><a:graphicData><c:chart r:id="rId5"/></a:graphicData></a:graphic></p:graphicFrame>';
  const more = {
    "ppt/slides/_rels/slide1.xml.rels": relationsXml([
      { id: "rId5", type: "chart", target: "../charts/chart1.xml" },
    ]),
    "ppt/charts/chart1.xml": chart,
  };
  expect(parsePptx(madePptx([{ shapes }], more)).text).toBe(
    "East | Sales: 19.2\n西部 | Sales: 21.4",
  );
});

test("a slide that is missing or torn is malformed and named", () => {
  expect(() => parsePptx(madePptx([{ shapes: "</p:sp>" }]))).toThrow(/ppt\/slides\/slide1\.xml/);
  expect(() =>
    parsePptx(madePptx([{ shapes: "<p:grpSp>".repeat(5000) + "</p:grpSp>".repeat(5000) }])),
  ).toThrow(/ppt\/slides\/slide1\.xml/);
});
