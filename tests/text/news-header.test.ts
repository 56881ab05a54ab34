// Headers of portals and bylines are found with their date, source and title; a text's own opening is left alone.

import { expect, test } from "vitest";
import { readNewsHeader } from "../../pipelines/text/news-header.ts";
import { cases } from "../support/cases.ts";

const read = (text: string, known = {}) => {
  const { end, headline, published, source } = readNewsHeader(text, known);
  return { rest: text.slice(end).trim(), headline, published, source };
};

cases<[text: string, expected: ReturnType<typeof read>]>(
  "text/news-header",
  "%j is cut where its text begins",
  (text, expected) => {
    expect(read(text)).toEqual(expected);
  },
);

const body =
  "The council of Corrie voted on Tuesday to reopen the harbour bridge after two years of repairs.\nIt had been closed in March.";

const [title, courier] = ["Corrie reopens its bridge", "Corrie Courier"];
test.each([
  ["Corrie reopens its bridge\nBy Ann Lowe | 3 May 2024\n", title, null],
  [
    "# Corrie reopens its bridge\n\nPublished: 3 May 2024\nSource: Corrie Courier\n",
    title,
    courier,
  ],
  [
    "\\# Corrie reopens its bridge\n\nPublished: 3 May 2024\nSource: Corrie Courier\n",
    title,
    courier,
  ],
  ["By Ann Lowe, Staff Writer\nMay 3, 2024", null, null],
  ["2024-05-03", null, null],
])("English lines of who and when are cut: %j", (head, headline, source) => {
  expect(read(`${head}\n${body}`)).toEqual({
    rest: body,
    headline,
    published: "2024-05-03",
    source,
  });
});

test.each([
  body,
  `By the time the bridge reopened on 3 May 2024, half the town had come.\n${body}`,
  `By Tuesday, the bridge was open again,\n${body}`,
  "他说。正文：从这里开始，桥在2024年5月3日通车。",
  "河湾大桥三日通车。\n记者：用了几年？\n王工：三年。",
  "Published: 3 May 2024",
  "",
])("%j has no header", text => {
  expect(readNewsHeader(text).end).toBe(0);
});

test("a first line is a title where the feed gave that title, and stays where it gave another", () => {
  expect(
    read(`Corrie reopens its bridge\n${body}`, { headline: "Corrie reopens its bridge" }).rest,
  ).toBe(body);
  expect(read(`Corrie reopens its bridge\n${body}`, { headline: "Ferries" }).rest).toBe(
    `Corrie reopens its bridge\n${body}`,
  );
});

test.each([
  ["鹭洲二桥正式通车，渡口不再开船", "2024年3月8日，鹭洲二桥举行了通车仪式。"],
  ["鹭洲渡口停运：最后一班只剩三艘船", "近日，记者走访了鹭洲渡口。"],
  ["鹭洲渡口停运当天：乘客只剩一成", "          新华社鹭洲3月19日电 渡口停运。"],
])("the title %s runs into its text up to where news opens: %s", (headline, text) => {
  expect(readNewsHeader(`原标题：${headline}${text}`).headline).toBe(headline);
});

test.each([
  "原标题：鹭洲二桥3月8日车流过万收费站排起长队。近日，管理处作出说明。",
  "原标题：鹭洲二桥通车鹭洲二桥的车流当天就过了万。3月8日，管理处作出说明。",
])("a title whose text does not open as news does has no end: %s", text => {
  expect(readNewsHeader(text).headline).toBeNull();
});

test("time and author between a title and the text it runs into are no text", () => {
  const text = "原标题：鹭洲二桥通车，渡口停运2024-03-08 07:40:09 作者：闻岫 鹭洲二桥通车了。";
  expect(text.slice(readNewsHeader(text).end)).toBe("鹭洲二桥通车了。");
});
