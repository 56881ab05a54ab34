// What goes on is one: sentences over a break in a column, tables over a page's end, figures under their labels.

import { expect, test } from "vitest";
import { parsePdf } from "../../../../pipelines/intake/files/pdf/pdf.ts";
import { column, madePdf, type Placed } from "../../../support/made-pdf.ts";

const read = (pages: readonly (readonly Placed[])[]) => Promise.resolve(parsePdf(madePdf(pages)));
const prose = (from: number) =>
  Array.from(
    { length: 8 },
    (_, at) => `The mill number ${from + at} spins the wool of the farm beside it.`,
  ).join(" ");

const row = (cells: readonly string[], y: number): Placed[] =>
  cells.map((text, at) => ({ text, x: 60 + at * 150, y }));
const rows = (all: readonly (readonly string[])[], y: number): Placed[] =>
  all.flatMap((cells, at) => row(cells, y + at * 14));
const header = ["Mill", "Wool", "Flax"];
const output = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => [
    `Mill ${from + at}`,
    `${from + at}.5`,
    `${from * 2 + at}.7`,
  ]);
const said = (all: readonly (readonly string[])[]) =>
  all.map(([mill, wool, flax]) => `Mill: ${mill} | Wool: ${wool} | Flax: ${flax}`).join("\n");

test.each([
  ["goes on without a header", [] as string[][], [] as Placed[]],
  ["says its header again", [header], []],
  ["says its caption and header again", [header], [{ text: "Table 3 (continued)", x: 60, y: 40 }]],
])(
  "a table over a page's end that %s is one table, and its page is kept",
  async (_, again, caption) => {
    const { text, places } = await read([
      [
        ...column(prose(0), { x: 50, y: 200, signs: 90 }),
        { text: "Table 3. What the mills make", x: 60, y: 640 },
        ...rows([header, ...output(1, 5)], 670),
      ],
      [
        ...caption,
        ...rows([...again, ...output(6, 4)], 60),
        ...column(prose(20), { x: 50, y: 300, signs: 90 }),
      ],
    ]);
    expect(text).toContain(said([...output(1, 5), ...output(6, 4)]));
    const second = places.find(({ number }) => number === 2);
    expect(text.slice(second?.start)).toMatch(/^Mill 6 \|/);
  },
);

test("a row that is left for the next page belongs to its table; rows of figures to the right keep their columns", async () => {
  const right = (cells: readonly string[], y: number): Placed[] =>
    cells.map((text, at) => ({ text, x: 60 + at * 150 - (at > 0 ? text.length * 5.56 : 0), y }));
  const table = [header, ...output(7, 6)].flatMap((cells, at) => right(cells, 660 + at * 14));
  const { text } = await read([
    [...column(prose(0), { x: 50, y: 200, signs: 90 }), ...table],
    [...right(["Mill 13", "113.5", "7.7"], 60), ...column(prose(20), { x: 50, y: 300, signs: 90 })],
  ]);
  expect(text).toContain(`${said(output(7, 6))}\nMill: Mill 13`);
  expect(text).toContain("\nMill: Mill 13 | Wool: 113.5 | Flax: 7.7\n\nThe mill number 20");
});

test("a table under other columns on the next page is another", async () => {
  const { text } = await read([
    [...column(prose(0), { x: 50, y: 200, signs: 90 }), ...rows([header, ...output(1, 5)], 670)],
    [
      ...rows([header, ...output(6, 4)], 60).map(cell => ({ ...cell, x: cell.x * 0.7 })),
      ...column(prose(20), { x: 50, y: 300, signs: 90 }),
    ],
  ]);
  expect(text).toContain(`${said(output(1, 5))}\n\n${said(output(6, 4))}`);
});

test("a sentence that a gap in its column breaks is one paragraph; a caption and what begins again are their own", async () => {
  const { text } = await read([
    [
      ...column(prose(0), { x: 50, y: 60, signs: 90 }).slice(0, 4),
      {
        text: "Mills spin the wool of the farm beside them; we use this and nothing else here for the",
        x: 50,
        y: 108,
      },
      { text: "form instead of the pair.", x: 50, y: 240 },
      { text: "Figure 1 shows mills", x: 200, y: 300 },
      { text: "and farms.", x: 50, y: 340 },
    ],
  ]);
  expect(text).toContain("nothing else here for the form instead of the pair.");
  expect(text).toContain("Figure 1 shows mills\n\nand farms.");
});

test("a heading right above a figure is said with it; one above a text, a year or a small number is a heading", async () => {
  const label = (text: string, y: number): Placed => ({ text, x: 50, y, font: "bold", size: 12 });
  const { text } = await read([
    [
      ...column(prose(0), { x: 50, y: 60, signs: 90 }),
      label("By revenue", 250),
      { text: "7,92,756 crore", x: 50, y: 275, size: 20 },
      label("Carbon intensity:", 330),
      { text: "2.5", x: 50, y: 350 },
      label("Share", 400),
      { text: "~70%", x: 50, y: 420 },
      label("Founded", 470),
      { text: "1998", x: 50, y: 490 },
      label("Mills", 540),
      ...column(prose(20), { x: 50, y: 560, signs: 90 }),
    ],
  ]);
  expect(text).toContain("By revenue: 7,92,756 crore\n\nCarbon intensity: 2.5\n\nShare: ~70%");
  expect(text).toMatch(/Founded\n\n1998\n\n#+ Mills\n\nThe mill number 20/);
});

test("large figures side by side are read each with the words under it; rows of a table are not", async () => {
  const tile = (lines: readonly string[], x: number): Placed[] =>
    lines.map((text, at) => ({ text, x, y: [220, 242, 256][at] ?? 0, size: [36, 14, 9][at] ?? 9 }));
  const { text } = await read([
    [
      ...column(prose(0), { x: 50, y: 60, signs: 90 }),
      ...tile(["2.5", "kilograms", "from each mill"], 70),
      ...tile(["1st", "woman", "at the wheel"], 250),
      ...tile(["~70%", "electricity", "of the valley"], 420),
      ...column(prose(20), { x: 50, y: 320, signs: 90 }),
    ],
  ]);
  expect(text).toContain(
    "2.5 kilograms from each mill\n\n1st woman at the wheel\n\n~70% electricity of the valley\n\nThe mill number 20",
  );
});
