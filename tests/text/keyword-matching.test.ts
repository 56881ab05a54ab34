// Keywords in passages: what is found, and what only looks like it.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { publishedText, readPublished, readStrict, saysSomething } from "../../pipelines/text/keyword-matching.ts";
import { fixtureRows } from "../support/fixtures.ts";

test.each([
  ["a decimal", "7.8%", "it grew 7.8% in May"],
  ["a thousands separator that one of them lacks", "1,335 days", "after 1335 days"],
  ["a thousands separator that the other lacks", "3713.33万元", "收益3,713.33万元。"],
  ["full-width signs", "１０％", "增长10%"],
  ["another case", "Great Tribulation", "THE GREAT TRIBULATION"],
  ["a line break", "women aged 22", "women\naged 22-27"],
  ["white space between Chinese and digits", "截至 2023年12月31日", "截至2023年12月31日"],
  ["other quotation marks", "登录“智慧”", '登录"智慧"平台'],
  ["a word before Chinese", "PC", "使用PC端登录"],
  ["the end of a range", "20万", "10万-20万元"],
  ["a minus after Chinese", "-5.2%", "增长率为-5.2%"],
  ["a minus of another kind", "−5.2%", "(-5.2%)"],
  ["a version", "v1.5", "bge-v1.5 was used"],
  ["an amount glued to its currency", "RMB 5,000", "paid RMB5000 at once"],
  ["a language's name", "C#", "written in C# alone"],
  ["a number without the sign after it", "7.8", "7.8%"],
  ["a composed letter", "cafe\u0301", "the café"],
  ["a character of two units", "𠮷野家", "去𠮷野家吃饭"],
])("%s is found: %s", (_, keyword, passage) => {
  expect(readStrict(passage)(keyword)).toBe(true);
});

test.each([
  ["a decimal is not its digits", "7.8%", "78% of all"],
  ["a word is not a part of one", "art", "the start of it"],
  ["a name is not a part of one", "XPS1", "the XPS15"],
  ["a number is not a part of one", "335", "1,335 days"],
  ["a fraction is not a whole number", "5", "2.5 years"],
  ["five percent is not minus five", "5%", "it changed by -5%"],
  ["minus five is not five", "-5%", "it changed by 5%"],
  ["a percentage is not a count", "78%", "78 people"],
  ["numbers parted by a full-width comma are two", "100200", "第100，200号"],
  ["two versions differ", "v1.5", "v1.7"],
  ["Chinese characters stay as many as they are", "一一对应", "一对应"],
  ["above is not below", "<5%", ">5%"],
  ["nothing is found by signs alone", "——", "a —— b"],
  ["nothing is found by nothing", "", "text"],
])("%s", (_, keyword, passage) => {
  expect(readStrict(passage)(keyword)).toBe(false);
});

test("the released program finds what strict matching does not", () => {
  const pairs = [
    ["7.8%", "78% of all"],
    ["art", "the start of it"],
    ["一一对应", "一对应"],
    ["——", "nothing"],
  ] as const;
  expect(pairs.map(([keyword, passage]) => readPublished(passage)(keyword))).toEqual([true, true, true, true]);
  expect(readPublished("增长10%")("１０％")).toBe(false);
});

const word = fc.constantFrom("coal", "Ansby", "7.8%", "-5", "1,200", "$30", "煤炭", "产量", "为", "(net)", "RMB5,000", "x²", "。", "，", "state-of-the-art", "C++");

test("a stretch of whole words is found in the text it was taken from", () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(), (words, first, count) => {
      const from = first % words.length;
      const keyword = words.slice(from, from + 1 + (count % (words.length - from))).join(" ");
      fc.pre(saysSomething(keyword));
      expect(readStrict(words.join(" "))(keyword)).toBe(true);
    }),
  );
});

const odd = fc.constantFrom(
  "\ud800",
  "\udc00",
  "😀",
  "\u0301",
  "\u0001",
  "~",
  "-",
  "–",
  "−",
  "%",
  ",",
  "，",
  ".",
  "１",
  "9",
  "000",
  "a",
  "Ｂ",
  "é",
  "㈱",
  "½",
  "甲",
  "ا",
  "#",
  "<",
  "$",
  " ",
  "\n",
);

test("no text is too odd to be read", () => {
  fc.assert(
    fc.property(fc.array(odd, { maxLength: 12 }), signs => {
      const text = signs.join("");
      expect(readStrict(text)(text)).toBe(saysSomething(text));
      expect(readPublished(text)(text)).toBe(true);
    }),
  );
});

test("the released program's text comes out for every row", () => {
  const rows = fixtureRows<{ input: string; expected: string }>("published/cofe-clean-text.jsonl");
  expect(rows).toHaveLength(25);
  expect(rows.map(({ input }) => publishedText(input))).toEqual(rows.map(({ expected }) => expected));
});
