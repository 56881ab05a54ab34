// Which questions come first by what their readers thought of them.

import { expect, test } from "vitest";
import { sortByRatings } from "../../pipelines/items/ratings.ts";
import { type Measures, unmeasured } from "../../schemas/items/measures.ts";

const marked = (proposed: number, read: number, more: Partial<Measures> = {}): Measures => ({
  ...unmeasured,
  proof: "reading",
  proposed,
  read,
  ...more,
});

const orderOf = (all: Readonly<Record<string, Measures | undefined>>) =>
  sortByRatings(Object.keys(all), name => all[name]);

test("the best by all marks come first; what anyone found flawed or little worth comes last", () => {
  expect(
    orderOf({
      "one of three": marked(5, 3),
      good: marked(4, 4),
      flawed: marked(5, 5, { right: 4 }),
      best: marked(5, 5),
      better: marked(4, 5),
    }),
  ).toEqual(["best", "better", "good", "one of three", "flawed"]);
});

test("what nobody marked stays as it comes, before what was found flawed", () => {
  expect(orderOf({ a: undefined, poor: marked(3, 3), b: undefined, c: undefined })).toEqual([
    "a",
    "b",
    "c",
    "poor",
  ]);
});
