// Seeds and documents from folders and JSONL: domain and language by their place, bad lines as single failures.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { InputFailure } from "../../pipelines/engine/pipeline.ts";
import { placeOf, readDocuments, readSeeds } from "../../pipelines/intake/sources.ts";
import { documents } from "../../schemas/items/records.ts";
import { seeds } from "../../schemas/rageval/records.ts";
import { freshFolder } from "../support/folder.ts";

const at = freshFolder();
const put = (name: string, text: string) => {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
};
const options = (over: object = {}) => ({ paths: [at()], languages: ["zh", "en"] as ("zh" | "en")[], domains: undefined, licence: "CC0-1.0", ...over });
const line = (over: object = {}) => JSON.stringify({ domain: "Finance", language: "en", doc_id: 7, company_name: "Alder Mills", content: "Alder Mills spins wool.", ...over });

test.each([
  ["seeds/finance/a.txt", "Alder Mills spins wool.", "finance", "en"],
  ["seeds/finance/a.txt", "公司成立于1998年。", "finance", "zh"],
  ["seeds/Law/zh/a.txt", "An English note.", "law", "zh"],
  ["seeds/law/EN/a.txt", "判决书", "law", "en"],
  ["a.txt", "x", "documents", "en"],
  ["../a.txt", "x", "documents", "en"],
  ["zh/a.txt", "x", "documents", "zh"],
  ["../../en/a.txt", "x", "documents", "en"],
])("%s (%s) is of domain %s in %s", (path, text, domain, language) => {
  expect(placeOf(path, text)).toEqual({ domain, language });
});

test("seeds are records with the path as typed; other languages and domains are left out", () => {
  put("finance/a.txt", "Alder Mills spins wool.");
  put("finance/b.md", "公司成立于1998年。");
  put("law/c.txt", "The court sat.");
  const rows = [...readSeeds(options({ languages: ["en"], domains: ["Finance"] }))].map(row => seeds.row.parse(row));
  expect(rows.map(({ text, provenance }) => [text, provenance])).toEqual([["Alder Mills spins wool.", { source: at("finance/a.txt"), licence: "CC0-1.0" }]]);
});

test("a file that cannot be read is one failure beside the seeds that can", () => {
  put("finance/a.txt", "Alder Mills spins wool.");
  put("finance/b.pdf", "x");
  expect([...readSeeds(options())].map(row => (row instanceof InputFailure ? row.code : row.domain))).toEqual(["finance", "unknown-file-type"]);
});

test("a document is called by its title, else by its file", () => {
  put("finance/a.md", "# **Alder Mills**\n\nIt spins wool.");
  put("finance/birch.txt", `${"A long first line of running text. ".repeat(5)}\nMore.`);
  put("finance/heron.txt", "公司成立于1998年。\n公司位于科里。");
  expect([...readDocuments(options())].map(row => documents.row.parse(row).name)).toEqual(["Alder Mills", "birch", "heron"]);
});

test("DragonBall lines are documents that keep their own fields, and bad lines fail one by one", () => {
  put("docs.JSONL", [`\uFEFF${line()}`, "", "{torn", line({ doc_id: "8" }), line({ content: " " }), `${line({ doc_id: 9, company_name: "", extra: 1 })}\r`].join("\n"));
  const rows = [...readDocuments(options())];
  const failures = rows.filter(row => row instanceof InputFailure);
  expect(failures.map(({ id, code }) => [id, code])).toEqual([3, 4, 5].map(number => [`${at("docs.JSONL")}:${number}`, "bad-record"]));
  expect(failures.map(({ detail }) => detail.replace(at("docs.JSONL"), ""))).toEqual([
    " line 3: it is not JSON",
    expect.stringContaining("doc_id"),
    expect.stringContaining("content"),
  ]);
  const read = rows.filter(row => !(row instanceof InputFailure)).map(row => documents.row.parse(row));
  expect(read.map(({ name, domain, kind }) => [name, domain, kind])).toEqual([
    ["Alder Mills", "finance", "own"],
    ["Finance 9", "finance", "own"],
  ]);
  expect(read[1]?.foreign).toEqual({ doc_id: 9, company_name: "", extra: 1, domain: "Finance" });
});

test("the same text gives the same id wherever the folder lies", () => {
  put("one/finance/a.txt", "Alder Mills spins wool.");
  put("two/finance/b.txt", "Alder Mills spins wool.");
  const ids = [...readSeeds(options())].map(row => row.id);
  expect(new Set(ids).size).toBe(1);
});
