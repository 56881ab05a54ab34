// A registration or a time seen in one seed is not given to another document.

import { expect, test } from "vitest";
import { inventLike } from "../../pipelines/floor/documents/codes.ts";
import { drawFrom } from "../../pipelines/text/random.ts";

const draw = drawFrom(7);

test("a code keeps its form and what all share, and is new", () => {
  const seen = ["HX-LBC", "HX-HDN", "HX-KSV"];
  const made = Array.from({ length: 20 }, () => inventLike(seen, draw) ?? "");
  expect(made.every(code => /^HX-[A-Z]{3}$/.test(code))).toBe(true);
  expect(new Set(made).size).toBeGreaterThan(15);
});

test("a time of day is a time of day", () => {
  expect(inventLike(["18:42", "9:05"], draw)).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
});

test("words and numbers are left as they are", () => {
  expect([
    inventLike(["None", "Two minor"], draw),
    inventLike(["Snow showers"], draw),
    inventLike([], draw),
    inventLike(["MINOR"], draw),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});
