// Texts, sheets and slides of OpenDocument come back as those of Word, Excel and PowerPoint do.

import { expect, test } from "vitest";
import { parseOdp } from "../../../../pipelines/intake/files/office/odf/odp.ts";
import { parseOds } from "../../../../pipelines/intake/files/office/odf/ods.ts";
import { parseOdt } from "../../../../pipelines/intake/files/office/odf/odt.ts";
import { FileProblem, type ParsedFile } from "../../../../pipelines/intake/files/parsed-file.ts";
import {
  madeOdf,
  odfChart,
  odfHeading,
  odfList,
  odfParagraph,
  odfRow,
  odfTable,
  odfTitle,
} from "../../../support/made-odf.ts";

const textOf = (content: string, styles = "") => parseOdt(madeOdf("text", content, styles)).text;
const failing = (read: () => ParsedFile): string => {
  try {
    return read().text;
  } catch (error) {
    return error instanceof FileProblem ? error.code : "a bug";
  }
};

const numbered = (name: string, levels: string) =>
  `<text:list-style style:name="${name}">${levels}</text:list-style>`;
const numberLevel = (level: number, format: string, more = "") =>
  `<text:list-level-style-number text:level="${level}" style:num-format="${format}" style:num-suffix="." ${more}/>`;

test("paragraphs, headings and titles stand as they are written; spaces, tabs and breaks are signs", () => {
  const file = parseOdt(
    madeOdf(
      "text",
      `${odfParagraph("Alder Mill", "T")}${odfHeading(2, "Wool")}${odfParagraph('Two<text:s text:c="3"/>tons<text:line-break/>a\n year, <text:span text:style-name="Up">2</text:span>')}`,
      '<style:style style:name="T" style:parent-style-name="Title"/><style:style style:name="Up"><style:text-properties style:text-position="super 58%"/></style:style>',
      odfTitle("The mill"),
    ),
  );
  expect(file.text).toBe("# Alder Mill\n\n## Wool\n\nTwo tons\na year, ²");
  expect(file.title).toBe("The mill");
});

test("comments, deleted text, tables of contents and pictures' names are left out; a note follows its paragraph", () => {
  expect(
    textOf(
      `<text:tracked-changes><text:changed-region><text:deletion>${odfParagraph("gone")}</text:deletion></text:changed-region></text:tracked-changes><text:table-of-content><text:index-body>${odfParagraph("Wool 3")}</text:index-body></text:table-of-content>${odfParagraph("It spins<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Since 1898.</text:p></text:note-body></text:note> wool<office:annotation><text:p>check</text:p></office:annotation>.<draw:frame><svg:title>photo</svg:title><draw:text-box><text:p>A box.</text:p></draw:text-box></draw:frame>")}`,
    ),
  ).toBe("It spins wool.\n\n[1] Since 1898.\n\nA box.");
});

test("lists have the markers of their levels, and one that goes on keeps counting", () => {
  const styles =
    numbered("L", numberLevel(1, "1") + numberLevel(2, "1", 'text:display-levels="2"')) +
    numbered("Z", numberLevel(1, "一, 二, 三, ...").replace('suffix="."', 'suffix="、"')) +
    '<text:list-style style:name="B"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style>';
  const content =
    odfList("L", ["wash", `${odfParagraph("card")}${odfList("", ["by hand"])}`]) +
    odfParagraph("Then:") +
    odfList("L", ["spin"], ' text:continue-numbering="true"') +
    odfList("L", ["again"]) +
    odfList("Z", ["总则", "细则"]) +
    odfList("B", ["wool"]);
  expect(textOf(content, styles)).toBe(
    "1. wash\n2. card\n2.1. by hand\n\nThen:\n\n3. spin\n1. again\n一、 总则\n二、 细则\n- wool",
  );
});

test("headings have the numbers of the outline", () => {
  const outline = `<text:outline-style>${[1, 2].map(level => `<text:outline-level-style text:level="${level}" style:num-format="1" text:display-levels="${level}"/>`).join("")}</text:outline-style>`;
  const bytes = madeOdf(
    "text",
    odfHeading(1, "Wool") + odfHeading(2, "Sheep") + odfHeading(2, "Goats") + odfHeading(1, "Flax"),
    "",
    {
      "styles.xml": `<document-styles xmlns:text="t" xmlns:style="s" xmlns:office="o"><office:styles>${outline}</office:styles></document-styles>`,
    },
  );
  expect(parseOdt(bytes).text).toBe("# 1 Wool\n\n## 1.1 Sheep\n\n## 1.2 Goats\n\n# 2 Flax");
});

