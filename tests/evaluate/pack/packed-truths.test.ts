// A packed benchmark as what an evaluation is against: its items with their evidence, without the run.

import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTruths } from "../../../pipelines/evaluate/truth/read-truths.ts";
import { packRun } from "../../../pipelines/run/pack.ts";
import { truths } from "../../../schemas/evaluation/truth.ts";
import { sampleItems } from "../../support/sample-items.ts";
import { writeSampleRun } from "../../support/sample-run.ts";
import { newFolder } from "../../support/toy-run.ts";

function packed(): string {
  const folder = newFolder();
  writeSampleRun(join(folder, "run"));
  packRun({ run: join(folder, "run"), to: join(folder, "evals") });
  return join(folder, "evals");
}

test("its items have their ids, answers, keypoints and the text of their evidence, and are records of truth", () => {
  const { kind, rows } = readTruths(packed());
  expect(kind).toBe("pack");
  const read = [...rows].map(row => truths.row.parse(row));
  const known = sampleItems.map(({ id, answer, evidence, keypoints }) => ({
    id,
    answer,
    texts: evidence.map(({ text }) => text),
    claims: keypoints.map(({ claim }) => claim),
  }));
  expect(
    read.map(({ id, answer, references, keypoints }) => ({
      id,
      answer,
      texts: (references ?? []).map(({ text }) => text),
      claims: (keypoints ?? []).map(({ claim }) => claim),
    })),
  ).toEqual(known);
});

test("its hash follows what stands in it", () => {
  const folder = packed();
  const { hash } = readTruths(folder);
  expect(readTruths(folder).hash).toBe(hash);
  const items = join(folder, "items.jsonl");
  writeFileSync(items, readFileSync(items, "utf8").replace("1998", "1999"));
  expect(readTruths(folder).hash).not.toBe(hash);
});

test("a line that is not an item is named, and an item that stands there twice", () => {
  const folder = packed();
  const items = join(folder, "items.jsonl");
  const [first = ""] = readFileSync(items, "utf8").split("\n");
  appendFileSync(items, `${first}\n`);
  expect(() => [...readTruths(folder).rows]).toThrow(/two items have the id/);
  appendFileSync(items, "{}\n");
  expect(() => readTruths(folder)).toThrow(/items\.jsonl/);
  rmSync(join(folder, "benchmark.json"));
  expect(() => readTruths(folder)).toThrow(/run/);
});
