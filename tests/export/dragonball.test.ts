// DragonBall's files: exact bytes, offsets in code points, ids that stay.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { exportDragonball } from "../../pipelines/export/dragonball.ts";
import { readTruths } from "../../pipelines/evaluate/truth/read-truths.ts";
import { typeOfName } from "../../schemas/formats/dragonball.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { freshFolder } from "../support/folder.ts";
import { alder, heron, sampleItems, ward } from "../support/sample-items.ts";
import { putDocuments, putItems, putRun, writeSampleRun } from "../support/sample-run.ts";

const at = freshFolder();
const read = (...parts: string[]) => readFileSync(at(...parts), "utf8");
const lines = <Row>(...parts: string[]) =>
  read(...parts)
    .trimEnd()
    .split("\n")
    .map(line => JSON.parse(line) as Row);

interface Evidence {
  query_id: number;
  doc_id: number;
  start: number;
  end: number;
}
interface Query {
  query: { query_id: number; query_type: string };
  ground_truth: { doc_ids: number[]; content: string; references: string[]; keypoints: string[] };
}

test("a document is written in the format's order and separators, with domain and subject key as the format spells them", () => {
  writeSampleRun(at("run"));
  expect(exportDragonball(openRun(at("run")), at("out"))).toEqual({
    documents: 4,
    queries: 5,
    references: 5,
    keypoints: 7,
  });
  const [first, , third, fourth] = read("out", "docs.jsonl").split("\n");
  expect(first).toBe(
    '{"domain": "Finance", "language": "en", "doc_id": 1, "company_name": "Alder Mills", "content": "Alder Mills 🏭 annual report <script>alert(\'alder\')</script>\\nAlder Mills was founded on 3 May 1998 in Corrie. Its revenue came to US$30 million in 2021. It employs 214 people & two dogs."}',
  );
  expect(third).toMatch(
    /^\{"domain": "Finance", "language": "zh", "doc_id": 3, "company_name": "白鹭渡轮有限公司", "content": "白鹭/,
  );
  expect(fourth).toMatch(
    /^\{"domain": "Medical", "language": "en", "doc_id": 4, "hospital_patient_name": "Corrie Hospital_Ann Lowe", "content": /,
  );
  expect(read("out", "docs.jsonl").endsWith("}\n")).toBe(true);
});

test("a query is written in the format's order, its type named in its language, with an empty prediction", () => {
  writeSampleRun(at("run"));
  exportDragonball(openRun(at("run")), at("out"));
  const written = read("out", "queries.jsonl").split("\n");
  expect(written[3]).toBe(
    '{"domain": "Finance", "language": "zh", "query": {"query_id": 4, "query_type": "事实性问题", "content": "白鹭渡轮有限公司2021年的营业收入是多少？"}, "ground_truth": {"doc_ids": [3], "content": "三千万元。", "references": ["公司2021年营业收入为三千万元。"], "keypoints": ["三千万元。"]}, "prediction": {"content": "", "references": []}}',
  );
});

test("an unanswerable query names the documents asked about and has no references", () => {
  writeSampleRun(at("run"));
  exportDragonball(openRun(at("run")), at("out"));
  expect(lines<Query>("out", "queries.jsonl")[2]).toMatchObject({
    query: { query_type: "Irrelevant Unsolvable Question" },
    ground_truth: { doc_ids: [2], content: "Unable to answer.", references: [] },
  });
});

test("an unanswerable query keeps the format's one answer, and ours with what is settled stands beside it", () => {
  putRun(at("run"));
  putDocuments(at("run"), [heron]);
  const answer = "文中没有说有多少艘渡轮，只说全年共有员工二百一十四人。";
  const { evidence } = sampleItems[3]!;
  putItems(at("run"), [{ ...sampleItems[3]!, type: "unanswerable", answer }]);
  exportDragonball(openRun(at("run")), at("out"));
  const [query] = lines<Query>("out", "queries.jsonl");
  expect(query?.ground_truth).toMatchObject({
    content: "无法回答",
    references: evidence.map(({ text }) => text),
    settled: answer,
  });
  const [truth] = readTruths(at("out", "queries.jsonl")).rows;
  expect([truth?.answer, truth?.labels]).toEqual([answer, []]);
});

test("every reference stands at its code points, behind emoji and rare ideographs too", () => {
  writeSampleRun(at("run"));
  exportDragonball(openRun(at("run")), at("out"));
  const contents = new Map(
    lines<{ doc_id: number; content: string }>("out", "docs.jsonl").map(row => [
      row.doc_id,
      row.content,
    ]),
  );
  const evidence = lines<Evidence>("out", "evidence.jsonl");
  const found = evidence.map(({ doc_id, start, end }) =>
    [...contents.get(doc_id)!].slice(start, end).join(""),
  );
  expect(found).toEqual(
    lines<Query>("out", "queries.jsonl").flatMap(query => query.ground_truth.references),
  );
  // "白鹭渡轮有限公司由𠮷田文远于2009年4月创办。" has 24 signs, and 25 UTF-16 units.
  expect(evidence[3]).toEqual({ query_id: 4, doc_id: 3, start: 24, end: 41 });
  expect(heron.text.indexOf("公司2021年")).toBe(25);
});

test("ids stay when the run grows, whatever comes before", () => {
  putRun(at("run"));
  putDocuments(at("run"), [heron, ward]);
  putItems(at("run"), sampleItems.slice(3, 5));
  exportDragonball(openRun(at("run")), at("out"));
  const before = lines<Query>("out", "queries.jsonl");
  putDocuments(at("run"), [alder, heron, ward]);
  putItems(at("run"), [sampleItems[0]!, ...sampleItems.slice(3, 5)]);
  exportDragonball(openRun(at("run")), at("out"));
  expect(lines<Query>("out", "queries.jsonl").slice(0, 2)).toEqual(before);
  expect(
    lines<{ doc_id: number; content: string }>("out", "docs.jsonl").map(({ doc_id, content }) => [
      doc_id,
      content,
    ]),
  ).toEqual([
    [1, heron.text],
    [2, ward.text],
    [3, alder.text],
  ]);
});

const foreign = (row: DocumentRow, fields: Record<string, unknown>): DocumentRow => ({
  ...row,
  kind: "own",
  configId: null,
  foreign: fields,
});

test("foreign numbers, spellings and unknown fields are written back; documents stand by number", () => {
  putRun(at("run"));
  putDocuments(at("run"), [
    foreign(ward, {
      doc_id: 40,
      hospital_patient_name: "H_P",
      year: 2020,
      tags: { a: [1.5, null] },
      domain: "Medical",
    }),
    foreign(alder, { doc_id: 7, company_name: "Alder", domain: "FINANCE" }),
    { ...heron, configId: null },
  ]);
  putItems(at("run"), [sampleItems[0]!]);
  exportDragonball(openRun(at("run")), at("out"));
  const [first, second, third] = read("out", "docs.jsonl").split("\n");
  expect(first).toMatch(/^\{"domain": "Finance", "language": "zh", "doc_id": 1, /);
  expect(second).toMatch(
    /^\{"domain": "FINANCE", "language": "en", "doc_id": 7, "company_name": "Alder", "content": /,
  );
  expect(third).toMatch(
    /"doc_id": 40, "hospital_patient_name": "H_P", "content": ".*", "year": 2020, "tags": \{"a": \[1\.5, null\]\}\}$/,
  );
  expect(lines<{ domain: string }>("out", "queries.jsonl")[0]?.domain).toBe("FINANCE");
});

test("other names of types are known", () => {
  expect(["Summarization Question", "多文档数值比较问题"].map(typeOfName)).toEqual([
    "summary",
    "comparison",
  ]);
});
