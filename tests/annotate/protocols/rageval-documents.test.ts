// Ranking drafts: what counts as a ranking, and how drafts are spoiled.

import { expect, test } from "vitest";
import {
  isRanking,
  ragevalDocumentsProtocol,
} from "../../../pipelines/annotate/protocols/rageval-documents.ts";
import { content, draft, drafts, faultOf, names, sentence } from "./contents.ts";

test("each criterion ranks each draft from 1 to as many as there are", () => {
  const fields = ragevalDocumentsProtocol.fields(drafts);
  expect(names(fields).slice(0, 4)).toEqual(["clarity-A", "clarity-B", "clarity-C", "safety-A"]);
  expect(fields).toHaveLength(4 * 3 + 1);
  expect(fields[1]).toMatchObject({
    level: "ordinal",
    repeats: { list: "candidates", index: 1, stem: "clarity" },
    options: [{ value: "1" }, { value: "2" }, { value: "3" }],
  });
});

test("a gap wider than the tie before it is not a ranking", () => {
  expect(
    [
      [1, 2, 2, 4],
      [1, 3, 3, 4],
      [1, 1, 1, 4],
      [1, 1, 1, 2],
      [1, 4, 4, 4],
    ].map(isRanking),
  ).toEqual([true, true, true, true, true]);
  expect([[1, 4, 4], [1, 3], [1, 1, 4, 4, 5, 7], [], [1, Number.NaN]].map(isRanking)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

test("the repeated third holds a third of what was there, and is not planted where it would still be the fullest", () => {
  const fault = faultOf("rageval-documents", "first-third-repeated");
  const planted = fault.plant(drafts, drafts, () => 1)!;
  expect(planted.content.candidates[1]!.text.split(sentence("rainfall", 0))).toHaveLength(4);
  expect(planted.content.candidates[1]!.text).not.toContain(sentence("rainfall", 10));
  expect(planted.expect.map(({ field }) => field)).toEqual([
    "clarity-B",
    "richness-B",
    "conformity-B",
  ]);
  const uneven = content({
    candidates: [
      { label: "A", text: draft("harvest", 90) },
      { label: "B", text: draft("rainfall", 3) },
    ],
  });
  expect(fault.plant(uneven, drafts, () => 0)).toBeUndefined();
});
