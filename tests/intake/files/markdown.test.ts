// Markdown becomes what it says: headings, lists and tables kept, marks gone.

import { expect, test } from "vitest";
import { parseMarkdown } from "../../../pipelines/intake/files/markdown-file.ts";

const read = (...lines: string[]) => parseMarkdown(Buffer.from(lines.join("\n")));

test("headings of both kinds keep their level, and emphasis, links and code lose their marks", () => {
  const { text } = read(
    "Alder Mills",
    "===",
    "",
    "## The *board* {x}",
    "It **met** on `3 May`, see [the minutes](http://mills.example) ![the hall](a.png).",
  );
  expect(text).toBe("# Alder Mills\n\n## The board {x}\n\nIt met on 3 May, see the minutes.");
});

test("emphasis between Han characters loses its marks as well, and lines stay lines", () => {
  expect(read("**重要：**河湾大桥三日通车。", "成立日期：2009年4月").text).toBe(
    "重要：河湾大桥三日通车。\n成立日期：2009年4月",
  );
});

test("a paragraph broken where its lines were full is joined; what stands a line each, and asked breaks, stay", () => {
  expect(
    read(
      "The pump of the north shaft was taken out of",
      "service by the crew, and its parts, all of",
      "`Type B`, went to the store.",
      "Name: Ada",
      "Office: Hall",
      "",
      "河湾大桥的引桥由三家单位共同施工建成并于当年三月",
      "通车。  ",
      "限速",
    ).text,
  ).toBe(
    "The pump of the north shaft was taken out of service by the crew, and its parts, all of Type B, went to the store.\nName: Ada\nOffice: Hall\n\n河湾大桥的引桥由三家单位共同施工建成并于当年三月通车。\n限速",
  );
});

test("list items keep the marker they have, and what belongs to them follows", () => {
  expect(
    read("3) Open the *lid*.", "4) Pour.", "", "   Slowly.", "   - hot", "   * milk").text,
  ).toBe("3) Open the lid.\n4) Pour.\n\nSlowly.\n\n  - hot\n  - milk");
});

test("a table has its header on each row", () => {
  expect(read("| Year | Revenue |", "|---|---:|", "| 2021 | **30** |", "| 2022 | |").text).toBe(
    "Year: 2021 | Revenue: 30\nYear: 2022",
  );
});

test("HTML within is read like a page; comments say nothing", () => {
  const html = [
    "<!-- draft -->",
    "",
    "<table><tr><th>Year</th><th>Staff</th></tr><tr><td>2021</td><td>30</td></tr></table>",
    "",
    "One<br>two <b>three</b>.",
  ];
  expect(read(...html).text).toBe("Year: 2021 | Staff: 30\n\nOne\ntwo three.");
});

test("lines broken at a width are one paragraph", () => {
  const line = "the mill has spun wool ever since with looms that were bought and";
  expect(read(...Array.from({ length: 12 }, () => line)).text).toBe(
    Array.from({ length: 12 }, () => line).join(" "),
  );
});

test("raised digits stay raised: a power of ten is no other number, a note's mark no digit", () => {
  expect(
    read(
      "White cells: 8.6 × 10<sup>9</sup>/L",
      "",
      "Area: 12 m<sup>2</sup>, fee 12<sup><a href='#1'>1</a></sup>, 5<sup>th</sup>",
    ).text,
  ).toBe("White cells: 8.6 × 10⁹/L\n\nArea: 12 m², fee 12¹, 5th");
});

const full = "the sluice of the upper tarn is opened at six in the morning and";

test("a soft break is a space, wherever the line ends, but between Han characters; lines of values and steps, and short lines, stay lines", () => {
  expect(
    read(
      "Although I am not altogether in favour of",
      "[opening the",
      "sluice][s], `HashMap`,",
      "RandomState, and the",
      "Tarn stay. See vol.",
      "3, which 2) cites.",
      "",
      "上游三座水库的水闸同时开启之后，下游河段的",
      "水位下降。",
      "随后关闭。",
      "",
      "1、开闸。",
      "2、放水。",
      "",
      "Depth: 40 m",
      "Width: 3 m",
      "",
      "The tarn was surveyed from the north shore.",
      "Sonar (9 October, 08:20): the tarn is deep.",
      "",
      "审判长　冉某某",
      "审判员　葛某",
      "",
      "[s]: https://tarn.example/a/very/long/address/that/fills/a/line",
      "[t]: https://tarn.example/another/long/address/that/fills/a/line",
    ).text,
  ).toBe(
    "Although I am not altogether in favour of opening the sluice, HashMap, RandomState, and the Tarn stay. See vol. 3, which 2) cites.\n\n上游三座水库的水闸同时开启之后，下游河段的水位下降。随后关闭。\n\n1、开闸。\n2、放水。\n\nDepth: 40 m\nWidth: 3 m\n\nThe tarn was surveyed from the north shore.\nSonar (9 October, 08:20): the tarn is deep.\n\n审判长　冉某某\n审判员　葛某",
  );
});

test("short lines that go on in small letters are those of sentences", () => {
  expect(
    read(
      "Most keepers have a",
      "[Tarn licence](https://tarn.example/licence).",
      "It is a kind of leave,",
      "[not a right](https://tarn.example/right), though",
      "CORRIE calls it one.",
    ).text,
  ).toBe(
    "Most keepers have a Tarn licence. It is a kind of leave, not a right, though CORRIE calls it one.",
  );
});

