// CoFE-RAG's keyword metrics, strictly and as its released program computes them.

import { expect, test } from "vitest";
import { keywordScores } from "../../../pipelines/evaluate/metrics/keyword-scores.ts";
import { fixtureRows } from "../../support/fixtures.ts";

const strict = (fine: string[][], passages: string[], coarse = ["coal"]) =>
  keywordScores({ keywords: { coarse, fine }, passages, variant: "strict" });
const published = (fine: string[][], passages: string[], coarse = ["coal"]) =>
  keywordScores({ keywords: { coarse, fine }, passages, variant: "published" });

test("a list is recalled when each of its keywords stands in a passage that has a coarse one", () => {
  const passages = [
    "Coal output was 1,335 tonnes.",
    "The coal came from Ansby.",
    "The mine at Borrow made 40 jobs.",
  ];
  expect(strict([["1,335 tonnes", "Ansby"], ["Ansby", "Borrow"], ["40 jobs"]], passages)).toEqual({
    recalled: 1,
    lists: 3,
  });
});

test("strictly no keyword is found across two passages, in the released program it is", () => {
  const passages = ["coal of York County Commu", "nity and coal"];
  expect(strict([["York County Community"]], passages)).toEqual({ recalled: 0, lists: 1 });
  expect(published([["York County Community"]], passages)).toEqual({ recalled: 1, lists: 1 });
});

test("strictly an empty list is not counted, nor a keyword of signs alone; in the released program both are recalled", () => {
  expect(strict([[], ["——"], ["gas", "…"]], ["coal and gas"])).toEqual({ recalled: 1, lists: 1 });
  expect(strict([[], ["——"]], ["coal"])).toBeNull();
  expect(published([[], ["——"], ["gas"]], ["coal"])).toEqual({ recalled: 2, lists: 3 });
});

test("without coarse keywords no passage is left out strictly, while the released program recalls nothing", () => {
  expect(strict([["gas"]], ["gas"], [])).toEqual({ recalled: 1, lists: 1 });
  expect(published([["gas"]], ["gas"], [])).toEqual({ recalled: 0, lists: 1 });
});

test("what has no keywords or no lists is undefined; no passages recall nothing", () => {
  expect(keywordScores({ keywords: null, passages: ["coal"], variant: "strict" })).toBeNull();
  expect([strict([], ["coal"]), published([], ["coal"]), published([], ["coal"], [])]).toEqual([
    null,
    null,
    null,
  ]);
  expect([strict([["gas"]], []), published([["gas"]], [])]).toEqual([
    { recalled: 0, lists: 1 },
    { recalled: 0, lists: 1 },
  ]);
});

interface Row {
  readonly variant: string;
  readonly coarse_keywords: string[];
  readonly fine_keywords: string[][];
  readonly chunks: string[];
  readonly top_k: number;
  readonly expected: {
    readonly hit_score?: number;
    readonly n_lists?: number;
    readonly n_lists_recalled?: number;
    readonly skipped_but_in_denominator?: boolean;
  };
}

test("the released program's own answers come out, and what it passes over and still counts has recalled nothing", () => {
  const rows = fixtureRows<Row>("published/cofe-keyword-match.jsonl");
  const scores = rows.map(row =>
    published(row.fine_keywords, row.chunks.slice(0, row.top_k), row.coarse_keywords),
  );
  expect(rows).toHaveLength(8);
  expect(scores).toEqual(
    rows.map(({ expected }) =>
      expected.skipped_but_in_denominator
        ? expect.objectContaining({ recalled: 0 })
        : { recalled: expected.n_lists_recalled, lists: expected.n_lists },
    ),
  );
});
