// RTF comes back as what its program shows: text in any encoding, headings, lists, tables, notes.

import { expect, test } from "vitest";
import { FileProblem } from "../../../../pipelines/intake/files/parsed-file.ts";
import { parseRtf } from "../../../../pipelines/intake/files/rtf/rtf.ts";

const read = (body: string, head = "\\ansi\\ansicpg1252") =>
  parseRtf(Buffer.from(`{\\rtf1${head} ${body}}`, "latin1"));
const textOf = (body: string, head?: string) => read(body, head).text;

test("paragraphs, tabs, breaks and signs are read; line ends of the file say nothing", () => {
  expect(
    textOf(
      "The mill\r\n spins\\tab wool.\\line It \\{once\\} spun flax \\endash\\~20\\'80.\\par Since 1898",
    ),
  ).toBe("The mill spins wool.\nIt {once} spun flax – 20€.\n\nSince 1898");
});

test("signs are read by number, by code page and by the charset of their font", () => {
  expect(textOf("\\uc1\\u26725?\\u-28631?. \\uc0\\u-10179\\u-8704")).toBe(
    "桥道. 😀".replace("道", String.fromCharCode(65536 - 28631)),
  );
  expect(textOf("\\'b9\\'ab\\'cb\\'be", "\\ansi\\ansicpg936")).toBe("公司");
  expect(
    textOf(
      "{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset134 SimSun;}{\\f2\\fcharset204 Arial;}}caf\\'e9 {\\f1\\'b9\\'ab\\'cb\\'be} {\\f2\\'cc\\'ee\\'f1\\'f2}",
    ),
  ).toBe("café 公司 Мост");
});

test("fonts, styles, pictures, page headers, fields' commands and hidden text say nothing", () => {
  expect(
    textOf(
      '{\\colortbl;\\red0;}{\\stylesheet{\\s0 Normal;}{\\*\\cs10 Default;}}{\\*\\generator Writer;}{\\info{\\author Mia}}{\\header Top\\par}Spins{\\v not shown} {\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt wool}}{\\*\\shppict{\\pict\\pngblip 89504e47}}{\\pict\\bin4 ab}c}{\\*\\new thing} 10{\\super 9}.\\par',
    ),
  ).toBe("Spins wool 10⁹.");
});

test("headings are known by their style or level, the title by the file's properties", () => {
  const { text, title } = read(
    "{\\stylesheet{\\s1 heading 1;}{\\s2\\sbasedon1 heading 2;}{\\s3 toc 1;}}{\\info{\\title The mill}}\\pard\\s3 Wool 3\\par\\pard\\s1 Wool\\par\\pard Much.\\par\\pard\\s2 Sheep\\par\\pard\\outlinelevel2 Goats\\par",
  );
  expect(text).toBe("# Wool\n\nMuch.\n\n## Sheep\n\n### Goats");
  expect(title).toBe("The mill");
});

test("list items have the markers that the file shows", () => {
  expect(
    textOf(
      "{\\listtext\\pard 1.\\tab}Wash\\par{\\listtext 2.\\tab}Card\\par{\\pntext\\f1\\'b7\\tab}wool\\par{\\listtext o\\tab}flax\\par",
    ),
  ).toBe("1. Wash\n2. Card\n- wool\n- flax");
});

test("tables have their header on each row, and end where a paragraph stands outside", () => {
  const row = (cells: string) => `\\trowd\\pard\\intbl ${cells}\\row`;
  expect(
    textOf(
      `${row("Year\\cell Wool\\cell")}${row("2022\\cell 5 t\\par (dry)\\cell")}\\pard After.\\par`,
    ),
  ).toBe("Year: 2022 | Wool: 5 t (dry)\n\nAfter.");
});

test("a note follows its paragraph", () => {
  expect(
    textOf("It spins{\\super\\chftn{\\footnote {\\chftn} Since 1898.}} wool.\\par Much."),
  ).toBe("It spins wool.\n\n[1] Since 1898.\n\nMuch.");
});

test("a torn file gives what stands before the tear, one of endless groups its reason", () => {
  expect(parseRtf(Buffer.from("{\\rtf1 The mill {\\b spins wo")).text).toBe("The mill spins wo");
  expect(parseRtf(Buffer.from("{\\rtf1 The mill\\'")).text).toBe("The mill");
  expect(() => parseRtf(Buffer.from(`{\\rtf1 ${"{".repeat(100_000)}`))).toThrow(FileProblem);
});
