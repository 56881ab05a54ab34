// The last choice among what is marked: shares of the shortlist, marks, flaws, and what more items change.

import { expect, test } from "vitest";
import { orderByMarks, type MarkedCandidate } from "../../pipelines/questions/choose-items.ts";
import { measures } from "../support/settled-candidates.ts";

const marked = (
  rank: number,
  over: Partial<MarkedCandidate["measures"]> = {},
  cell = "condition",
): MarkedCandidate => ({
  rank,
  cell,
  measures: { ...measures, proposed: 5, read: 5, right: 5, alone: 4, ...over },
});
const ranks = (chosen: readonly MarkedCandidate[]) => chosen.map(({ rank }) => rank);

test("what nobody marked twice comes as the shortlist has it", () => {
  const plain = [1, 2, 3, 4].map(rank => marked(rank, { right: null, alone: null }));
  expect(ranks(orderByMarks(plain, 1.3))).toEqual([1, 2, 3, 4]);
});

test("of what the window shows the best marks come first, and flaws last of all", () => {
  const listed = [marked(1), marked(2, { alone: 5 }), marked(3, { right: 4 }), marked(4)];
  // Two are seen for the first item, three for the second.
  expect(ranks(orderByMarks(listed, 1.5))).toEqual([2, 1, 4, 3]);
});

test("types keep their shares to an item a mark, however the marks of one are below another's", () => {
  const listed = Array.from({ length: 30 }, (_, at) =>
    at % 3 === 0 ? marked(at + 1, {}, "chain") : marked(at + 1, { alone: 5 }),
  );
  const chosen = orderByMarks(listed, 1.5).slice(0, 20);
  expect(chosen.filter(({ cell }) => cell === "chain").length).toBe(6);
});

test("a longer list for more items only adds to what fewer had", () => {
  const all = Array.from({ length: 130 }, (_, at) =>
    marked(at + 1, { alone: 3 + ((at * 7) % 3), right: at % 5 === 0 ? 4 : 5 }, `type ${at % 4}`),
  );
  const few = ranks(orderByMarks(all.slice(0, 65), 1.3).slice(0, 50));
  const many = new Set(ranks(orderByMarks(all, 1.3).slice(0, 100)));
  expect(few.filter(rank => !many.has(rank))).toEqual([]);
});

test("what its proposer or its blind reader thought little of waits, as a flaw does", () => {
  const listed = [
    marked(1, { proposed: 5, read: 3 }),
    marked(2, { proposed: 3, read: 5 }),
    marked(3, { proposed: 4, read: 4 }),
  ];
  expect(ranks(orderByMarks(listed, 3))).toEqual([3, 1, 2]);
});

test("where the first of the list were lost, the rest is chosen all the same", () => {
  expect(ranks(orderByMarks([marked(5), marked(6), marked(9)], 1.3))).toEqual([5, 6, 9]);
});

test.each([
  [null, null, [1, 2]],
  [5, 4, [1, 2]],
  [4, 5, [2, 1]],
  [5, 3, [2, 1]],
])(
  "marked %s for right and %s for worth, an item comes in this order: %j",
  (right, alone, order) => {
    // The other one has no marks of a last reader, and lower ones before.
    const other = marked(2, { proposed: 4, read: 4, right: null, alone: null });
    expect(ranks(orderByMarks([marked(1, { right, alone }), other], 2))).toEqual(order);
  },
);
