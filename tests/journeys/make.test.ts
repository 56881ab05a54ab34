// `ragwright make` as a newcomer types it: what it foresees is said first, and a paid model is asked only when it is agreed.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ragwright } from "../support/cli.ts";
import { newFolder } from "../support/toy-run.ts";

const prices = "| Berth | Fee |\n| --- | --- |\n| North | 12 euros |\n| South | 14 euros |\n";
const text = `# Tarn harbour, fees of 2026\n\n${prices}\nOpen from: 1 March 2026\nHarbour master: Ada Quill\n`;

function aFolder(): string {
  const folder = newFolder();
  mkdirSync(join(folder, "docs"));
  writeFileSync(join(folder, "docs/fees.md"), text);
  return folder;
}

test("a folder is made a benchmark of by rules at once", async () => {
  const cwd = aFolder();
  const { code, out, err } = await ragwright(["make", "docs", "--items", "2"], { cwd });
  expect(code, err).toBe(0);
  expect(err).toContain("Taken  as files");
  expect(err).toContain("Read   1 document; all files checked can be read");
  expect(err).toMatch(/Yields about \d+ good items?; \d+ will be made by rules, method ours/);
  expect(err).toMatch(/items cost nothing, take seconds, and are too few to distinguish systems/);
  expect(out).toContain("out/cofe");
});

test("what cannot be read is named before anything is made", async () => {
  const cwd = aFolder();
  writeFileSync(join(cwd, "docs/broken.pdf"), "%PDF-1.7 and no more");
  const { code, err } = await ragwright(["make", "docs", "--items", "2"], { cwd });
  expect(code, err).toBe(1);
  expect(err).toContain("1 file cannot be read, such as docs/broken.pdf: it is not a readable PDF");
});

test("without agreement no paid model is asked: exit 2, and the line to type", async () => {
  const cwd = aFolder();
  const words = ["make", "docs", "--items", "2", "--model", "openai:gpt-4o-mini"];
  const env = { OPENAI_API_KEY: "sk-none", OPENAI_BASE_URL: "http://127.0.0.1:9/v1" };
  const { code, err } = await ragwright(words, { cwd, env });
  expect(code).toBe(2);
  expect(err).toMatch(/items cost 0\.\d+ USD|items cost \$0\.\d+/);
  expect(err).toContain(`Type: ragwright ${words.join(" ")} --yes`);
  expect(existsSync(join(cwd, "out/cofe/calls.jsonl"))).toBe(false);
  const carried = await ragwright([...words, "--batch", "files"], { cwd, env });
  expect(carried.code, carried.err).toBe(3);
  expect(existsSync(join(cwd, "out/cofe/batch/requests-1.jsonl"))).toBe(true);
});

test("nor is it for what a feed brings", async () => {
  const cwd = newFolder();
  writeFileSync(join(cwd, "news.xml"), '<rss version="2.0"><channel></channel></rss>');
  const words = ["make", "news.xml", "--model", "openai:gpt-4o-mini"];
  const { code, err } = await ragwright(words, { cwd, env: { OPENAI_API_KEY: "sk-none" } });
  expect(code).toBe(2);
  expect(err).toContain(`Type: ragwright ${words.join(" ")} --yes`);
});
