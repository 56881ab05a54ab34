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
  expect(text).toBe(
    "# Alder Mills\n\n## The board {x}\n\nIt met on 3 May, see the minutes the hall.",
  );
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
  ).toBe("3) Open the lid.\n4) Pour.\n\nSlowly.\n\n- hot\n- milk");
});

test("a table has its header on each row", () => {
  const { text, tables } = read(
    "| Year | Revenue |",
    "|---|---:|",
    "| 2021 | **30** |",
    "| 2022 | |",
  );
  expect([text, tables]).toEqual(["Year: 2021 | Revenue: 30\nYear: 2022", 1]);
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
