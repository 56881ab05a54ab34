// Seeds and documents from folders and JSONL: domain and language by their place, bad lines as single failures.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { InputFailure } from "../../pipelines/engine/pipeline.ts";
import { domainAndLanguageOf } from "../../pipelines/intake/domain-of-path.ts";
import { readDocuments, readSeeds } from "../../pipelines/intake/sources.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { seeds } from "../../schemas/rageval/records.ts";
import { freshFolder } from "../support/folder.ts";
import { cases } from "../support/cases.ts";

const at = freshFolder();
const put = (name: string, text: string) => {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
};
const options = (over: object = {}) => ({
  paths: [at()],
  languages: ["zh", "en"] as ("zh" | "en")[],
  domains: undefined,
  licence: "CC0-1.0",
  ...over,
});
const all = async <T>(rows: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
};
const parsed = (rows: readonly (DocumentRow | InputFailure)[]): DocumentRow[] =>
  rows.filter(row => !(row instanceof InputFailure)).map(row => documents.row.parse(row));
const documentRows = async (over: object = {}) => parsed(await all(readDocuments(options(over))));
const line = (over: object = {}) =>
  JSON.stringify({
    domain: "Finance",
    language: "en",
    doc_id: 7,
    company_name: "Alder Mills",
    content: "Alder Mills spins wool.",
    ...over,
  });

cases<[path: string, text: string, domain: string, language: "zh" | "en"]>(
  "intake/sources",
  "%s (%s) is of domain %s in %s",
  (path, text, domain, language) => {
    expect(domainAndLanguageOf(path, text)).toEqual({ domain, language });
  },
);

test("seeds are records with the path as typed; other languages and domains are left out", async () => {
  put("finance/a.txt", "Alder Mills spins wool.");
  put("finance/b.md", "公司成立于1998年。");
  put("law/c.txt", "The court sat.");
  const rows = await all(readSeeds(options({ languages: ["en"], domains: ["Finance"] })));
  const provenance = { source: at("finance/a.txt"), licence: "CC0-1.0" };
  expect(rows.map(row => seeds.row.parse(row))).toMatchObject([
    { text: "Alder Mills spins wool.", provenance },
  ]);
});

test("a file that cannot be read is one failure beside the seeds that can", async () => {
  put("finance/a.txt", "Alder Mills spins wool.");
  put("finance/b.pdf", "x");
  expect(
    (await all(readSeeds(options()))).map(row =>
      row instanceof InputFailure ? row.code : row.domain,
    ),
  ).toEqual(["finance", "unknown-file-type"]);
});

test("DragonBall lines are documents that keep their own fields, and bad lines fail one by one", async () => {
  put(
    "docs.JSONL",
    [
      `\uFEFF${line()}`,
      "",
      "{torn",
      line({ doc_id: "8" }),
      line({ content: " " }),
      `${line({ doc_id: 9, company_name: "", extra: 1 })}\r`,
    ].join("\n"),
  );
  const rows = await all(readDocuments(options()));
  const failures = rows.filter(row => row instanceof InputFailure);
  expect(failures.map(({ id, code }) => [id, code])).toEqual(
    [3, 4, 5].map(number => [`${at("docs.JSONL")}:${number}`, "bad-record"]),
  );
  expect(failures.map(({ detail }) => detail.replace(at("docs.JSONL"), ""))).toEqual([
    " line 3: it is not JSON",
    expect.stringContaining("doc_id"),
    expect.stringContaining("content"),
  ]);
  const read = parsed(rows);
  expect(read.map(({ name, domain, kind }) => [name, domain, kind])).toEqual([
    ["Alder Mills", "finance", "own"],
    ["Finance 9", "finance", "own"],
  ]);
  expect(read[1]?.foreign).toEqual({ doc_id: 9, company_name: "", extra: 1, domain: "Finance" });
});

test("of other JSON lines each text is a document; rows of a table are one, and what a file hides is told", async () => {
  const text = "The mill spins wool. ".repeat(20).trim();
  const wool = { _id: "a", title: "Wool", text, date: "2025-05-04T10:00:00Z" };
  const others = [
    { _id: "b", text: `${text} Twice.` },
    { _id: "c", title: "Wool", text },
    { _id: "d" },
  ];
  put("trade/texts.jsonl", [wool, ...others].map(record => JSON.stringify(record)).join("\n"));
  put("trade/rows.ndjson", '{"name": "Lamp", "units": 3}\n{"name": "Chair", "units": 4}\n');
  const rows = await all(readDocuments(options()));
  expect(parsed(rows)).toMatchObject([
    { name: "rows", domain: "trade", format: "jsonl", published: null },
    { name: "Wool", domain: "trade", format: null, published: "2025-05-04", foreign: wool },
    { name: "texts 2", domain: "trade", format: null, published: null },
  ]);
  expect(rows.filter(row => row instanceof InputFailure).map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/texts\.jsonl line 4: it has no text/) as string,
  ]);
});

test("a document of a file has its format and the places in it, and is named by what the file says", async () => {
  put("shops/list.csv", "Name,Units\nLamp,3\nChair,4\n");
  put(
    "shops/page.html",
    "<html><head><title>Spring  sale</title></head><body><h1>All half price</h1><p>Until the 3rd of May.</p></body></html>",
  );
  put("shops/untitled.md", "---\ntitle: Untitled\n---\n## Lamps\n\nThey shine.");
  const rows = await documentRows();
  expect(rows).toMatchObject([
    { name: "list", format: "csv", places: [{ number: 2, start: 0 }, { number: 3 }] },
    { name: "Spring sale", format: "html" },
    { name: "Lamps", format: "markdown" },
  ]);
  expect(rows[0]!.text.slice(rows[0]!.places[1]!.start)).toBe("Name: Chair | Units: 4");
});

test.each([
  ["a heading with a colon", "a.md", "# Tarn Weavers: report", "Tarn Weavers: report"],
  ["a title over an empty line", "b.txt", "Tarn Weavers: report", "Tarn Weavers: report"],
  ["its path, not by its first entry", "c.txt", "Author: Ada Penn\nOffice: Hall", "c"],
])("a document is called by %s", async (_, file, opening, name) => {
  put(`mills/${file}`, `${opening}\n\nIt weaves.`);
  expect((await documentRows()).map(row => row.name)).toEqual([name]);
});

test("a document known by its path keeps its id when its text changes; one known by its text when it moves", async () => {
  const ids = async (over: object) => (await documentRows(over)).map(({ id }) => id);
  put("law/a.txt", "The court sat.");
  const [before, byText] = [await ids({ identity: "path" }), await ids({})];
  put("law/a.txt", "The court rose.");
  expect(await ids({ identity: "path" })).toEqual(before);
  expect(await ids({ identity: "path", paths: [`${at()}/./`] })).toEqual(before);
  expect(await ids({})).not.toEqual(byText);
});

test("known by their paths, a file under two folders is read once, and two files of one path are two", async () => {
  put("one/law/a.txt", "The court sat.");
  put("two/law/a.txt", "The court sat.");
  const read = async (...paths: string[]) =>
    (await documentRows({ identity: "path", paths })).map(({ id }) => id);
  const both = await read(at("one"), at("two"), at("one/law"));
  expect([both.length, new Set(both).size]).toEqual([2, 2]);
  expect(await read(at("one"), at("two"))).toEqual(both);
});
