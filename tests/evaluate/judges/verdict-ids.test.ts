// A judge's reply is held to the ids it was given.

import fc from "fast-check";
import { expect, test } from "vitest";
import { idProblemOf, sortByIds } from "../../../pipelines/evaluate/judges/verdict-ids.ts";

const entriesOf = (...ids: string[]) => ids.map(id => ({ id }));

test("each id once, in any order, is not a problem", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string(), { maxLength: 20 }),
      ids => idProblemOf(ids, entriesOf(...ids.toReversed()), "en") === undefined,
    ),
  );
});

test("missing, surplus and doubled ids are each named, in the language of the prompt", () => {
  expect(idProblemOf(["k1", "k2"], entriesOf("k1", "k1", "k9"), "en")).toBe(
    "Missing: “k2”. There is no “k9”. More than once: “k1”. Give every id exactly once, as it is written.",
  );
  expect(idProblemOf(["k1", "k2"], entriesOf("k1"), "zh")).toBe(
    "缺少 “k2”。每个编号恰好一次，照写不改。",
  );
});

test("entries come back in the order of the ids, whatever the ids are called", () => {
  const given = ["constructor", "k2", "__proto__"];
  expect(sortByIds(given, entriesOf("__proto__", "constructor", "k2"))).toEqual(
    entriesOf(...given),
  );
});
