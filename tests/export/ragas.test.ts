// What Ragas reads: one sample a line, the fields of its single-turn samples first.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { exportRagas } from "../../pipelines/export/ragas.ts";
import { freshFolder } from "../support/folder.ts";
import { writeNewsRun } from "../support/sample-news-run.ts";
import { writeSampleRun } from "../support/sample-run.ts";

const at = freshFolder();
const read = (...parts: string[]) => readFileSync(at(...parts), "utf8");
const samples = (file: string) =>
  read("out", file)
    .split("\n")
    .slice(0, -1)
    .map(line => JSON.parse(line) as Record<string, unknown>);

test("samples are parted by split, with question, answer and the texts of their references", () => {
  writeSampleRun(at("run"));
  expect(exportRagas(openRun(at("run")), at("out"))).toEqual({
    test: 3,
    dev: 2,
    withoutReferences: 1,
  });
  expect(samples("dev.jsonl")[1]).toEqual({
    user_input: "Which earned more in 2021, Alder Mills or Birch Ferries?",
    reference: "Alder Mills: US$30 million against US$12 million.",
    reference_contexts: [
      "Its revenue came to US$30 million in 2021.",
      "Its revenue came to US$12 million in 2021.",
    ],
    reference_context_ids: ["d-alder", "d-birch"],
    id: "item-1",
    type: "comparison",
    language: "en",
    domain: "finance",
  });
  expect(samples("test.jsonl").map(({ id, language }) => [id, language])).toEqual([
    ["item-2", "en"],
    ["item-3", "zh"],
    ["item-4", "en"],
  ]);
});

test("a sample whose question cannot be answered has empty lists, not missing ones", () => {
  writeSampleRun(at("run"));
  exportRagas(openRun(at("run")), at("out"));
  expect(samples("test.jsonl")[0]).toMatchObject({
    reference: "Unable to answer.",
    reference_contexts: [],
    reference_context_ids: [],
  });
});

test("of labelled items the ids are those of all relevant documents; of a correction the input marks where the continuation begins", () => {
  writeNewsRun(at("run"));
  exportRagas(openRun(at("run")), at("out"));
  const byId = new Map(samples("test.jsonl").map(sample => [sample["id"], sample]));
  expect(byId.get("i-toll")).toMatchObject({ reference_context_ids: ["a-toll", "a-bridge"] });
  expect(byId.get("i-span")).toMatchObject({
    user_input: "云汀大桥4月3日合龙，\n\n主跨长九百米。",
  });
});
