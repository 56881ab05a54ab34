// A real run, killed in the middle again and again, ends with the same files and has asked nothing twice.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCalls } from "../../pipelines/llm/journal.ts";
import { ragwright } from "../support/cli.ts";
import { newFolder } from "../support/toy-run.ts";
import { words } from "./words.ts";

const folder = newFolder();
const settings = join(folder, "small.yaml");
const command = (out: string) =>
  words`run rageval --schemas finance --items 28 --settings ${settings} --out ${out}`;
const finished = [
  "rageval/schemas.jsonl",
  "rageval/facts.jsonl",
  "items/documents.jsonl",
  "items/items.jsonl",
  "items/splits.jsonl",
  "dataset/dragonball/docs.jsonl",
  "dataset/dragonball/queries.jsonl",
  "report.html",
];

test("killed after six different stages, it goes on each time", async () => {
  writeFileSync(settings, "documentsPerSchema: 4\n");
  const [uncut, cut] = [join(folder, "uncut"), join(folder, "cut")];
  expect((await ragwright(command(uncut))).code).toBe(0);
  const stages = ["variants", "configs", "documents", "facts", "init", "questions/keypoints"];
  for (const stage of stages) {
    const killed = await ragwright(command(cut), { killAt: `${stage} ` });
    expect(killed.code, stage).toBeNull();
  }
  expect((await ragwright(command(cut))).code).toBe(0);
  for (const file of finished)
    expect(readFileSync(join(cut, file), "utf8"), file).toBe(
      readFileSync(join(uncut, file), "utf8"),
    );
  const keys = [...readCalls(join(cut, "calls.jsonl"))].map(({ call }) => call.key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBe([...readCalls(join(uncut, "calls.jsonl"))].length);
});
