// What stands in a pattern's braces and is not a path is drawn, and recognised again.

import { expect, test } from "vitest";
import { drawParts, fitsPattern } from "../../pipelines/text/draw-parts.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { fillPattern, placeholdersOf } from "../../schemas/rageval/paths.ts";

const pattern = "{court/city} {1-12}/{0-9:4}-{A-Z0-9:2}{a-f:1}";

test("only what is a path is looked up", () => {
  expect(placeholdersOf(pattern)).toEqual(["court/city"]);
  expect(fillPattern(pattern, () => "Corrie")).toBe("Corrie {1-12}/{0-9:4}-{A-Z0-9:2}{a-f:1}");
});

test("ranges and kinds of characters are drawn, zeros in front kept", () => {
  const filled = fillPattern(pattern, () => "Corrie (N.)") ?? "";
  const drawn = Array.from({ length: 60 }, (_, seed) => drawParts(filled, drawFrom(seed * 7919)));
  const wrong = drawn.filter(
    code => !/^Corrie \(N\.\) (?:[1-9]|1[0-2])\/\d{4}-[A-Z0-9]{2}[a-f]$/.test(code),
  );
  expect(wrong).toEqual([]);
  expect(new Set(drawn).size).toBeGreaterThan(50);
  expect(drawn.every(code => fitsPattern(filled, code))).toBe(true);
  expect(fitsPattern(filled, "Corrie (N.) 5/123-ABc")).toBe(false);
});
