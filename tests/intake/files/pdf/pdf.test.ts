// PDFs read as text: columns in order, headings, lists and tables, pages as places; and what cannot be read, with its reason.

import { describe, expect, test } from "vitest";
import { FileProblem } from "../../../../pipelines/intake/files/parsed-file.ts";
import { parsePdf } from "../../../../pipelines/intake/files/pdf/pdf.ts";
import { column, madePdf, type Placed } from "../../../support/made-pdf.ts";
import { fixture } from "../../../support/fixtures.ts";

const nouns = "river bridge council harbour ledger garden signal engine winter market".split(" ");
const verbs = "supports replaces measures follows protects".split(" ");
const sentence = (at: number) =>
  `The ${nouns[at % 10]} number ${at} ${verbs[at % 5]} the ${nouns[(at * 3 + 1) % 10]} of the ${nouns[(at * 7 + 2) % 10]}.`;
const passage = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => sentence(from + index)).join(" ");
/** The lines of a paragraph, 12 points apart. */
const set = (lines: readonly string[], y: number, x = 50): Placed[] =>
  lines.map((text, index) => ({ text, x, y: y + index * 12 }));
const words = (text: string) => text.split(/\s+/).filter(Boolean);
const read = (pages: readonly (readonly Placed[])[], title?: string) =>
  Promise.resolve(parsePdf(madePdf(pages, title)));
const problemOf = async (bytes: Buffer) =>
  Promise.resolve(parsePdf(bytes)).then(
    () => "read",
    error => (error instanceof FileProblem ? error.code : error),
  );

describe("running text", () => {
  test("words that were set letter by letter are joined where their letters stand close; formulas and letters with spaces are not", async () => {
    const { text } = await read([
      [
        ...column(passage(0, 8), { x: 50, y: 60, signs: 80 }),
        { text: "A l e t t e r about the C E L L of f o r m s , in", x: 50, y: 300, spacing: -2 },
        { text: "t h e i r office.", x: 50, y: 312, spacing: -2 },
        { text: "Points A B C D lie on a line, and x y z do not.", x: 50, y: 400 },
      ],
    ]);
    expect(text).toContain("A letter about the CELL of forms, in their office.");
    expect(text).toContain("Points A B C D lie on a line, and x y z do not.");
  });

  test("two columns under a full-width title come back word for word, the left one first", async () => {
    const [left, right] = [passage(0, 14), passage(40, 14)];
    const { text } = await read([
      [
        { text: "A title that is set across both of the columns", x: 100, y: 60, size: 18 },
        ...column(left, { x: 50, y: 110, signs: 46 }),
        ...column(right, { x: 320, y: 110, signs: 46 }),
      ],
    ]);
    expect(words(text)).toEqual(
      words(`# A title that is set across both of the columns ${left} ${right}`),
    );
  });

  test("columns whose lines do not stand level are columns all the same", async () => {
    const [left, right] = [passage(0, 9), passage(40, 9)];
    const { text } = await read([
      [
        ...column(left, { x: 50, y: 110, signs: 46 }),
        ...column(right, { x: 320, y: 107, signs: 46, size: 11 }),
      ],
    ]);
    expect(words(text)).toEqual(words(`${left} ${right}`));
  });

  test("a paragraph that goes on on the next page stays whole, and the page begins inside it", async () => {
    const lines = column(passage(0, 8), { x: 50, y: 700, signs: 80 });
    const { text, places } = await read([
      lines.slice(0, 4),
      lines.slice(4).map((line, index) => ({ ...line, y: 80 + index * 12 })),
    ]);
    expect(text).toBe(passage(0, 8));
    expect(
      places.map(({ number, start }) => [number, text.slice(start, start + lines[4]!.text.length)]),
    ).toEqual([
      [1, text.slice(0, lines[4]!.text.length)],
      [2, lines[4]!.text],
    ]);
  });

  test("a word broken at a line's end is repaired, a compound keeps its hyphen", async () => {
    const lines = [
      "The committee has decided that every improve-",
      "ment of the bridge is paid by the long-",
      "term fund, which was opened for long-term work.",
    ];
    const { text } = await read([set(lines, 100)]);
    expect(text).toBe(
      "The committee has decided that every improvement of the bridge is paid by the long-term fund, which was opened for long-term work.",
    );
  });

  test("Chinese in a font that the file does not bring along is read, its lines joined without spaces", async () => {
    const lines = [
      "本公司在报告期内持续推进各项业务，营业收入为",
      "十二亿元，同比增长百分之七，其中研发费用占营",
      "业收入的百分之九。",
    ];
    const placed = lines.map(
      (line, index): Placed => ({ text: line, x: 50, y: 140 + index * 18, font: "han", size: 12 }),
    );
    const { text } = await read([
      [{ text: "第一章 总则", x: 50, y: 100, font: "han", size: 18 }, ...placed],
    ]);
    expect(text).toBe(`# 第一章 总则\n\n${lines.join("")}`);
  });

  test("words drawn twice for bold type are read once", async () => {
    const { text } = await read([
      [
        { text: "Bold by force", x: 50, y: 100 },
        { text: "Bold by force", x: 50.3, y: 100 },
      ],
    ]);
    expect(text).toBe("Bold by force");
  });
});

