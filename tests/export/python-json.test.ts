// JSON as Python writes it with ensure_ascii=False.

import fc from "fast-check";
import { expect, test } from "vitest";
import { codePointOffsets } from "../../pipelines/export/code-points.ts";
import { pythonObject, toPythonJson } from "../../pipelines/export/python-json.ts";

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

test("an object of lists has a line an element, an empty list none", () => {
  expect([...pythonObject({ a: [1, { b: 2 }], c: [] })].join("")).toBe(
    '{"a": [\n1,\n{"b": 2}\n],\n"c": []}\n',
  );
});

test("whatever JSON the lists hold is read again as it was", () => {
  const lists = fc.dictionary(fc.string(), fc.array(fc.jsonValue({ maxDepth: 2 })), {
    noNullPrototype: true,
    minKeys: 1,
    maxKeys: 4,
  });
  fc.assert(
    fc.property(lists, given => {
      expect(JSON.parse([...pythonObject(given)].join(""))).toEqual(
        JSON.parse(JSON.stringify(given)),
      );
    }),
    { numRuns: 50 },
  );
});