test("links by reference and pictures leave no litter, in texts whose lines are full as well", () => {
  const text = read(
    "[![build](b.svg)](https://ci.example) ![logo][logo]",
    "",
    ...Array.from({ length: 10 }, () => full),
    "see the [coordinated push] and [`#[sluice]`][attribute] ![a drawing](d.png), and close it.",
    "",
    "![A tarn](tarn.png)",
    "",
    "[coordinated push]: https://tarn.example/a/coordinated/push/of/everybody/at/once",
    "[attribute]: https://tarn.example/an/attribute/that/has/a/rather/long/address",
    "[logo]: logo.svg",
  ).text;
  expect(text).toBe(
    `${Array.from({ length: 10 }, () => full).join(" ")} see the coordinated push and #[sluice], and close it.`,
  );
});

test("lists keep their levels, and steps the numbers that readers see", () => {
  expect(
    read(
      "1. Open:",
      "   - the upper",
      "     1. slowly",
      "   - the lower",
      "1. Wait:",
      "",
      "   ```",
      "   sluice wait",
      "   ```",
      "",
      "1. Shut.",
      "",
      "## Then",
      "",
      "1. ### Drain",
      "2. ### Leave",
    ).text,
  ).toBe(
    "1. Open:\n  - the upper\n    1. slowly\n  - the lower\n2. Wait:\n\n```\nsluice wait\n```\n\n3. Shut.\n\n## Then\n\n### 1. Drain\n\n### 2. Leave",
  );
});

test("notes stand behind their number, in the order in which the text mentions them", () => {
  expect(
    read(
      "The tarn is deep.[^depth] It is cold.[^1] Nobody[^none] swims.",
      "",
      "[^1]: Four degrees.",
      "[^depth]: Measured",
      "    in 2021.",
      "",
      "```",
      "[^1]: code",
      "```",
    ).text,
  ).toBe(
    "The tarn is deep.¹ It is cold.² Nobody[^none] swims.\n\n² Four degrees.\n\n¹ Measured in 2021.\n\n```\n[^1]: code\n```",
  );
});

test("formulas keep their signs raised and lowered; code is left as it is", () => {
  expect(
    read(
      "CO<sub>2</sub>: 3×10<sup>-9</sup>, 10^12^ of H~2~O, 2<sup>0.5</sup>, x<sub>max</sub>, fee 12<sup>1, 2</sup>, ~~40~~ `10<sup>9</sup>`",
    ).text,
  ).toBe("CO₂: 3×10⁻⁹, 10¹² of H₂O, 2^0.5, xmax, fee 12¹, ², 40 10<sup>9</sup>");
});

test.each([
  ["between dashes", ["---", 'title: "Tarns of Corrie"', "---"]],
  ["between pluses", ["+++", 'title = "Tarns of Corrie"', "+++"]],
])("the title of settings %s is the file's, and they are no text", (_, settings) => {
  expect(read(...settings, "", "Deep.")).toMatchObject({
    title: "Tarns of Corrie",
    text: "Deep.",
  });
});

test("asides lose the signs that set them off, and headings their anchors", () => {
  expect(
    read(
      "# Sluices {#sluices}",
      '!!! note "Mind the water"',
      "",
      "    Wait for",
      "    the tarn.",
      "",
      "    - Slowly.",
      "",
      "Go on.",
      ":::tip Save water",
      "Shut it.",
      ":::",
      "",
      "> [!WARNING]",
      "> It is deep.",
      "",
      "```",
      ":::",
      "> [!NOTE]",
      "```",
    ).text,
  ).toBe(
    "# Sluices\n\nMind the water\n\nWait for the tarn.\n\n- Slowly.\n\nGo on.\n\nSave water\n\nShut it.\n\nIt is deep.\n\n```\n:::\n> [!NOTE]\n```",
  );
});

test.each([">", "> ", "- ", "1. "])(
  "%j nested ten thousand times is refused with a reason",
  sign => {
    expect(() => read(`${sign.repeat(10_000)}a`)).toThrow(/nested more than 100 levels deep/);
  },
);

test("a rule, a drawn table and code of many such signs are no nesting", () => {
  expect(read("a", "", "- ".repeat(500), "", "b").text).toBe("a\n\nb");
  expect(read("```", "> ".repeat(500), "```").text).toContain("> > >");
  expect(read(`+${"-".repeat(500)}+`).text).toContain("---");
});

test.each(["[", "[x][a]", "[a](", "a <!--", "![", "<"])(
  "%j by the ten thousand is read as it stands, in bounded time",
  signs => {
    expect(read(signs.repeat(20_000), "", "[the minutes](a.md) of May").text).toMatch(
      /the minutes of May$/,
    );
  },
);

test("a long list of links keeps its links' words, whatever their number", () => {
  const lines = Array.from({ length: 1500 }, (_, index) => `- [page ${index}](p${index}.md)`);
  expect(read(...lines).text).toMatch(/page 0\n.*page 1\n[\s\S]*page 1499$/);
  expect(read(...lines).text).not.toContain("](");
});
