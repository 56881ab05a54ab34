// Headers of portals and bylines are found with their date, source and title; a text's own opening is left alone.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readNewsHeader } from "../../pipelines/text/news-header.ts";

const oracle = fileURLToPath(new URL("../../../shared/oracles/crud_headers.jsonl", import.meta.url));
if (!existsSync(oracle)) console.warn("Headers of released articles are not beside the checkout; what needs them is skipped.");

/** Read better than by the expression that made the expected values. */
const better = new Map([
  // It gave up on these two shapes, whose year runs into the month.
  ["202307/20 12:43:19", "2023-07-20"],
  ["202308/0818:36:53", "2023-08-08"],
  // And on a header with a hundred spaces at its end.
  ["2023-08-09 07:46 来源：新华社", "2023-08-09"],
]);

test.skipIf(!existsSync(oracle))("headers of released articles are read as expected, but for three that are read better", () => {
  const rows = readFileSync(oracle, "utf8")
    .trimEnd()
    .split("\n")
    .map(line => JSON.parse(line) as { line_start: string; expected: { header: string | null; date: string | null } });
  const read = rows.map(row => ({ ...row, header: readNewsHeader(row.line_start) }));
  const differing = read.filter(({ expected, header }) => expected.header !== header.meta || expected.date !== header.published);
  expect(new Map(differing.map(({ header }) => [header.meta.replace(/\s+/g, " ").trim(), header.published]))).toEqual(better);
  expect(rows).toHaveLength(36);
});

const read = (text: string, known = {}) => {
  const header = readNewsHeader(text, known);
  return { rest: text.slice(header.end).trim(), headline: header.headline, published: header.published, source: header.source };
};

test.each([
  ["2024-05-03 10:00，正文：桥通车了。", { rest: "桥通车了。", headline: null, published: "2024-05-03", source: null }],
  ["，正文：8月16日，桥通车了。", { rest: "8月16日，桥通车了。", headline: null, published: null, source: null }],
  ["来源：河湾日报  |  2024年05月03日 15:03:15，正文：桥通车了。", { rest: "桥通车了。", headline: null, published: "2024-05-03", source: "河湾日报" }],
  ["河湾网 > 新闻 > 社会\u00a0\u00a0\u00a02024-05-03 16:48:15  ，正文：桥通车了。", { rest: "桥通车了。", headline: null, published: "2024-05-03", source: "河湾网" }],
  ["http://www.hewan.example    2024年05月03日 22:00    来源：河湾网，正文：桥通车了。", { rest: "桥通车了。", headline: null, published: "2024-05-03", source: "河湾网" }],
  ["2024-05-03，正文：原标题：桥通车了人们很高兴。", { rest: "桥通车了人们很高兴。", headline: null, published: "2024-05-03", source: null }],
  ["2024-05-03，正文：原标题：河湾大桥通车河湾大桥通车 人们很高兴。", { rest: "河湾大桥通车 人们很高兴。", headline: "河湾大桥通车", published: "2024-05-03", source: null }],
  [
    "河湾大桥通车\n2024-05-03 10:00 来源：河湾日报\n河湾大桥三日通车。\n人们很高兴。",
    { rest: "河湾大桥三日通车。\n人们很高兴。", headline: "河湾大桥通车", published: "2024-05-03", source: "河湾日报" },
  ],
])("%j is cut where its text begins", (text, expected) => {
  expect(read(text)).toEqual(expected);
});

const body = "The council of Corrie voted on Tuesday to reopen the harbour bridge after two years of repairs.\nIt had been closed in March.";

test.each([
  [`Corrie reopens its bridge\nBy Ann Lowe | 3 May 2024\n\n${body}`, { rest: body, headline: "Corrie reopens its bridge", published: "2024-05-03", source: null }],
  [
    `# Corrie reopens its bridge\n\nPublished: 3 May 2024\nSource: Corrie Courier\n\n${body}`,
    { rest: body, headline: "Corrie reopens its bridge", published: "2024-05-03", source: "Corrie Courier" },
  ],
  [`By Ann Lowe, Staff Writer\nMay 3, 2024\n${body}`, { rest: body, headline: null, published: "2024-05-03", source: null }],
  [`2024-05-03\n${body}`, { rest: body, headline: null, published: "2024-05-03", source: null }],
])("English lines of who and when are cut: %j", (text, expected) => {
  expect(read(text)).toEqual(expected);
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
  expect(read(`Corrie reopens its bridge\n${body}`, { headline: "Corrie reopens its bridge" }).rest).toBe(body);
  expect(read(`Corrie reopens its bridge\n${body}`, { headline: "Ferries" }).rest).toBe(`Corrie reopens its bridge\n${body}`);
});