describe("what gives a text its form", () => {
  const cellsOf = (rows: readonly (readonly string[])[]): Placed[] =>
    rows.flatMap((row, y) => row.map((text, x) => ({ text, x: 80 + x * 120, y: 200 + y * 16 })));
  const headings = (text: string) => text.split("\n").filter(line => line.startsWith("#"));

  test("larger type is a heading, bold type one below it, a number of two parts not above the second", async () => {
    const heads: Placed[] = [
      { text: "Water report", x: 50, y: 60, size: 20 },
      { text: "1 Supply", x: 50, y: 100, font: "bold" },
      { text: "1.1.1 Pipes", x: 50, y: 200, font: "bold" },
    ];
    const { text } = await read([
      [
        ...heads,
        ...column(passage(0, 6), { x: 50, y: 116, signs: 80 }),
        ...column(passage(9, 6), { x: 50, y: 216, signs: 80 }),
      ],
    ]);
    expect(headings(text)).toEqual(["# Water report", "## 1 Supply", "### 1.1.1 Pipes"]);
  });

  test("a line of a program in bold or large type is not a heading, unless it is numbered as one", async () => {
    const { text } = await read([
      [
        { text: "PATH=$HOME/bin run", x: 50, y: 60, font: "bold" },
        { text: "Set {all} of it", x: 50, y: 100, size: 20 },
        { text: "1.2 What {all} means", x: 50, y: 140, font: "bold" },
        ...column(passage(0, 6), { x: 50, y: 156, signs: 80 }),
      ],
    ]);
    expect(headings(text)).toEqual(["## 1.2 What {all} means"]);
  });

  test("list items stand one a line behind their markers", async () => {
    const items = [
      "1. Open the valve of the pump.",
      "2. Wait for the green light.",
      "3. Close the valve again.",
    ];
    const { text } = await read([
      [...column(passage(0, 4), { x: 50, y: 60, signs: 80 }), ...set(items, 140, 60)],
    ]);
    expect(text).toContain(items.join("\n"));
  });

  test("rows of aligned cells are a table, each cell behind its header", async () => {
    const rows = [
      ["Year", "Revenue", "Profit"],
      ["2021", "310.5", "20.1"],
      ["2022", "402.0", "25.9"],
      ["2023", "377.2", "18.4"],
    ];
    const { text } = await read([
      [...column(passage(0, 4), { x: 50, y: 60, signs: 80 }), ...cellsOf(rows)],
    ]);
    expect(text.split("\n").slice(-3)).toEqual([
      "Year: 2021 | Revenue: 310.5 | Profit: 20.1",
      "Year: 2022 | Revenue: 402.0 | Profit: 25.9",
      "Year: 2023 | Revenue: 377.2 | Profit: 18.4",
    ]);
  });

  test("the names of columns on two lines are one name each", async () => {
    const at = [50, 180, 310, 440];
    const row = (texts: readonly string[], y: number) =>
      texts.flatMap((text, index) => (text === "" ? [] : { text, x: at[index] ?? 0, y }));
    const { text } = await read([
      [
        ...row(["Wheel", "Speed", "Loss", "Water"], 100),
        ...row(["width (m)", "", "", "used (l)"], 112),
        ...row(["1.2", "30", "4", "700"], 136),
        ...row(["1.4", "28", "5", "760"], 156),
        ...row(["1.6", "25", "7", "820"], 176),
      ],
    ]);
    expect(text).toMatch(
      /^Wheel width \(m\): 1\.2 \| Speed: 30 \| Loss: 4 \| Water used \(l\): 700\n/,
    );
  });

  test("two rows of cells are no table, and none of their words is lost", async () => {
    const rows = [
      ["Name", "Place", "Since"],
      ["Mill", "North", "1931"],
    ];
    expect((await read([cellsOf(rows)])).text).toBe("Name Place Since\nMill North 1931");
  });

  test("header, footer and page number of a single page are dropped by place and size; notes and letterheads stay", async () => {
    const body = column(passage(0, 8), { x: 50, y: 200, signs: 80 });
    const numbered = [
      { text: "454", x: 50, y: 50, size: 8 },
      { text: "Mia Li / Mills in Brief 22 (2019)", x: 200, y: 50, size: 8 },
      ...body,
      { text: "Mill Press", x: 50, y: 765, size: 8 },
      { text: "Use subject to terms.", x: 250, y: 775, size: 8 },
      { text: "93", x: 550, y: 765, size: 8 },
    ];
    const plain = [
      { text: "Mill guide", x: 50, y: 35, size: 8 },
      { text: "Wool", x: 530, y: 35, size: 8 },
      ...body,
      { text: "Sustainability report of the mill", x: 50, y: 770, size: 7 },
    ];
    for (const page of [numbered, plain]) expect((await read([page])).text).toBe(passage(0, 8));
    const kept = [
      { text: "Alder Mill, 5 Quay Road", x: 50, y: 35, size: 8 },
      ...body,
      { text: "1 Counted in 2022, at the quay.", x: 50, y: 765, size: 8 },
    ];
    expect((await read([kept])).text).toBe(
      `Alder Mill, 5 Quay Road\n\n${passage(0, 8)}\n\n1 Counted in 2022, at the quay.`,
    );
  });

  test("a number at the top of a page that does not count along with the others is text", async () => {
    const page = (number: number) => [
      { text: String(number * 7), x: 50, y: 66, size: 8 },
      { text: sentence(number), x: 150, y: 66, size: 8 },
      ...column(passage(number * 20, 6), { x: 50, y: 200, signs: 80 }),
    ];
    const { text } = await read([1, 2, 3, 4].map(page));
    expect([1, 2, 3, 4].filter(number => !text.includes(sentence(number)))).toEqual([]);
  });

  test("running headers, footers and page numbers are dropped, a line of one page is not", async () => {
    const page = (number: number) => [
      { text: "Yearbook of the example town", x: 50, y: 40, size: 8 },
      ...column(passage(number * 20, 6), { x: 50, y: 200, signs: 80 }),
      { text: `Page ${number} of 4`, x: 280, y: 770, size: 8 },
    ];
    const { text } = await read(
      [1, 2, 3, 4].map(number => [
        ...page(number),
        ...(number === 2 ? [{ text: "Only here in the margin", x: 50, y: 750, size: 8 }] : []),
      ]),
    );
    expect(text).not.toMatch(/Yearbook|Page/);
    expect(text).toContain("Only here in the margin");
    expect([1, 2, 3, 4].every(number => text.includes(passage(number * 20, 6)))).toBe(true);
  });

  test("the title is what the file says, unless a program filled it in", async () => {
    const body = [column(passage(0, 2), { x: 50, y: 60, signs: 80 })];
    expect((await read(body, "Water in figures")).title).toBe("Water in figures");
    expect((await read(body, "Microsoft Word - draft7.doc")).title).toBeNull();
  });
});

describe("what cannot be read", () => {
  test("pages without text look scanned", async () => {
    expect(await problemOf(madePdf([[], []]))).toBe("no-text");
  });

  test("rubbish, and an empty file, are malformed", async () => {
    for (const rubbish of ["%PDF-1.5 and nothing else", "", "\x07".repeat(5000)])
      expect(await problemOf(Buffer.from(rubbish))).toBe("malformed");
  });

  test("a file whose end is cut off gives the pages that are left", async () => {
    const whole = madePdf([
      column(passage(0, 6), { x: 50, y: 60, signs: 80 }),
      column(passage(30, 6), { x: 50, y: 60, signs: 80 }),
    ]);
    const { text } = await parsePdf(whole.subarray(0, whole.length - 700));
    expect(text).toContain(passage(0, 6));
  });

  test("a file that wants a password is encrypted", async () => {
    expect(await problemOf(fixture("files/password.pdf"))).toBe("encrypted");
  });
});
