// Rows lately read are shared: read once while few, read again after many, and nobody changes them.

import { expect, test } from "vitest";
import { RecentRows } from "../../pipelines/engine/recent-rows.ts";

const place = (hash: string, length = 10) => ({ offset: 0, length, hash });

test("a row is read once, and again once its line is another", () => {
  const recent = new RecentRows();
  let reads = 0;
  const read = (hash: string) => recent.row("a", place(hash), () => ({ id: "x", read: ++reads }));
  expect([read("one"), read("one"), read("two")]).toMatchObject([
    { read: 1 },
    { read: 1 },
    { read: 2 },
  ]);
});

test("rows of two artifacts with equal lines are each read", () => {
  const recent = new RecentRows();
  const read = (artifact: string) => recent.row(artifact, place("one"), () => ({ artifact }));
  expect([read("a"), read("b")]).toEqual([{ artifact: "a" }, { artifact: "b" }]);
});

test("a row that many bytes were read after is read again", () => {
  const recent = new RecentRows();
  let reads = 0;
  const first = () => recent.row("a", place("first"), () => ({ read: ++reads }));
  first();
  for (const hash of ["b", "c", "d"]) recent.row("a", place(hash, 7_000_000), () => ({}));
  expect(first()).toEqual({ read: 2 });
});

test("what is shared cannot be changed, nor anything in it", () => {
  const row = new RecentRows().row("a", place("one"), () => ({ texts: [{ text: "x" }] })) as {
    texts: { text: string }[];
  };
  expect(() => row.texts.push({ text: "y" })).toThrow(TypeError);
  expect(() => Object.assign(row.texts[0]!, { text: "y" })).toThrow(TypeError);
});
