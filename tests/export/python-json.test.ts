// JSON as Python writes it with ensure_ascii=False.

import { expect, test } from "vitest";
import { codePointOffsets } from "../../pipelines/export/code-points.ts";
import { toPythonJson } from "../../pipelines/export/python-json.ts";

test("separators have a space, keys keep their order, empty lists and objects are tight", () => {
  expect(toPythonJson({ b: [1, 2.5, -3], a: { c: null, d: true }, e: [], f: {} })).toBe(
    '{"b": [1, 2.5, -3], "a": {"c": null, "d": true}, "e": [], "f": {}}',
  );
});

test("only quotes, backslashes and control characters are escaped", () => {
  expect(toPythonJson('"\\\n\t\u0001/中🏭\u2028\u007f')).toBe(
    '"\\"\\\\\\n\\t\\u0001/中🏭\u2028\u007f"',
  );
});

test("code points before an offset are counted, pairs once", () => {
  const offset = codePointOffsets("a🏭b𠮷c");
  // UTF-16: a 0, 🏭 1–2, b 3, 𠮷 4–5, c 6, end 7.
  expect([0, 1, 3, 4, 6, 7].map(offset)).toEqual([0, 1, 2, 3, 4, 5]);
});
