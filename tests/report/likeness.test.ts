// Documents are set beside their seeds by length, layout and vocabulary.

import { describe, expect, test } from "vitest";
import { likenessTable } from "../../pipelines/report/likeness.ts";
import { styleOf } from "../../pipelines/report/likeness-data.ts";

const en = (text: string) => ({ text, language: "en" as const });

describe("the style of texts", () => {
  test("counts list items, labelled lines and headings among the lines that say something", () => {
    const text = [
      "## The mill",
      "",
      "Owner: Ida",
      "- rye",
      "2. oats",
      "It stands by the brook and grinds.",
      "(3) wheat",
      "Rye was ground on 4 May.",
      "| a | b |",
    ].join("\n");
    // 6 of 8.
    expect(styleOf([en(text)]).layout).toBe(0.75);
    expect(
      styleOf([{ text: "一、概况\n水坊：北溪。\n水坊建在溪边，磨面为生。", language: "zh" }])
        .layout,
    ).toBeCloseTo(2 / 3);
  });

  test("has the mean characters of a text", () => {
    expect(styleOf([en("m".repeat(10)), en("m".repeat(20))]).characters).toBe(15);
  });

  test("counts distinct words in whole thousands, and is not told below one", () => {
    const thousand = (distinct: number) =>
      Array.from({ length: 1000 }, (_, at) => `w${at % distinct}`).join(" ");
    expect(styleOf([en(thousand(200)), en(thousand(400)), en("rest")]).vocabulary).toBe(300);
    expect(styleOf([en("too few words")]).vocabulary).toBeNull();
  });
});

test("the table sets documents beside seeds, and is left out without", () => {
  const seeds = { characters: 1999.6, layout: 0.25, vocabulary: null };
  const written = { characters: 1500, layout: 0.5, vocabulary: 432.4 };
  const shown = likenessTable(
    [{ group: "law, en", seedStyle: seeds, documentStyle: written }],
    "en",
  )
    .html.replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
  expect(shown).toContain("law, en 1,500 2,000 50.0% 25.0% 432 –");
  expect(likenessTable([], "en").html).toBe("");
});
