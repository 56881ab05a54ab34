// Hashes of values, whole and piece by piece.

import fc from "fast-check";
import { expect, test } from "vitest";
import { hashOf, hashOfList } from "../../pipelines/engine/fingerprint.ts";

test("a list has one hash, as a whole or piece by piece", () => {
  fc.assert(fc.property(fc.array(fc.jsonValue()), values => hashOfList(values) === hashOf(values)));
});

test("a list longer than a piece has the same hash too, with signs of several bytes at its borders", () => {
  const values = Array.from({ length: 9000 }, (_, index) => [
    `行-${index}`,
    "😀".repeat(index % 7),
  ]);
  expect(hashOfList(values)).toBe(hashOf(values));
});
