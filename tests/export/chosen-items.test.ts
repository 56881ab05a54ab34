// Exports of what people accepted: only that, in their wording, and nothing else changes.

import { mkdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { importVerdicts } from "../../pipelines/annotate/verdicts/import-verdicts.ts";
import { exportBeir } from "../../pipelines/export/beir.ts";
import { exportCrud } from "../../pipelines/export/crud.ts";
import { exportDragonball } from "../../pipelines/export/dragonball.ts";
import type { DecisionRow } from "../../schemas/annotation.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { freshFolder } from "../support/folder.ts";
import { reasonable, refined, sampleTasks, taskOn, verdict } from "../support/judged-run.ts";
import { newsItems } from "../support/sample-news.ts";
import { writeNewsRun } from "../support/sample-news-run.ts";
import { sampleItems } from "../support/sample-items.ts";
import { writeSampleRun } from "../support/sample-run.ts";
import { putLines } from "../support/run-files.ts";

const at = freshFolder();
const read = (...parts: string[]) => readFileSync(at(...parts), "utf8");
const lines = <Row>(...parts: string[]) =>
  read(...parts)
    .split("\n")
    .slice(0, -1)
    .map(line => JSON.parse(line) as Row);
const json = (...parts: string[]): unknown => JSON.parse(read(...parts));
const manifest = (folder: string) => json(folder, "manifest.json") as Manifest;
const crudFile = (folder: string) => json(folder, "crud.json") as Record<string, object[]>;

interface Query {
  query: { query_id: number; content: string };
}
interface Manifest {
  people?: { reviewed: number; accepted: number; edited: number };
  counts: Record<string, number>;
  splits: { dev: unknown[]; test: unknown[] };
}

const decided = (
  item: ItemRow,
  decision: DecisionRow["decision"],
  version: number | null = null,
  protocol: DecisionRow["protocol"] = "crud-query",
): DecisionRow => ({
  id: `${item.id}/${protocol}`,
  itemId: item.id,
  language: item.language,
  protocol,
  decision,
  version,
  reviewIds: ["review"],
  detail: "",
});
const versionOf = (item: ItemRow, version: number, question: string) => ({
  id: `${item.id}/v${version}`,
  itemId: item.id,
  language: item.language,
  version,
  item: { ...item, question },
  reviewIds: ["review"],
});
const [founded, earned, ferries] = sampleItems as readonly [ItemRow, ItemRow, ItemRow];
const asked = (folder: string) =>
  lines<Query>(folder, "queries.jsonl").map(({ query }) => [query.query_id, query.content]);

describe("a run whose items people judged", () => {
  test("goes from verdicts to an export of what they accepted, as they edited it", () => {
    writeSampleRun(at("run"));
    putLines(at("run"), "annotate/tasks", sampleTasks);
    const better = "白鹭渡轮有限公司2021年营业收入多少元？";
    importVerdicts(at("run"), [
      verdict("crud-query-item-0", "anna", reasonable),
      verdict("crud-query-item-3", "李雷", refined(better)),
      verdict("crud-query-item-4", "anna", reasonable),
      verdict("rageval-qra-item-4", "anna", { score: "2" }),
    ]);
    expect(exportDragonball(openRun(at("run")), at("out"), { accepted: true })).toEqual({
      documents: 4,
      queries: 2,
      references: 2,
      keypoints: 2,
    });
    expect(asked("out")).toEqual([
      [1, founded.question],
      [4, better],
    ]);
    expect(manifest("out").people).toEqual({ reviewed: 3, accepted: 2, edited: 1 });
  });

  test("exports, without the wish for accepted items, the bytes it always did", () => {
    writeSampleRun(at("run"));
    const files = ["queries.jsonl", "evidence.jsonl", "docs.jsonl", "manifest.json"];
    exportDragonball(openRun(at("run")), at("before"));
    putLines(at("run"), "annotate/decisions", [
      decided(founded, "accepted", 2),
      decided(ferries, "rejected"),
    ]);
    putLines(at("run"), "annotate/versions", [versionOf(founded, 2, "In which year?")]);
    exportDragonball(openRun(at("run")), at("after"));
    exportDragonball(openRun(at("run")), at("told"), { accepted: false });
    const before = files.map(file => read("before", file));
    expect(files.map(file => read("after", file))).toEqual(before);
    expect(files.map(file => read("told", file))).toEqual(before);
    expect(before.at(-1)).not.toContain('"people"');
  });
});

describe("accepted", () => {
  test("is an item with a decision, all of whose decisions accept it", () => {
    writeSampleRun(at("run"));
    putLines(at("run"), "annotate/decisions", [
      decided(founded, "accepted", 1),
      decided(founded, "accepted", 1, "rageval-qra"),
      decided(earned, "accepted", 1),
      decided(earned, "conflict", null, "rageval-qra"),
      decided(ferries, "rejected"),
    ]);
    exportDragonball(openRun(at("run")), at("out"), { accepted: true });
    expect(asked("out")).toEqual([[1, founded.question]]);
    expect(manifest("out").people).toEqual({ reviewed: 3, accepted: 1, edited: 0 });
  });

  test("it stands in the newest version that any protocol accepted, not in one that nobody accepted", () => {
    writeSampleRun(at("run"));
    putLines(at("run"), "annotate/decisions", [
      decided(founded, "accepted", 3),
      decided(founded, "accepted", 1, "rageval-qra"),
    ]);
    putLines(at("run"), "annotate/versions", [
      versionOf(founded, 2, "Second?"),
      versionOf(founded, 3, "Third?"),
      versionOf(founded, 4, "Fourth?"),
    ]);
    exportDragonball(openRun(at("run")), at("out"), { accepted: true });
    expect(asked("out")).toEqual([[1, "Third?"]]);
  });

  test("of a run without decisions is refused, and so is a run of which nothing is accepted; nothing is written", () => {
    writeSampleRun(at("run"));
    mkdirSync(at("out"));
    const wish = () => exportDragonball(openRun(at("run")), at("out"), { accepted: true });
    expect(wish).toThrow(/People have not decided/);
    expect(wish).toThrow(
      expect.objectContaining({
        code: "bad-input",
        hint: expect.stringMatching(/annotate batch .* annotate import/),
      }),
    );
    putLines(at("run"), "annotate/decisions", [
      decided(founded, "conflict"),
      decided(earned, "rejected"),
    ]);
    expect(wish).toThrow(/None of the 2 items .* was accepted/);
    expect(() => read("out", "queries.jsonl")).toThrow(/ENOENT/);
  });
});

describe("what follows from the items keeps to those accepted", () => {
  const [museum, ferry, toll, , , span] = newsItems as readonly [
    ItemRow,
    ItemRow,
    ItemRow,
    ItemRow,
    ItemRow,
    ItemRow,
  ];

  test("in CRUD-RAG's files: records, relevance, RAGQuestEval's cache and splits", () => {
    writeNewsRun(at("run"));
    putLines(at("run"), "annotate/decisions", [
      decided(ferry, "accepted", 1),
      decided(toll, "accepted", 2),
      decided(museum, "rejected"),
    ]);
    putLines(at("run"), "annotate/versions", [
      versionOf(toll, 2, "小客车过云汀大桥一次收多少钱？"),
    ]);
    expect(exportCrud(openRun(at("run")), at("out"), { accepted: true })).toMatchObject({
      documents: 6,
      relevant: 3,
      event_summary: 0,
      continuing_writing: 1,
      questanswer_1doc: 1,
      hallu_modified: 0,
    });
    expect(crudFile("out")["questanswer_1doc"]).toMatchObject([
      { questions: "小客车过云汀大桥一次收多少钱？" },
    ]);
    expect(json("out", "quest-eval.json")).toEqual({});
    const { people, splits } = manifest("out");
    expect([people, splits.dev.length, splits.test.length]).toEqual([
      { reviewed: 3, accepted: 2, edited: 1 },
      1,
      1,
    ]);
  });

  test.each([
    ["云汀大桥4月3日合龙，\n\n主跨全长九百米。", "云汀大桥4月3日合龙，", "主跨全长九百米。"],
    ["大桥4月3日合龙，主跨长九百米。", "", "大桥4月3日合龙，主跨长九百米。"],
  ])(
    "a text with errors in a person's wording is the one exported: %s",
    (question, beginning, continuation) => {
      writeNewsRun(at("run"));
      putLines(at("run"), "annotate/tasks", [taskOn(span, "crud-query")]);
      importVerdicts(at("run"), [verdict("crud-query-i-span", "anna", refined(question))]);
      exportCrud(openRun(at("run")), at("crud"), { accepted: true });
      exportBeir(openRun(at("run")), at("beir"), { accepted: true });
      expect(crudFile("crud")["hallu_modified"]).toMatchObject([
        { newsBeginning: beginning, hallucinatedContinuation: continuation },
      ]);
      expect(lines<{ text: string }>("beir", "queries.jsonl").map(({ text }) => text)).toEqual([
        question,
      ]);
    },
  );
});
