// Draws: how many of each stratum, which ones, and to whom they are dealt.

import fc from "fast-check";
import { expect, test } from "vitest";
import { allot, deal, drawSample } from "../../../pipelines/annotate/batch/sampling.ts";

const candidate = (id: string, over: object = {}) => ({
  id,
  type: "factual" as const,
  language: "en" as const,
  domain: "finance",
  isRejected: false,
  ...over,
});
const many = (count: number, prefix: string, over: object = {}) =>
  Array.from({ length: count }, (_, at) => candidate(`${prefix}-${at}`, over));
const idsOf = (drawn: readonly { candidate: { id: string } }[]) =>
  drawn.map(({ candidate }) => candidate.id);

test("a total is parted by largest remainder", () => {
  // 4 of 10: 5 × 0.4 = 2; 3 × 0.4 = 1.2; 2 × 0.4 = 0.8, the largest remainder.
  expect(allot([5, 3, 2], 4)).toEqual([2, 1, 1]);
  // 3 of 10: 1.5, 0.9 and 0.6 give one whole, and two more go to 0.9 and 0.6.
  expect(allot([5, 3, 2], 3)).toEqual([1, 1, 1]);
  expect(allot([1, 1, 1], 2)).toEqual([1, 1, 0]);
  expect(allot([5, 3, 2], 99)).toEqual([5, 3, 2]);
  expect([allot([], 5), allot([0, 0], 5)]).toEqual([[], [0, 0]]);
});

test("parts make up the total, never pass a stratum's size, and lie within one of their share", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(50), { minLength: 1, maxLength: 12 }),
      fc.nat(400),
      (sizes, total) => {
        const [parts, all] = [allot(sizes, total), sizes.reduce((sum, size) => sum + size, 0)];
        const sum = Math.min(total, all);
        expect(parts.reduce((done, part) => done + part, 0)).toBe(sum);
        expect(
          parts.every(
            (part, at) =>
              part <= sizes[at]! && Math.abs(part - (all === 0 ? 0 : (sizes[at]! * sum) / all)) < 1,
          ),
        ).toBe(true);
      },
    ),
  );
});

const strata = [
  ...many(10, "en"),
  ...many(4, "zh", { language: "zh" }),
  ...many(6, "law", { domain: "law" }),
  ...many(8, "lost", { isRejected: true }),
];

test("of each stratum as many are drawn as were asked for, or all there are, each standing for its part", () => {
  const sample = drawSample(strata, { amount: { perStratum: 5 }, randomSeed: 1 });
  expect(
    sample.strata.map(({ language, domain, rejected: isRejected, candidates, wanted, drawn }) => [
      language,
      domain,
      isRejected,
      candidates,
      wanted,
      drawn,
    ]),
  ).toEqual([
    ["en", "finance", false, 10, 5, 5],
    ["en", "law", false, 6, 5, 5],
    ["zh", "finance", false, 4, 5, 4],
    ["en", "finance", true, 8, 5, 5],
  ]);
  expect(
    new Map(
      sample.drawnCandidates.map(({ candidate, weight }) => [candidate.id.split("-")[0], weight]),
    ),
  ).toEqual(
    new Map([
      ["en", 2],
      ["law", 1.2],
      ["zh", 1],
      ["lost", 1.6],
    ]),
  );
});

test("the same seed draws the same in whatever order candidates come; another seed draws others", () => {
  const draw = (randomSeed: number, from = strata) =>
    idsOf(drawSample(from, { amount: { perStratum: 3 }, randomSeed }).drawnCandidates);
  expect(draw(1, strata.toReversed())).toEqual(draw(1));
  expect(draw(2)).not.toEqual(draw(1));
});

test("candidates that are added leave most of a draw as it was", () => {
  const draw = (count: number) =>
    new Set(
      idsOf(
        drawSample(many(count, "c"), { amount: { perStratum: 100 }, randomSeed: 1 })
          .drawnCandidates,
      ),
    );
  const [before, after] = [draw(1000), draw(1100)];
  // About 100 × 1000/1100 = 91 of the hundred stay.
  expect([...before].filter(id => after.has(id)).length).toBeGreaterThan(80);
});

test("the shared part goes to all, the rest is dealt in turn", () => {
  // 10 tasks, 0.2: the first two to all three, and 8 more as 3, 3, 2.
  expect(deal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 3, 0.2)).toEqual([
    [0, 1, 2, 5, 8],
    [0, 1, 3, 6, 9],
    [0, 1, 4, 7],
  ]);
  expect(deal([0, 1, 2], 1, 0)).toEqual([[0, 1, 2]]);
  expect(deal([0, 1, 2], 2, 1)).toEqual([
    [0, 1, 2],
    [0, 1, 2],
  ]);
  expect(deal([], 2, 0.5)).toEqual([[], []]);
});
