// One table of all systems: over the same items, by metrics that can be compared, in the order of what they are worth.

import { expect, test } from "vitest";
import { leaderboardOf } from "../../../pipelines/evaluate/leaderboard/leaderboard.ts";
import { evaluatedSystem as system } from "../../support/evaluated-systems.ts";

const half = [1, 0, 1, 0, 1, 0, 1, 0];
const all = half.map(() => 1);
const none = half.map(() => 0);

test("means are over the items that all have an answer for, and both numbers are told", () => {
  // B lacks the last two; over the first six A has 1, 0, 1, 0, 1, 0 = 0.5 and B 5 of 6.
  const board = leaderboardOf([
    system("A", { "evidence-recall": [1, 0, 1, 0, 1, 0, 1, 1] }),
    system("B", { "evidence-recall": [1, 1, 1, 1, 1, 0, undefined, undefined] }),
  ]);
  expect(board).toMatchObject({ items: 6, of: 8, shared: ["evidence-recall"], leftOut: [] });
  expect(
    board?.systems.map(({ system: name, metrics }) => [name, metrics["evidence-recall"]?.value]),
  ).toEqual([
    ["B", 5 / 6],
    ["A", 0.5],
  ]);
});

test("a system with too few of the items is left out with how many it shares, and takes none from the others", () => {
  // Two of eight is a quarter and stays; one is fewer.
  const few = [1, ...Array.from({ length: 7 }, () => undefined)];
  const board = leaderboardOf([
    system("A", { mrr: all }),
    system("B", { mrr: half }),
    system("few", { mrr: few }),
  ]);
  expect(board).toMatchObject({ items: 8 });
  expect(board?.leftOut).toEqual([
    { system: "few", evaluation: "few", reason: "few-items", items: 1, inCommon: 1 },
  ]);
});

test("an item that was edited between two evaluations is not an item that both answered", () => {
  const edited = system("B", { mrr: half });
  const items = new Map([...edited.items, ["i00", { key: "another text", twinOf: null }]]);
  const board = leaderboardOf([system("A", { mrr: all }), { ...edited, items }]);
  expect(board).toMatchObject({ items: 7 });
});

test("a system over the counterfactual twins of the items is left out as such, one over others as such", () => {
  const renamed = (name: string, twinOf: (id: string) => string | null) => {
    const original = system(name, { mrr: half });
    const scores = original.scores.map(row => ({ ...row, itemId: `${name}-${row.itemId}` }));
    const items = [...original.items].map(
      ([id, { key }]) => [`${name}-${id}`, { key, twinOf: twinOf(id) }] as const,
    );
    return { ...original, scores, items: new Map(items) };
  };
  const board = leaderboardOf([
    system("A", { mrr: all }),
    system("B", { mrr: half }),
    renamed("twin", id => id),
    renamed("foreign", () => null),
  ]);
  expect(board?.leftOut.map(({ system: name, reason }) => [name, reason])).toEqual([
    ["twin", "twin"],
    ["foreign", "other-items"],
  ]);
});

test("values by the released programs do not stand beside those by the papers", () => {
  const board = leaderboardOf([
    system("A", { mrr: all }),
    system("B", { mrr: half }),
    system("P", { mrr: all }, { variant: "published" }),
  ]);
  expect(board?.variant).toBe("paper");
  expect(board?.leftOut).toMatchObject([{ system: "P", reason: "other-variant" }]);
});

test("what another judge said has no value; a system that has nothing else is left out", () => {
  const by = (judge: string) => ({ judges: { completeness: judge } as const });
  const board = leaderboardOf([
    system("A", { completeness: all, mrr: all }, by("large")),
    system("B", { completeness: half, mrr: half }, by("large")),
    system("C", { completeness: all, mrr: half }, by("small")),
    system("D", { completeness: all }, by("small")),
  ]);
  expect(board?.judges).toEqual({ completeness: "large" });
  expect(board).toMatchObject({ shared: ["mrr"], others: ["completeness"] });
  expect(board?.systems.find(({ system: name }) => name === "C")).toMatchObject({
    otherJudge: ["completeness"],
    metrics: { mrr: { value: 0.5 } },
  });
  expect(board?.leftOut).toMatchObject([{ system: "D", reason: "no-metric" }]);
});

