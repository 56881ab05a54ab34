// CRUD-RAG's files: the format's fields, articles as the corpus has them, labels by line.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { exportCrud } from "../../pipelines/export/crud.ts";
import { toCorpusLine } from "../../pipelines/export/crud-corpus.ts";
import { freshFolder } from "../support/folder.ts";
import { bridge, corpus, museum, newsItems, newsLabels, storm } from "../support/sample-news.ts";
import { putNewsItems, writeNewsRun } from "../support/sample-news-run.ts";

const at = freshFolder();
const read = (...parts: string[]) => readFileSync(at(...parts), "utf8");

type Tasks = Record<string, Record<string, string>[]>;
const exported = () => {
  writeNewsRun(at("run"));
  exportCrud(openRun(at("run")), at("out"));
  return JSON.parse(read("out", "crud.json")) as Tasks;
};
const corpusLines = () => read("out", "corpus.txt").trimEnd().split("\n");

test("every task has its array with exactly the format's fields, in its order", () => {
  const fields = Object.entries(exported()).map(([task, records]) => [
    task,
    records.map(record => Object.keys(record).join(" ")),
  ]);
  expect(fields).toEqual([
    ["event_summary", ["ID event summary headLine broadcastDate text"]],
    ["continuing_writing", ["ID beginning continuing headLine broadcastDate text"]],
    [
      "hallu_modified",
      ["ID newsBeginning hallucinatedContinuation hallucinatedMod headLine broadcastDate"],
    ],
    ["questanswer_1doc", ["ID questions answers news1 thoughts"]],
    ["questanswer_2docs", ["ID questions answers news1 news2 thoughts"]],
    ["questanswer_3docs", ["ID questions answers news1 news2 news3 thoughts"]],
  ]);
});

test("a task without items has an empty array, which the format's loader asks for", () => {
  writeNewsRun(at("run"), newsItems.slice(2, 3));
  putNewsItems(at("run"), newsItems.slice(2, 3), newsLabels.slice(2, 4));
  exportCrud(openRun(at("run")), at("out"));
  expect(
    Object.entries(JSON.parse(read("out", "crud.json")) as Tasks).map(
      ([task, records]) => `${task} ${records.length}`,
    ),
  ).toEqual([
    "event_summary 0",
    "continuing_writing 0",
    "hallu_modified 0",
    "questanswer_1doc 1",
    "questanswer_2docs 0",
    "questanswer_3docs 0",
  ]);
});

test("a correction is written as beginning, flawed continuation and corrected continuation", () => {
  expect(exported()["hallu_modified"]?.[0]).toMatchObject({
    newsBeginning: "云汀大桥4月3日合龙，",
    hallucinatedContinuation: "主跨长九百米。",
    hallucinatedMod: "主跨长八百二十米。",
    headLine: bridge.name,
    broadcastDate: "2025-04-03",
  });
});

test("the corpus has one article a line, with its day or none, and no line break inside", () => {
  exported();
  expect(corpusLines()).toHaveLength(corpus.length);
  expect(corpusLines()[0]).toBe(
    "2025-04-03，正文：云汀大桥4月3日合龙，主跨𠮷岸一侧长八百二十米。  工程由鹿鸣建设承担，<b>造价</b>十二亿元。  通车定在9月。",
  );
  expect(corpusLines()[2]).toBe(`，正文：${storm.text.replaceAll("\n\n", "  ")}`);
});

test("whatever any reader takes for the end of a line becomes two spaces, in time that grows with the text", () => {
  expect(
    toCorpusLine({ published: null, text: "\n a \u0085\u2028b\r\n\r\nc\u000bd\u001ce \n" }),
  ).toBe("，正文：a  b  c  d  e");
  expect(toCorpusLine({ published: null, text: `a${" ".repeat(300_000)}b` })).toHaveLength(300_006);
});

test("news1 to news3 are lines of the corpus; a held-out article is in its record alone", () => {
  const tasks = exported();
  const news = Object.values(tasks).flatMap(records =>
    records.flatMap(record => ["news1", "news2", "news3"].flatMap(key => record[key] ?? [])),
  );
  expect(news).toHaveLength(6);
  expect(news.filter(line => !corpusLines().includes(line))).toEqual([]);
  expect(tasks["event_summary"]?.[0]?.["text"]).toBe(toCorpusLine(museum));
  expect(corpusLines()).not.toContain(toCorpusLine(museum));
});

test("an ID has 24 hexadecimal digits, follows from the item's id and leads back to it", () => {
  const ids = Object.values(exported()).flatMap(records => records.map(({ ID }) => ID ?? ""));
  expect(ids.filter(id => !/^[0-9a-f]{24}$/.test(id))).toEqual([]);
  const { queries, splits } = JSON.parse(read("out", "manifest.json")) as {
    queries: { ID: string; id: string }[];
    splits: Record<string, string[]>;
  };
  expect(new Set(ids)).toEqual(new Set(queries.map(({ ID }) => ID)));
  expect(queries.map(({ id }) => id).sort()).toEqual(newsItems.map(({ id }) => id).sort());
  expect([splits["dev"], splits["test"]].flat()).toEqual(ids);
});

test("relevant documents are named by their line, graded, and those of reverse tasks kept out of CRUD's MRR", () => {
  const tasks = exported();
  const [head, ...lines] = read("out", "qrels.tsv").trimEnd().split("\n");
  expect(head).toBe("query-id\tcorpus-id\tscore\trole\tmrr");
  expect(lines).toHaveLength(newsLabels.length);
  expect(lines[0]).toBe(`${tasks["event_summary"]?.[0]?.["ID"]}\t5\t2\treconstruction\t0`);
  const ofToll = lines.filter(line =>
    line.startsWith(tasks["questanswer_1doc"]?.[0]?.["ID"] ?? "none"),
  );
  expect(ofToll.map(line => line.split("\t").slice(1).join(" "))).toEqual([
    "1 1 gold 1",
    "0 1 support 1",
  ]);
});

test("a run without labels has the documents of its references for relevant", () => {
  writeNewsRun(at("run"));
  putNewsItems(at("run"), newsItems, []);
  expect(exportCrud(openRun(at("run")), at("out"))["relevant"]).toBe(9);
  expect(read("out", "qrels.tsv").split("\n")[1]).toMatch(/\t5\t1\treconstruction\t0$/);
});

test("a label on a document that the corpus lacks is an error, not a line", () => {
  writeNewsRun(at("run"));
  putNewsItems(at("run"), newsItems, [{ ...newsLabels[0]!, documentId: museum.id }]);
  expect(() => exportCrud(openRun(at("run")), at("out"))).toThrow(
    /i-museum names document a-museum/,
  );
});

test("RAGQuestEval's cache has three lists of one length, and its own words for what cannot be inferred", () => {
  const ID = exported()["event_summary"]?.[0]?.["ID"] ?? "";
  expect(JSON.parse(read("out", "quest-eval.json"))).toEqual({
    [ID]: {
      key_info: ["三千件", "馆长"],
      question: ["馆藏多少件？", "馆长是谁？"],
      answers: ["三千件", "无法推断"],
    },
  });
});
