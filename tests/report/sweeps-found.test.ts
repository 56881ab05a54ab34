// Which systems of a baseline differ in one setting alone.

import { expect, test } from "vitest";
import {
  expandSweep,
  type SweepOptions,
} from "../../pipelines/evaluate/baseline/sweep-settings.ts";
import { findSweeps } from "../../pipelines/report/evaluation/find-sweeps.ts";
import type { SystemResult } from "../../schemas/evaluation/result.ts";

const sweepsOf = (options: SweepOptions) =>
  findSweeps(
    expandSweep(options).map(
      setting => ({ system: setting.id, setting }) as unknown as SystemResult,
    ),
    "en",
  ).map(({ id, values, series }) => ({ id, values, series: series.map(({ name }) => name) }));

test("overlaps of one size make a line", () => {
  const sweeps = sweepsOf({ chunkSizes: [128], overlaps: [0, 16, 64], topKs: [4] });
  expect(sweeps).toEqual([
    { id: "overlap", values: ["0", "16", "64"], series: ["bm25, chunks of 128, top 4"] },
  ]);
});

test("retrievers stand beside one another with each of their models", () => {
  const sweeps = sweepsOf({
    chunkSizes: [512],
    topKs: [2],
    retrievers: ["bm25", "dense"],
    embeddings: ["e1", "e2"],
  });
  expect(sweeps).toEqual([
    {
      id: "retriever",
      values: ["bm25", "dense e1", "dense e2"],
      series: ["chunks of 512, top 2"],
    },
  ]);
});

test("sizes are compared with a retriever and model held", () => {
  const [sizes] = sweepsOf({
    chunkSizes: [128, 256],
    budget: 512,
    retrievers: ["dense"],
    embeddings: ["e1", "e2"],
  });
  expect(sizes).toMatchObject({
    id: "chunk-size",
    series: ["dense e1, 512 tokens read", "dense e2, 512 tokens read"],
  });
});