test("a metric that is undefined for one system on an item counts that item for none", () => {
  const board = leaderboardOf([
    system("A", { "rouge-l": [0, 1, 1, 1] }),
    system("B", { "rouge-l": [null, 1, 0, 1] }),
  ]);
  // Over the last three A has 1, B 2 of 3.
  expect(board?.systems.map(({ metrics }) => metrics["rouge-l"])).toMatchObject([
    { value: 1, n: 3, undefined: 1 },
    { value: 2 / 3, n: 3, undefined: 1 },
  ]);
});

test("systems of one name are told apart by their evaluations", () => {
  const board = leaderboardOf([
    system("512-0-bm25-4", { mrr: all }, { evaluation: "one" }),
    system("512-0-bm25-4", { mrr: half }, { evaluation: "two" }),
  ]);
  expect(board?.systems.map(({ system: name }) => name)).toEqual([
    "one: 512-0-bm25-4",
    "two: 512-0-bm25-4",
  ]);
});

test("the best is ahead by a paired difference, and p grows with the number of systems", () => {
  const board = leaderboardOf([
    system("A", { "evidence-recall": all, "rouge-l": none }),
    system("B", { "evidence-recall": none, "rouge-l": all }),
    system("C", { "evidence-recall": half, "rouge-l": half }),
  ]);
  const [byRetrieval, byAnswers] = board?.standings ?? [];
  // Signs of 4 differences: 2 of 16 as far, of 8: 2 of 256; the smaller p counts for two tests, the larger for one.
  expect(byRetrieval).toMatchObject({
    metric: "evidence-recall",
    best: "A",
    others: [
      { system: "C", difference: 0.5, p: 2 / 16 },
      { system: "B", difference: 1, p: (2 * 2) / 256 },
    ],
  });
  expect(byAnswers).toMatchObject({ metric: "rouge-l", best: "B" });
  expect(board?.systems.map(({ system: name }) => name)).toEqual(["A", "C", "B"]);
});

test("items are counted by how many systems have all there is of them", () => {
  const board = leaderboardOf([
    system("A", { mrr: [1, 1, 0.5, 0] }),
    system("B", { mrr: [1, 0, 0.5, 0] }),
  ]);
  expect(board?.solved).toEqual({ i00: 2, i01: 1, i02: 0, i03: 0 });
});

test("latency and cost are over the same items", () => {
  const measured = (milliseconds: number) => ({
    milliseconds,
    failedTries: 0,
    inputTokens: null,
    outputTokens: null,
    cost: 0.01,
  });
  const byItem = new Map([
    ["i00", measured(100)],
    ["i03", measured(9000)],
  ]);
  const timed = system("A", { mrr: [1, 1, 0, 0] }, { measured: byItem });
  const board = leaderboardOf([timed, system("B", { mrr: [1, 1, 0, undefined] })]);
  expect(board?.systems[0]?.performance).toMatchObject({
    milliseconds: { p50: 100, n: 1 },
    cost: { mean: 0.01 },
  });
});

test("one system alone is not a table", () => {
  expect(leaderboardOf([system("A", { mrr: all })])).toBeUndefined();
  expect(leaderboardOf([])).toBeUndefined();
});

test("the same answers marked by another judge are no system of their own: both judges are set beside each other", () => {
  const marked = (name: string, judge: string, completeness: number[], more: object = {}) =>
    system(
      name,
      { completeness, mrr: half },
      { judges: { completeness: judge }, answersHash: `answers of ${name[0]}`, ...more },
    );
  const board = leaderboardOf([
    marked("A", "large", all),
    marked("B", "large", half),
    marked("C", "large", none),
    marked("E", "large", none, { answers: "answers that nobody else marked" }),
    // By the small judge B has 0.75 and A 0.5, and C 0.25.
    marked("A2", "small", [1, 1, 1, 1, 0, 0, 0, 0]),
    marked("B2", "small", [1, 1, 1, 1, 1, 1, 0, 0]),
    marked("C2", "small", [1, 1, 0, 0, 0, 0, 0, 0]),
    marked("D2", "small", all, { answers: "answers of nobody else" }),
  ]);
  expect(
    board?.systems
      .map(({ system: name }) => name)
      .toSorted()
      .join(" "),
  ).toBe("A B C D2 E");
  // Of three pairs A and B change places: (2 - 1) / 3. Means: 0.5 each.
  expect(board?.otherJudges).toEqual([
    {
      judge: "small",
      metric: "completeness",
      systems: 3,
      best: "B",
      usualBest: "A",
      tau: 1 / 3,
      difference: 0,
    },
  ]);
  expect(board?.judges).toEqual({ completeness: "large" });
});
