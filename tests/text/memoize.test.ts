// Results kept for texts asked for again: the same, and only so many.

import { expect, test } from "vitest";
import { memoize } from "../../pipelines/text/memoize.ts";

test("a text is read once while it is asked for again and again, however many others come between", () => {
  const read: string[] = [];
  const lengthOf = memoize(text => {
    read.push(text);
    return text.length;
  });
  for (let at = 0; at < 50; at++) {
    expect(lengthOf("again")).toBe(5);
    expect(lengthOf(String(at).padEnd(200_000))).toBe(200_000);
  }
  expect(read.filter(text => text === "again")).toHaveLength(1);
});

test("what was not asked for since is forgotten, and read again", () => {
  let reads = 0;
  const first = memoize(text => {
    reads++;
    return text[0];
  });
  first("kept");
  for (let at = 0; at < 50; at++) first(String(at).padEnd(200_000));
  const before = reads;
  expect(first("kept")).toBe("k");
  expect(reads).toBe(before + 1);
});
