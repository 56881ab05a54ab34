// Folding drops what does not change the meaning and remembers the way back.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fold, foldWithOffsets, narrow } from "../../pipelines/text/fold.ts";

test("width, case, punctuation and white space do not tell texts apart", () => {
  expect(fold("  Ａcme，Ltd.（上海）\n")).toBe(fold("ACME Ltd 上海"));
});

test("each folded unit leads back to the characters it came from", () => {
  const source = "甲 ℃，É";
  const folded = foldWithOffsets(source);
  expect(folded.text).toBe("甲°cé");
  expect([...folded.text].map((_, at) => source.slice(folded.starts[at], folded.ends[at]))).toEqual(
    ["甲", "℃", "℃", "É"],
  );
});

test("folding with and without offsets gives the same text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), text => foldWithOffsets(text).text === fold(text)),
  );
});

test("narrowing moves no offset", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), text => narrow(text).length === text.length),
  );
  expect(narrow("１２．５％　＄３，０００")).toBe("12.5% $3，000");
});
