// CoFE-RAG's files: the original's fields first, offsets in code points, and every wing's items.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { readTruths } from "../../pipelines/evaluate/truth/read-truths.ts";
import { exportBeir } from "../../pipelines/export/beir.ts";
import { exportCofe } from "../../pipelines/export/cofe.ts";
import { decisions } from "../../schemas/annotation.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { typeOfCofeName } from "../../schemas/formats/cofe.ts";
import { freshFolder } from "../support/folder.ts";
import { cofeItems, costs, dearer, note, power, station } from "../support/sample-cofe.ts";
import { writeCofeRun } from "../support/sample-cofe-run.ts";
import { putRows, type SampleOutcome } from "../support/sample-run.ts";

const at = freshFolder();
const read = (...parts: string[]) => readFileSync(at(...parts), "utf8");

interface Spot {
  document: string;
  start: number;
  end: number;
}
interface Example {
  query_type: string;
  fine_keywords: string[][];
  fine_keyword_spans: Spot[][];
  evidence: (Spot & { text: string })[];
}
interface Knowledge {
  id: string;
  text: string;
  places: { start: number }[];
}
const examplesIn = (folder: string) =>
  (JSON.parse(read(folder, "examples.json")) as { examples: Example[] }).examples;
const knowledgeIn = (folder: string) =>
  read(folder, "knowledge.jsonl")
    .trimEnd()
    .split("\n")
    .map(line => JSON.parse(line) as Knowledge);
const exported = () => {
  writeCofeRun(at("run"));
  return exportCofe(openRun(at("run")), at("out"));
};

test("an example has the original's fields in its order, then ours", () => {
  expect(exported()).toEqual({
    documents: 3,
    queries: 2,
    otherTypes: 1,
    withoutKeywords: 0,
  });
  const [head, first, , end] = read("out", "examples.json").split("\n");
  expect([head, end]).toEqual(['{"examples": [', "]}"]);
  expect(first).toBe(
    '{"query_type": "事实类", "query": "云湖电站2023年发电多少？", "reference_answer": "7.8亿千瓦时。", "file_name": "云湖 <report>.pdf", "coarse_keywords": ["云湖电站"], "fine_keywords": [["2023年", "7.8亿千瓦时"]], ' +
      '"id": "i-power", "language": "zh", "domain": "energy", "fragment": {"id": "f-d-station-33", "text": "2023年发电7.8亿千瓦时，同比增长12%。"}, "page": "page 2", "documents": [{"file_name": "云湖 <report>.pdf", "id": "d-station"}], ' +
      '"evidence": [{"document": "d-station", "start": 32, "end": 55, "text": "2023年发电7.8亿千瓦时，同比增长12%。"}], ' +
      '"fine_keyword_spans": [[{"document": "d-station", "start": 32, "end": 37}, {"document": "d-station", "start": 39, "end": 46}]], "split": "dev"},',
  );
  // One sign before it takes two UTF-16 units.
  expect(station.text.indexOf("2023年")).toBe(33);
});

test("every fine keyword and every reference stands at its code points", () => {
  exported();
  const texts = new Map(knowledgeIn("out").map(({ id, text }) => [id, [...text]]));
  const at = ({ document, start, end }: Spot) => texts.get(document)?.slice(start, end).join("");
  const examples = examplesIn("out");
  expect(examples.flatMap(({ fine_keywords }) => fine_keywords)).toEqual(
    examples.flatMap(({ fine_keyword_spans }) => fine_keyword_spans.map(list => list.map(at))),
  );
  expect(examples.flatMap(({ evidence }) => evidence.map(at))).toEqual(
    [power, dearer].flatMap(({ evidence }) => evidence.map(({ text }) => text)),
  );
});

test("the knowledge base has title, format, text and places in code points; a record that was not a file goes by its id", () => {
  exported();
  const lines = read("out", "knowledge.jsonl").split("\n");
  expect(JSON.parse(lines[0]!)).toEqual({
    id: "d-station",
    file_name: "云湖 <report>.pdf",
    title: "云湖电站年报",
    language: "zh",
    domain: "energy",
    format: "pdf",
    text: station.text,
    places: [
      { kind: "page", number: 1, name: null, start: 0 },
      { kind: "page", number: 2, name: null, start: 32 },
    ],
  });
  expect(JSON.parse(lines[1]!)).toMatchObject({
    title: costs.name,
    places: [{ name: "Costs", start: 0 }, { start: 0 }, { start: 37 }],
  });
  expect(JSON.parse(lines[2]!)).toMatchObject({
    id: note.id,
    file_name: note.id,
    format: null,
    places: [],
  });
});

