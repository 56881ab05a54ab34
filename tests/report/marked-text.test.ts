// References marked in a document: all in sight, none nested, no character lost.

import { expect, test } from "vitest";
import type { PageLanguage } from "../../pipelines/report/page-language.ts";
import { markText } from "../../pipelines/report/marked-text.ts";

const mark = (
  text: string,
  spans: readonly (readonly [number, number])[],
  language: PageLanguage = "en",
) =>
  markText(
    text,
    spans.map(([start, end], index) => ({
      number: index + 1,
      span: { documentId: "d", start, end },
      text: text.slice(start, end),
    })),
    "item-1",
    language,
  ).html;

const unfolded = (html: string) => html.replace(/<details>.*?<\/details>/gs, "");
const bare = (html: string) =>
  html.replace(/<summary>.*?<\/summary>|<sup>.*?<\/sup>|<[^>]+>|\s/gs, "");

const sentence = (number: number) =>
  `Sentence number ${number} of the report says a little more than nothing. `;
const long = Array.from({ length: 60 }, (_, index) => sentence(index)).join("");

test("a mark holds exactly the reference", () => {
  expect(mark("Alpha. Beta. Gamma.", [[7, 12]])).toBe(
    'Alpha. <mark id="item-1-1"><sup>1</sup>Beta.</mark> Gamma.',
  );
});

test("long stretches are folded, the marks and what stands beside them are not", () => {
  const [first, second] = [
    long.indexOf("Sentence number 20 "),
    long.indexOf("Sentence number 50 "),
  ];
  const page = mark(long, [
    [first, first + 60],
    [second, second + 60],
  ]);
  const open = unfolded(page);
  expect(open.match(/<mark/g)).toHaveLength(2);
  expect(open).toContain("Sentence number 19");
  expect(open).not.toContain("Sentence number 35");
  expect(page.match(/<details>/g)).toHaveLength(3);
});

test("no character of a document is lost by folding and marking", () => {
  for (const at of [0, 700, 2000, long.length - 60])
    expect(bare(mark(long, [[at, at + 60]]))).toBe(long.replaceAll(/\s/g, ""));
  const form = Array.from({ length: 40 }, (_, index) => `项目${index}：值${index}`).join("\n");
  const at = form.indexOf("项目30");
  const page = mark(form, [[at, at + 4]]);
  expect(bare(page)).toBe(form.replaceAll("\n", ""));
  expect(unfolded(page)).not.toContain("项目10");
});

test("overlapping and repeated references are marked one after the other, never one in another", () => {
  const page = mark("Alpha Beta Gamma", [
    [0, 10],
    [6, 16],
    [0, 10],
  ]);
  expect(page.replaceAll(/<sup>\d<\/sup>| id="[^"]*"/g, "")).toBe(
    "<mark>Alpha Beta</mark><mark></mark><mark> Gamma</mark>",
  );
});

test("a document without references is folded after its beginning", () => {
  const page = mark(long, []);
  expect(unfolded(page).startsWith("Sentence number 0")).toBe(true);
  expect(unfolded(page).length).toBeLessThan(500);
});

test("of a book only the beginning of a fold is on the page", () => {
  const book = "x".repeat(100_000);
  expect(mark(book, [])).toMatch(/<i>… [\d,]+ more<\/i>/);
  expect(mark(book, []).length).toBeLessThan(25_000);
});

test("folds are told in the language of the page", () => {
  const book = "x".repeat(100_000);
  expect(mark(book, [])).toContain("<summary>99,820 characters</summary>");
  expect(mark(book, [], "zh")).toContain("<summary>99,820 个字符</summary>");
  expect(mark(book, [], "zh")).toContain("<i>… 另有 79,820 个字符</i>");
  expect(mark(book, [], "zh")).not.toMatch(/characters|more/);
});
