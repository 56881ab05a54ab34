// Answers of two systems drawn for a decision: both of an item together, with its chance, more often where the judge sees them apart.

import { expect, test } from "vitest";
import type { Candidate } from "../../../pipelines/annotate/batch/batch-candidates.ts";
import { drawForDecision } from "../../../pipelines/annotate/batch/decision-draw.ts";

const rows = Array.from({ length: 400 }, (_, at) =>
  [1, 2].map(
    (side): Candidate => ({
      id: `i${at}/${side}`,
      type: "factual",
      language: "en",
      domain: "finance",
      isRejected: false,
      itemId: `i${at}`,
      sourceId: `q${at}`,
      response: `${side}`,
      filterVerdict: null,
    }),
  ),
).flat();
const leads = new Map(rows.map(({ itemId }, at) => [itemId ?? "", at % 8 < 2 ? 0.8 : 0]));
const draw = (randomSeed: number) =>
  drawForDecision(rows, { files: ["a", "b"], leads }, { items: 100, randomSeed });

test("both answers of an item are drawn, stand for as many as its chance says, and about as many items as wanted", () => {
  const drawn = draw(1);
  const items = new Set(drawn.map(({ candidate }) => candidate.itemId));
  expect(drawn).toHaveLength(2 * items.size);
  expect(Math.abs(items.size - 100)).toBeLessThan(30);
  for (const { weight, chance } of drawn) expect(weight * (chance ?? 0)).toBeCloseTo(1, 12);
  expect(draw(1)).toEqual(drawn);
  expect(draw(2)).not.toEqual(drawn);
});

test("where the judge sees them apart an item is drawn several times as often", () => {
  const drawn = new Set(draw(1).map(({ candidate }) => candidate.itemId ?? ""));
  const share = (isApart: boolean) => {
    const of = [...leads].filter(([, lead]) => lead > 0 === isApart);
    return of.filter(([itemId]) => drawn.has(itemId)).length / of.length;
  };
  expect(share(true)).toBeGreaterThan(2 * share(false));
  expect(share(false)).toBeGreaterThan(0);
});
