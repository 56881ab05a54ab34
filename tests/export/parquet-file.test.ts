// Parquet files of ours, read back by another hand.

import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { parquetMetadata } from "hyparquet";
import { expect, test } from "vitest";
import { type Columns, writeParquet } from "../../pipelines/export/parquet-file.ts";
import { freshFolder } from "../support/folder.ts";
import { parquetRows } from "../support/parquet-rows.ts";

const at = freshFolder();
const columns = {
  id: "string",
  count: "integer",
  words: { list: "string" },
  groups: { list: { list: "string" } },
  places: { list: { fields: { text: "string", start: "integer" } } },
} as const satisfies Columns;

const rows = [
  {
    id: "𠮷🏭",
    count: 1,
    words: ["港口", "a\u0000b", ""],
    groups: [["一"], [], ["two", "三"]],
    places: [{ text: "😀 It", start: 0 }],
  },
  { id: "empty", count: 0, words: [], groups: [], places: [] },
  { id: "null", count: null, words: null, groups: null, places: null },
  {
    id: null,
    count: -5,
    words: [null],
    groups: [null, [null]],
    places: [{ text: null, start: null }, null],
  },
];

test("texts, numbers, lists, lists of lists and structures come back as they were, empty ones and nulls apart", async () => {
  expect(writeParquet(at("deep", "rows.parquet"), columns, rows)).toBe(4);
  expect(await parquetRows(at("deep", "rows.parquet"))).toEqual(rows);
  expect(existsSync(at("deep", "rows.parquet.new"))).toBe(false);
});

test("whatever text stands in a row comes back", async () => {
  const text = fc.option(fc.string({ unit: "binary", maxLength: 30 }), { nil: null });
  const list = fc.option(fc.array(text, { maxLength: 4 }), { nil: null });
  const row = fc.record({
    id: text,
    count: fc.option(fc.integer(), { nil: null }),
    words: list,
    groups: fc.option(fc.array(list, { maxLength: 3 }), { nil: null }),
    places: fc.constant([{ text: "x", start: 1 }]),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), async given => {
      writeParquet(at("any.parquet"), columns, given);
      expect(await parquetRows(at("any.parquet"))).toEqual(given);
    }),
    { numRuns: 60 },
  );
});

test("a file without rows keeps its columns", async () => {
  expect(writeParquet(at("none.parquet"), columns, [])).toBe(0);
  expect(await parquetRows(at("none.parquet"))).toEqual([]);
  const bytes = readFileSync(at("none.parquet"));
  const { schema } = parquetMetadata(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  );
  expect(schema.filter(({ type }) => type !== undefined)).toHaveLength(6);
});

test("equal rows give equal bytes", () => {
  for (const name of ["a", "b"]) writeParquet(at(name), columns, rows);
  expect(readFileSync(at("a")).equals(readFileSync(at("b")))).toBe(true);
});

test("what stops half-way leaves the file that stood there, and nothing beside it", () => {
  writeParquet(at("kept"), columns, rows);
  const before = readFileSync(at("kept"));
  function* broken() {
    yield rows[0]!;
    throw new Error("the corpus is torn");
  }
  expect(() => writeParquet(at("kept"), columns, broken())).toThrow(/the corpus is torn/);
  expect(readFileSync(at("kept")).equals(before)).toBe(true);
  expect(existsSync(at("kept.new"))).toBe(false);
});