test("table rows stand behind their header, merged and repeated cells in their places", () => {
  const wide =
    '<table:table-cell table:number-columns-spanned="2"><text:p>Wool and flax</text:p></table:table-cell><table:covered-table-cell/>';
  expect(
    textOf(
      `<table:table><table:table-header-rows>${odfRow(["Year", "Wool", "Flax"])}</table:table-header-rows>${odfRow(["2022", '<table:table-cell table:number-columns-repeated="2"><text:p>5 t</text:p></table:table-cell>'])}${odfRow(["2023", wide])}</table:table>`,
    ),
  ).toBe("Year: 2022 | Wool: 5 t | Flax: 5 t\nYear: 2023 | Wool: Wool and flax");
});

test("slides have their titles, lists, charts and notes; a hidden one is named and not read, and keeps its number", () => {
  const frame = (kind: string, inner: string) =>
    `<draw:frame presentation:class="${kind}"><draw:text-box>${inner}</draw:text-box></draw:frame>`;
  const slide = (inner: string, style = "S") =>
    `<draw:page draw:style-name="${style}">${inner}</draw:page>`;
  const chart = odfChart(
    "Object 1",
    odfTable([
      ["", "Sales"],
      ["East", "19.2"],
    ]),
  );
  const file = parseOdp(
    madeOdf(
      "presentation",
      slide(
        frame("outline", odfList("B", ["Wash", "Card"])) +
          frame("title", odfParagraph("Wool")) +
          frame("footer", odfParagraph("page 1")) +
          `<presentation:notes>${frame("notes", odfParagraph("Mention the price."))}</presentation:notes>`,
      ) +
        slide(frame("title", odfParagraph("Secret")), "H") +
        slide('<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>'),
      '<style:style style:name="H"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>',
      chart,
    ),
  );
  expect(file.text).toBe(
    "# Wool\n\n- Wash\n- Card\n\nNotes:\n\nMention the price.\n\nEast | Sales: 19.2",
  );
  expect(file.places).toEqual([
    { kind: "slide", number: 1, name: null, start: 0 },
    { kind: "slide", number: 3, name: null, start: file.text.indexOf("East") },
  ]);
  expect(file.leftOut).toEqual(["hidden slide 2"]);
});

const figure = (text: string, more = "") =>
  `<table:table-cell office:value-type="float"${more}><text:p>${text}</text:p></table:table-cell>`;

test("sheets are read as those of Excel are, with their rows; a hidden one is named and not read", () => {
  const file = parseOds(
    madeOdf(
      "spreadsheet",
      odfTable(
        [
          ["Mill report"],
          odfRow(
            ['<table:table-cell table:number-columns-repeated="16384"/>'],
            ' table:number-rows-repeated="2"',
          ),
          ["Year", "Wool"],
          ["2022", figure("5.0")],
          odfRow(["2023", figure("6.5")], ' table:number-rows-repeated="2"'),
          odfRow(["<table:table-cell/>"], ' table:number-rows-repeated="1048570"'),
        ],
        ' table:name="Output"',
      ) + odfTable([["secret"]], ' table:name="Lists" table:style-name="H"'),
      '<style:style style:name="H"><style:table-properties table:display="false"/></style:style>',
    ),
  );
  expect(file.text).toBe(
    "# Output\n\nMill report\n\nYear: 2022 | Wool: 5.0\nYear: 2023 | Wool: 6.5\nYear: 2023 | Wool: 6.5",
  );
  expect(file.places.map(({ kind, number }) => `${kind} ${number}`)).toEqual([
    "sheet 1",
    "row 1",
    "row 5",
    "row 6",
    "row 7",
  ]);
  expect(file.leftOut).toEqual(['hidden sheet "Lists"']);
});

test("a sheet that says it is filled from edge to edge is too large", () => {
  const endless = odfTable([
    odfRow(
      [
        '<table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell>',
      ],
      ' table:number-rows-repeated="1048576"',
    ),
  ]);
  expect(failing(() => parseOds(madeOdf("spreadsheet", endless)))).toBe("file-too-large");
});

test("an encrypted, an empty and a torn file are refused with their reasons", () => {
  const locked = madeOdf("text", "", "", {
    "META-INF/manifest.xml": "<manifest><manifest:encryption-data/></manifest>",
    "content.xml": "\u0001\u0002",
  });
  const torn = madeOdf("text", "<text:p>");
  const declaring = madeOdf("text", "", "", {
    "content.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
  });
  const other = madeOdf("spreadsheet", "");
  expect(
    [locked, torn, declaring, other, Buffer.from("PK\x03\x04")].map(bytes =>
      failing(() => parseOdt(bytes)),
    ),
  ).toEqual(["encrypted", "malformed", "malformed", "malformed", "malformed"]);
});
