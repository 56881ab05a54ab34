// Which settings a sweep has, and what does not go together.

import { expect, test } from "vitest";
import { BaselineSetting } from "../../../schemas/evaluation/baseline.ts";
import { PipelineError } from "../../../pipelines/engine/errors.ts";
import {
  type SweepOptions,
  expandSweep,
} from "../../../pipelines/evaluate/baseline/sweep-settings.ts";

const idsOf = (options?: SweepOptions) => expandSweep(options).map(({ id }) => id);

test("left alone it is the papers' sizes at 1,024 tokens and their study of top-k, each once", () => {
  const studied = [
    "64-0-bm25-16",
    "128-0-bm25-8",
    "256-0-bm25-4",
    "512-0-bm25-2",
    "128-0-bm25-2",
    "128-0-bm25-4",
    "128-0-bm25-6",
    "128-0-bm25-10",
  ];
  expect(idsOf()).toEqual(studied);
  expect(expandSweep().every(setting => BaselineSetting.safeParse(setting).success)).toBe(true);
});

test("a budget gives each size as many chunks as come to it", () => {
  expect(idsOf({ chunkSizes: [128, 256, 512], budget: 2048 })).toEqual([
    "128-0-bm25-16",
    "256-0-bm25-8",
    "512-0-bm25-4",
  ]);
  expect(idsOf({ chunkSizes: [200] })).toEqual(["200-0-bm25-5"]);
  expect(idsOf({ budget: 512 })).toEqual([
    "64-0-bm25-8",
    "128-0-bm25-4",
    "256-0-bm25-2",
    "512-0-bm25-1",
  ]);
});

test("an overlap is told in tokens, as a share, or with its size", () => {
  expect(idsOf({ chunkSizes: [128], overlaps: [0, "30", "50%"], topKs: [4] })).toEqual([
    "128-0-bm25-4",
    "128-30-bm25-4",
    "128-64-bm25-4",
  ]);
  expect(idsOf({ chunkSizes: ["128/25", "256/50", "512/100"], budget: 2048 })).toEqual([
    "128-25-bm25-16",
    "256-50-bm25-8",
    "512-100-bm25-4",
  ]);
});

const refusalOf = (options: SweepOptions): string => {
  try {
    expandSweep(options);
    return "none";
  } catch (error) {
    return error instanceof PipelineError && error.code === "wrong-use" && error.hint !== ""
      ? error.message
      : "another error";
  }
};

test("what does not go together is refused in words", () => {
  expect(refusalOf({ chunkSizes: [64], overlaps: [64] })).toBe(
    "Chunks of 64 tokens cannot overlap by 64.",
  );
  expect(refusalOf({ chunkSizes: ["64/100"] })).toBe("Chunks of 64 tokens cannot overlap by 100.");
  expect(refusalOf({ overlaps: ["100%"] })).toMatch(/cannot overlap by/);
  expect(refusalOf({ retrievers: ["dense"] })).toBe(
    "The retriever dense needs an embedding model.",
  );
  expect(refusalOf({ retrievers: ["hybrid-rerank"], embeddings: ["e1"] })).toBe(
    "The retriever hybrid-rerank needs a reranker.",
  );
  expect(refusalOf({ retrievers: ["bm25-rerank"], rerankers: ["r1"] })).toBe("none");
  expect(refusalOf({ caps: { query: 0 } })).toMatch(/^--query-tokens must be a whole number, 1 or/);
  expect(refusalOf({ chunkSizes: [512], budget: 500 })).toBe(
    "A budget of 500 tokens cannot hold a chunk of 512.",
  );
});

test("of several models each retriever that asks one has a setting for each, told in its name", () => {
  const models = { embeddings: ["e1", "org/e 2"], rerankers: ["r1", "r2"] };
  const one = { chunkSizes: [512], budget: 512, ...models };
  const ids = (retrievers: SweepOptions["retrievers"], more: SweepOptions = {}) =>
    idsOf({ ...one, retrievers, ...more });
  expect(ids(["bm25", "dense"])).toEqual([
    "512-0-bm25-1",
    "512-0-dense-1-e1",
    "512-0-dense-1-org_e_2",
  ]);
  expect(ids(["hybrid-rerank"]).map(id => id.replace("512-0-hybrid-rerank-1-", ""))).toEqual([
    "e1-r1",
    "e1-r2",
    "org_e_2-r1",
    "org_e_2-r2",
  ]);
  expect(ids(["dense"], { embeddings: ["e1"] })).toEqual(["512-0-dense-1"]);
  expect(ids(["dense"], { subjectPrefix: [true] })[1]).toBe("512-0-dense-1-org_e_2-subject");
  const settings = expandSweep({ ...one, retrievers: ["bm25", "bm25-rerank"] });
  expect(settings.map(({ embedding, reranker }) => [embedding, reranker])).toEqual([
    [undefined, undefined],
    [undefined, "r1"],
    [undefined, "r2"],
  ]);
});

test("caps stand in every setting, and in none where none is named", () => {
  const capsOf = (caps: SweepOptions["caps"]) => [
    ...new Set(expandSweep({ caps }).map(setting => JSON.stringify(setting.caps))),
  ];
  expect(capsOf({ query: 128, output: 256, input: undefined })).toEqual([
    '{"query":128,"output":256}',
  ]);
  expect(capsOf({})).toEqual([undefined]);
});
