// The program that the README shows: a benchmark, the scores of a system's answers and the report, by the published functions.

import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { EvaluationResult } from "../../schemas/evaluation/result.ts";
import { root } from "../support/cli.ts";
import { newFolder } from "../support/toy-run.ts";

test("fifteen lines make a benchmark, evaluate answers and write the report", async () => {
  const program = join(root, "examples/make-benchmark.ts");
  expect(
    readFileSync(program, "utf8")
      .trimEnd()
      .split("\n")
      .filter(line => line !== "" && !line.startsWith("//")).length,
  ).toBeLessThanOrEqual(15);
  const out = join(newFolder(), "example");
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), program, out],
    { cwd: root },
  );
  expect(stderr).toBe("");
  const result = EvaluationResult.parse(
    JSON.parse(readFileSync(join(out, "evaluations/my-answers/result.json"), "utf8")),
  );
  const score = result.systems[0]?.metrics["rouge-l"]?.value;
  expect(stdout).toBe(`${score} ${join(out, "report.html")}\n`);
  expect(result.items).toBeGreaterThan(20);
  expect(readFileSync(join(out, "report.html"), "utf8")).toContain("my-answers");
  expect(existsSync(join(out, "dataset/beir/corpus.jsonl"))).toBe(true);
});
