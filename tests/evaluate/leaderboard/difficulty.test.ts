// How many systems solve an item, and whether better ones do: by hand arithmetic.

import { expect, test } from "vitest";
import { correlationEstimate, isBest } from "../../../pipelines/evaluate/leaderboard/difficulty.ts";
import { leaderboardOf } from "../../../pipelines/evaluate/leaderboard/leaderboard.ts";
import { Leaderboard } from "../../../schemas/evaluation/leaderboard.ts";
import { evaluatedSystem } from "../../support/evaluated-systems.ts";

type Rows = Readonly<Record<string, readonly (number | null)[]>>;

/** Systems A, B, C …; the last item is of another type than the rest. */
const difficultyOf = (rows: Rows) =>
  leaderboardOf(
    Object.entries(rows).map(([name, values]) => {
      const system = evaluatedSystem(name, { "evidence-recall": values });
      const scores = system.scores.map((row, at) =>
        at === values.length - 1 ? { ...row, type: "summary" } : row,
      );
      return { ...system, scores };
    }),
  )?.difficulty;

const four: Rows = { A: [1, 1, 0], B: [1, 1, 0], C: [1, 0, 1], D: [0, 0, 0] };

test("an item's share is of the systems that have all there is, with Wilson's interval", () => {
  // 3 of 4: (3 + 1.9207) / (4 + 3.8415) = 0.6275, ± 1.96 / 7.8415 · √(3 · 1 / 4 + 0.9604) = 0.3269. 1 of 4 mirrors it.
  const [first, second, third] = difficultyOf(four)?.items ?? [];
  expect(first?.solved.value).toBe(0.75);
  expect(first?.solved.low).toBeCloseTo(0.3006, 4);
  expect(first?.solved.high).toBeCloseTo(0.9544, 4);
  expect(second?.solved.value).toBe(0.5);
  expect(third?.solved.value).toBe(0.25);
  expect(third?.solved.low).toBeCloseTo(1 - 0.9544, 4);
});

test("half an item is not solved, and where less is better nought is all there is", () => {
  const halves = difficultyOf({ A: [0.5, 1], B: [1, 1], C: [0.99, 0] });
  expect(halves?.items.map(({ solved }) => solved.value)).toEqual([1 / 3, 2 / 3]);
  expect([isBest("hallucination", 0), isBest("hallucination", 1)]).toEqual([true, false]);
  expect([isBest("correctness", 5), isBest("correctness", 1)]).toEqual([true, false]);
});

test("discrimination is the correlation with the systems' other items, with Fisher's interval", () => {
  const [first, second, third] = (difficultyOf(four)?.items ?? []).map(
    ({ discrimination }) => discrimination,
  );
  // i00: 1 1 1 0 beside means of the others .5 .5 .5 0: they fall together, so r is 1, and no interval.
  expect(first?.value).toBeCloseTo(1, 12);
  expect([first?.low, first?.high]).toEqual([null, null]);
  // i01: 1 1 0 0 beside .5 .5 1 0: Σ of products 0 + 0 − .25 + .25 = 0. Fisher: tanh(± 1.96 / √1) = ± 0.9611.
  expect(second?.value).toBeCloseTo(0, 12);
  expect(second?.low).toBeCloseTo(-0.9611, 4);
  expect(second?.high).toBeCloseTo(0.9611, 4);
  // i02: 0 0 1 0 beside 1 1 .5 0: −.125 / √(.75 · .6875) = −0.17408; atanh −0.17587, ± 1.96: tanh(−2.1358) and tanh(1.7841).
  expect(third?.value).toBeCloseTo(-0.17408, 5);
  expect(third?.low).toBeCloseTo(-0.9725, 4);
  expect(third?.high).toBeCloseTo(0.9451, 4);
});

test("more systems make its interval narrower", () => {
  // r = 0.5: atanh 0.5493; over 28 systems ± 1.96 / 5 = 0.392: tanh(0.1573) = 0.156, tanh(0.9413) = 0.736.
  expect(correlationEstimate(0.5, 28)).toEqual({
    value: 0.5,
    low: expect.closeTo(0.156, 3),
    high: expect.closeTo(0.736, 3),
  });
  expect(correlationEstimate(0.5, 3)).toEqual({ value: 0.5, low: null, high: null });
});

test("an item on which all are alike has no discrimination, and two systems have no difficulty at all", () => {
  const { A, B, C } = four;
  const three = difficultyOf({ A: [1, ...A!], B: [1, ...B!], C: [1, ...C!] });
  expect(three).toMatchObject({ metric: "evidence-recall", systems: 3 });
  expect(three?.items[0]).toMatchObject({ solved: { value: 1 }, discrimination: null });
  expect(difficultyOf({ A: A!, B: B! })).toBeNull();
});

test("types stand the hardest first, by the mean of their items; one item has no interval", () => {
  const types = difficultyOf(four)?.types;
  // summary: ¼; factual: (¾ + ½) / 2.
  expect(types).toEqual([
    { type: "summary", items: 1, solved: { value: 0.25, low: null, high: null } },
    { type: "factual", items: 2, solved: { value: 0.625, low: 0.5, high: 0.75 } },
  ]);
});

test("a leaderboard of before, which tells nothing of it, is read", () => {
  const board = leaderboardOf([
    evaluatedSystem("A", { mrr: [1, 0] }),
    evaluatedSystem("B", { mrr: [0, 1] }),
  ]);
  const { difficulty: _difficulty, ...before } = board!;
  expect(Leaderboard.parse(before).difficulty).toBeNull();
});