test("only what people accepted is exported where that is wanted, and their counts are told", () => {
  writeCofeRun(at("run"));
  const decided = (
    itemId: string,
    decision: "accepted" | "rejected",
    version: number | null,
  ): SampleOutcome => ({
    input: itemId,
    made: [
      {
        id: itemId,
        itemId,
        language: "en",
        protocol: "cofe",
        decision,
        version,
        reviewIds: ["r"],
        detail: "",
      },
    ],
  });
  putRows(at("run"), decisions, [
    decided("i-dearer", "accepted", 1),
    decided("i-power", "rejected", null),
  ]);
  expect(exportCofe(openRun(at("run")), at("out"), { accepted: true })).toEqual({
    documents: 3,
    queries: 1,
    otherTypes: 0,
    withoutKeywords: 0,
  });
  expect(examplesIn("out").map(({ query_type }) => query_type)).toEqual(["Comparative"]);
  expect(JSON.parse(read("out", "manifest.json"))).toMatchObject({
    people: { reviewed: 2, accepted: 1, edited: 0 },
  });
});

test.each([
  ["factual", "事实类"],
  ["why-how", "分析类"],
  ["comparison", "比较类"],
  ["how-to", "教程类"],
  ["tutorial", "教程类"],
] as const)("a question of type %s goes by CoFE-RAG's own name, %s", (type, name) => {
  writeCofeRun(at("run"), { rows: [{ ...power, type }] });
  exportCofe(openRun(at("run")), at("out"));
  expect(examplesIn("out").map(({ query_type }) => query_type)).toEqual([name]);
});

test("an example says in how many passages each list stands, and where else the same is said", () => {
  const [first, ...others] = power.evidence;
  const alternatives = [{ span: first!.span, text: first!.text }];
  const counted: ItemRow = {
    ...power,
    evidence: [{ ...first!, alternatives }, ...others],
    keywords: { ...power.keywords!, passages: [2] },
  };
  writeCofeRun(at("run"), { rows: [counted, dearer] });
  exportCofe(openRun(at("run")), at("out"));
  const [example, plain] = examplesIn("out");
  const place = { document: "d-station", start: 32, end: 55, text: first!.text };
  expect(example).toMatchObject({
    fine_keyword_passages: [2],
    evidence: [{ ...place, alternatives: [place] }],
  });
  expect(Object.keys(plain!)).not.toContain("fine_keyword_passages");
  const run = readTruths(at("run")).rows;
  expect([...run][0]?.references?.[0]?.alternatives).toEqual(alternatives);
});

test("types that CoFE-RAG does not have are left out, and counted", () => {
  const types = ["condition", "integration", "multi-hop", "qa-1-document"] as const;
  const rows = types.map(type => ({ ...power, id: `i-${type}`, type }));
  writeCofeRun(at("run"), { rows: [dearer, ...rows, { ...dearer, id: "i-bare", keywords: null }] });
  const counts = exportCofe(openRun(at("run")), at("out"));
  expect(counts).toEqual({ documents: 3, queries: 1, otherTypes: 4, withoutKeywords: 1 });
});

test("names under which other types were published are read", () => {
  expect(["Comparative", "分析类", "Summary Question", "续写", "?"].map(typeOfCofeName)).toEqual([
    "comparative",
    "analytical",
    "summary",
    "continuation",
    undefined,
  ]);
});

test("an item on a document that the run does not hold is an error, not an example", () => {
  writeCofeRun(at("run"), { texts: [station] });
  expect(() => exportCofe(openRun(at("run")), at("out"))).toThrow(
    /i-dearer names document d-costs/,
  );
});

test("BEIR has each file's document and each item, judged by its evidence where the run made no labels", () => {
  writeCofeRun(at("run"));
  expect(exportBeir(openRun(at("run")), at("beir"))).toEqual({
    documents: 3,
    queries: cofeItems.length,
    test: 1,
    dev: 1,
  });
});
