// Whatever lies in a folder that somebody was given: pipes, devices, links that lead out of it. Each fails or is refused; none is waited for.

import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PipelineError } from "../../pipelines/engine/errors.ts";
import { AppendFile } from "../../pipelines/engine/files.ts";
import { readLines } from "../../pipelines/engine/lines.ts";
import { InputFailure } from "../../pipelines/engine/pipeline.ts";
import { openRecords } from "../../pipelines/evaluate/record-files.ts";
import { readArticles } from "../../pipelines/intake/articles.ts";
import { refuseOutwardLinks } from "../../pipelines/intake/files/list-files.ts";
import { readQuestions } from "../../pipelines/intake/own-questions.ts";
import { readDocuments } from "../../pipelines/intake/sources.ts";
import { readSettings } from "../../pipelines/run/settings.ts";
import { freshFolder } from "../support/folder.ts";

const at = freshFolder();
const pipe = (path: string) => execFileSync("mkfifo", [path]);
const documentFailures = () =>
  failuresOf(
    readDocuments({ paths: [at()], languages: ["zh", "en"], domains: undefined, licence: null }),
  );
const refused = expect.objectContaining({
  code: "disk",
  message: expect.stringContaining("not an ordinary file"),
});

async function failuresOf(rows: AsyncIterable<object>): Promise<string[]> {
  const details: string[] = [];
  for await (const row of rows) if (row instanceof InputFailure) details.push(row.detail);
  return details;
}

test.each(["txt", "text", "jsonl", "ndjson", "json", "html", "htm", "md", "docx"])(
  "a pipe and a link to a device under the name of a .%s fail alone among articles",
  async ending => {
    pipe(at(`a.${ending}`));
    symlinkSync("/dev/zero", at(`b.${ending}`));
    writeFileSync(at("c.txt"), "2024-05-03，正文：河湾大桥通车。\n，正文：渡轮停开。\n");
    const details = await failuresOf(readArticles({ paths: [at()], licence: null }));
    expect(details).toEqual([
      expect.stringMatching(/a\.\w+: it is not an ordinary file/),
      expect.stringMatching(/b\.\w+: it is not an ordinary file/),
    ]);
  },
);

test("a pipe among documents fails alone, JSON lines or not", async () => {
  pipe(at("a.md"));
  pipe(at("b.jsonl"));
  expect(await documentFailures()).toEqual([
    expect.stringMatching(/a\.md: it is not an ordinary file/),
    expect.stringMatching(/b\.jsonl: it is not an ordinary file/),
  ]);
});

test("a pipe in place of questions, predictions or an artifact is refused by name", () => {
  pipe(at("a.jsonl"));
  expect(() => [...readQuestions([at("a.jsonl")])]).toThrow(refused);
  expect(() => openRecords(at("a.jsonl"), "")).toThrow(refused);
  expect(() => [...readLines(at("a.jsonl"))]).toThrow(refused);
  expect(() => new AppendFile(at("a.jsonl"))).toThrow(refused);
});

test("a link out of a folder is refused unless it is to be followed; one within it, one to nothing, and a hidden one pass", () => {
  mkdirSync(at("folder/deep"), { recursive: true });
  writeFileSync(at("folder/deep/a.txt"), "a");
  writeFileSync(at("secret"), "s");
  symlinkSync(at("folder/deep/a.txt"), at("folder/b.txt"));
  symlinkSync(at("nowhere"), at("folder/c.txt"));
  symlinkSync(at("secret"), at("folder/.d.txt"));
  refuseOutwardLinks([at("folder"), "https://example.org/feed"]);
  symlinkSync(at("secret"), at("folder/deep/e.txt"));
  expect(() => refuseOutwardLinks([at("folder")])).toThrow(PipelineError);
  const options = { wing: "rageval" as const, documents: [at("folder")] };
  expect(() => readSettings(options)).toThrow(/e\.txt is a link to .*secret, outside the folder/);
  expect(readSettings({ ...options, files: { followLinks: true } }).sources).toEqual({
    documents: [at("folder")],
  });
  // Named by the reader himself.
  expect(() => refuseOutwardLinks([at("folder/deep/e.txt")])).not.toThrow();
});

test("a name that is not in UTF-8 is told as such", async () => {
  writeFileSync(
    Buffer.concat([Buffer.from(`${at()}/bad-`), Buffer.from([0xff]), Buffer.from(".md")]),
    "a",
  );
  expect(await documentFailures()).toEqual([
    expect.stringContaining("its name is not valid UTF-8"),
  ]);
});

test("a title as long as a text is not a title, and the article stays", async () => {
  const text = "河湾大桥三日通车。";
  writeFileSync(
    at("a.jsonl"),
    [2, 600].map(size => JSON.stringify({ title: "桥".repeat(size), text })).join("\n"),
  );
  const headlines: unknown[] = [];
  for await (const row of readArticles({ paths: [at()], licence: null }))
    headlines.push("headline" in row ? row.headline : row);
  expect(headlines).toEqual(["桥桥", null]);
});
