// Articles from line files, JSON records and single files in any encoding; what is bad fails alone, with its line.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { InputFailure } from "../../pipelines/engine/pipeline.ts";
import { readArticles } from "../../pipelines/intake/articles.ts";
import { type RawArticleRow, rawArticles } from "../../schemas/crud/records.ts";
import { freshFolder } from "../support/folder.ts";
import { encodedAs } from "../support/page-server.ts";

const at = freshFolder();
const put = (name: string, content: string | Buffer) => {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), content);
};
const read = async (over: object = {}) => {
  const found: (RawArticleRow | InputFailure)[] = [];
  for await (const row of readArticles({ paths: [at()], licence: "CC0-1.0", ...over }))
    found.push(row);
  return found;
};
const rows = async (over: object = {}): Promise<RawArticleRow[]> =>
  (await read(over)).map(row => rawArticles.row.parse(row));
const failures = async () =>
  (await read()).flatMap(row =>
    row instanceof InputFailure ? [[row.id.replace(at(), ""), row.code]] : [],
  );
test("a text file whose lines open with a portal's header has an article a line", async () => {
  put("news/zh/a.txt", "\uFEFF2024-05-03，正文：河湾大桥通车。\r\n\r\n，正文：渡轮停开。\n");
  const provenance = { source: at("news/zh/a.txt"), licence: "CC0-1.0" };
  const metadata = { domain: "news", published: null, provenance };
  expect(await rows()).toMatchObject([
    { text: "2024-05-03，正文：河湾大桥通车。", ...metadata },
    { text: "，正文：渡轮停开。", ...metadata },
  ]);
});

test.each([
  ["河湾大桥三日通车。".repeat(50), 2],
  ["The bridge is open. ".repeat(50), 2],
  ["河湾大桥三日通车。".repeat(20), 1],
  ["The bridge is open. ".repeat(30), 1],
])("two lines of %j make %i articles", async (line, count) => {
  put("news/a.txt", `${line}\n${line}2\n`);
  expect(await rows()).toHaveLength(count);
});

test("a line file in GB18030 or UTF-16 is read like one in UTF-8", async () => {
  put("news/a.txt", encodedAs("gb18030", "，正文：河湾大桥通车。\n，正文：河湾通车。\n"));
  put("news/b.txt", Buffer.from("\uFEFF，正文：渡轮停开。\r\n，正文：人们等车。", "utf16le"));
  expect((await rows()).map(({ text }) => text)).toEqual([
    "，正文：河湾大桥通车。",
    "，正文：河湾通车。",
    "，正文：渡轮停开。",
    "，正文：人们等车。",
  ]);
});

test("records give text, title, date, site and address under any of their usual names", async () => {
  const [first, second] = ["https://news.example/1", "https://news.example/2"];
  const records = [
    { title: "桥", content: "桥。", date: "2024-05-03", source: "河湾日报", url: first },
    { headLine: "桥", broadcastDate: "2024-05-04 10:00", text: "桥开了。", ID: 7 },
    { headline: "B", body: ["1.", "2."], published: 17147, source: { name: "C" }, link: second },
  ];
  put("news/a.jsonl", `\uFEFF${records.map(record => JSON.stringify(record)).join("\n")}\n\n`);
  const found = (await rows()).map(({ text, headline, published, source, provenance }) =>
    [text, headline, published, source, provenance.source].join(" | "),
  );
  expect(found).toEqual([
    `桥。 | 桥 | 2024-05-03 | 河湾日报 | ${first}`,
    `桥开了。 | 桥 | 2024-05-04 10:00 |  | ${at("news/a.jsonl")}`,
    `1.\n2. | B | 17147 | C | ${second}`,
  ]);
});

test("a JSON file may hold an array, one record, or a record a line", async () => {
  put("a/a.json", JSON.stringify([{ text: "一。" }, { text: "二。" }], null, 2));
  put("a/b.json", JSON.stringify({ text: "三。" }, null, 2));
  put("a/c.json", '{"text":"四。"}\n{"text":"五。"}\n');
  expect((await rows()).map(({ text }) => text)).toEqual(["一。", "二。", "三。", "四。", "五。"]);
});

const annotated = (over: object = {}) => ({
  id: "num_000001",
  headLine: "河湾大桥通车",
  broadcastDate: "2024-05-03 10:00:00",
  type: "num",
  newsBeginning: "河湾大桥三日通车。",
  hallucinatedContinuation: "修了三年。",
  generatedBy: "model",
  annotations: ["三年<sep>不合理，应为两年"],
  realContinuation: "修了两年。",
  newsRemainder: "修了两年。人们很高兴。",
  ...over,
});

test("an annotated record is its real article with the annotation kept, once for each continuation", async () => {
  put(
    "news/a.jsonl",
    [annotated(), annotated({ id: "num_000002" })].map(record => JSON.stringify(record)).join("\n"),
  );
  const [first, second] = await rows();
  expect(first).toMatchObject({
    text: "河湾大桥三日通车。修了两年。人们很高兴。",
    headline: "河湾大桥通车",
    published: "2024-05-03 10:00:00",
    annotation: annotated(),
  });
  expect(second!.id).not.toBe(first!.id);
});

test("the same text twice is two rows, with the same ids each time and in any folder", async () => {
  put("one/a.jsonl", '{"text":"桥通车了。"}\n{"text":"桥通车了。"}\n');
  const ids = (await rows()).map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
  put("two/a.jsonl", '{"text":"桥通车了。"}\n{"text":"桥通车了。"}\n');
  expect((await rows({ paths: [at("two")] })).map(({ id }) => id)).toEqual(ids);
});

test("a bad line, file or encoding fails alone, named by its place", async () => {
  put(
    "a.jsonl",
    [
      '{"text":"一。"}',
      "{torn",
      "[1]",
      '{"title":"x"}',
      '{"text":" "}',
      JSON.stringify(annotated({ newsRemainder: undefined })),
      '{"text":"二。"}',
    ].join("\n"),
  );
  put("b.pdf", "x");
  put("c.txt", " \n");
  put("d.txt", Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 1]));
  put("e.json", '[{"text":"三。"}, 7]');
  put("f.json", "{torn");
  expect(await failures()).toEqual([
    ...[2, 3, 4, 5, 6].map(number => [`/a.jsonl:${number}`, "bad-record"]),
    ["/b.pdf", "unknown-file-type"],
    ["/c.txt", "empty-file"],
    ["/d.txt", "unknown-encoding"],
    ["/e.json:2", "bad-record"],
    ["/f.json:1", "bad-record"],
  ]);
  const texts = (await read()).flatMap(row => (row instanceof InputFailure ? [] : row.text));
  expect(texts).toEqual(["一。", "二。", "三。"]);
});
