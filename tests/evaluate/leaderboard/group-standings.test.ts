// Who is best on the items of each type, domain and language, and who cannot be told from it.

import { expect, test } from "vitest";
import { leaderboardOf } from "../../../pipelines/evaluate/leaderboard/leaderboard.ts";
import { Leaderboard } from "../../../schemas/evaluation/leaderboard.ts";
import { leaderboardText } from "../../../pipelines/cli/leaderboard-text.ts";
import { evaluatedSystem } from "../../support/evaluated-systems.ts";

const kinds = { factual: 12, "multi-hop": 12, summary: 9 };
const types = Object.entries(kinds).flatMap(([type, count]) => Array(count).fill(type) as string[]);

/** A system that solves all of the types named, and half of the others. */
function solving(name: string, ...solved: string[]) {
  const values = types.map((type, at) => (solved.includes(type) ? 1 : at % 2));
  const system = evaluatedSystem(name, { "evidence-recall": values });
  const typed = system.scores.map((row, at) => ({ ...row, type: types[at] ?? "" }));
  return { ...system, scores: typed as typeof system.scores };
}

const board = leaderboardOf([
  solving("A", "factual", "summary"),
  solving("B", "multi-hop"),
  solving("C"),
]);

test("the best differs by type; a group of fewer than ten items, or all of one language, says nothing", () => {
  expect(board?.groups).toMatchObject([
    { by: "type", name: "factual", items: 12, best: "A", value: { value: 1 }, alike: ["B", "C"] },
    { by: "type", name: "multi-hop", items: 12, best: "B", value: { value: 1 } },
  ]);
  expect(Leaderboard.safeParse(board).success).toBe(true);
});

test("whoever is surely behind is not among those that cannot be told apart", () => {
  const longer = (name: string, value: number) => {
    const list = Array.from({ length: 60 }, (_, at) => (at < 30 ? value : at % 2));
    const system = evaluatedSystem(name, { "evidence-recall": list });
    const typed = system.scores.map((row, at) => ({
      ...row,
      type: at < 30 ? "factual" : "summary",
    }));
    return { ...system, scores: typed as typeof system.scores };
  };
  const found = leaderboardOf([longer("A", 1), longer("B", 1), longer("C", 0)]);
  expect(found?.groups.map(({ name, best, alike }) => [name, best, alike])).toEqual([
    ["factual", "A", ["B"]],
    ["summary", "A", ["B", "C"]],
  ]);
});

test("a terminal names the groups in which another system than in all is best", () => {
  const text = leaderboardText(board, "");
  expect(text).toContain("type multi-hop (n 12): B has the highest evidence-recall, 1.000");
  expect(text).not.toContain("type factual (n");
});
