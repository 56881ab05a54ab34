// Out to another tool and back: a run is exported for Ragas, a system answers there, and what the tool gave its answers stands beside our metrics.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import { ragwright } from "../support/cli.ts";
import { sampleItems } from "../support/sample-items.ts";
import { writeSampleRun } from "../support/sample-run.ts";
import { newFolder } from "../support/toy-run.ts";
import { linesIn, linesOf, rowsIn } from "./rows.ts";

const folder = newFolder();
const at = (...parts: string[]) => join(folder, ...parts);

interface Sample {
  readonly user_input: string;
  readonly reference: string;
  readonly reference_contexts: readonly string[];
}

/** As Ragas writes its results: a sample's own fields and a column a metric, and nothing of ours. */
function answered(): string {
  const samples = ["test", "dev"].flatMap(split =>
    rowsIn<Sample>(at("run", "dataset", "ragas", `${split}.jsonl`)),
  );
  const results = samples.map(({ user_input, reference, reference_contexts }, index) => ({
    user_input,
    retrieved_contexts: reference_contexts,
    response: reference,
    reference,
    faithfulness: index === 0 ? null : 0.5,
  }));
  const stranger = { ...results[0], user_input: "Asked elsewhere?" };
  const path = at("ragas results.jsonl");
  writeFileSync(path, linesOf([...results, stranger]));
  return path;
}

test("results of Ragas are scored by our metrics, and what Ragas gave stands beside them on the terminal, in the result, item by item and in the report", async () => {
  mkdirSync(folder, { recursive: true });
  writeSampleRun(at("run"));
  const exported = await ragwright(["export", at("run"), "--format", "ragas"]);
  expect(exported.code, exported.err).toBe(0);
  const args = ["evaluate", answered(), "--against", at("run"), "--items", at("items.jsonl")];
  const said = await ragwright(args);
  expect(said.code, said.err).toBe(0);
  expect(said.out).toContain("1 predictions do not belong to any item: Asked elsewhere?");
  expect(said.out).toMatch(/Scores that ragas gave the same answers/);
  expect(said.out).toMatch(/faithfulness +0\.5000/);
  const told = await ragwright([...args, "--json"]);
  const { systems, missing, surplus } = JSON.parse(told.out) as EvaluationResult;
  expect([missing, surplus]).toEqual([[], ["Asked elsewhere?"]]);
  expect(systems[0]!.metrics["rouge-l"]?.value).toBe(1);
  expect(systems[0]!.toolScores).toMatchObject({
    tool: "ragas",
    metrics: [{ metric: "faithfulness", value: 0.5, n: 4, undefined: 1 }],
  });
  const lines = linesIn(at("items.jsonl"));
  expect(lines).toHaveLength(sampleItems.length);
  expect(lines.filter(line => line.includes('"ragas":{"faithfulness":0.5}'))).toHaveLength(4);
  const reported = await ragwright(["report", at("run")]);
  expect(reported.code, reported.err).toBe(0);
  expect(readFileSync(at("run", "report.html"), "utf8")).toContain(
    "Scores of ragas for the same answers",
  );
});
