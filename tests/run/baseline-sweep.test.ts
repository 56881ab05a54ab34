// The evaluations of a sweep over models and judges, each under a name of its own.

import { expect, test } from "vitest";
import {
  type BaselineSweepOptions,
  baselineOptionsOf,
} from "../../pipelines/run/baseline-sweep.ts";

const namesOf = (options: Partial<BaselineSweepOptions>) =>
  baselineOptionsOf({ run: "run", ...options }).map(({ name }) => name);

test("one model and judge keep the name they were given; of several each is told in it", () => {
  expect(namesOf({})).toEqual(["baseline"]);
  expect(namesOf({ name: "mine", answering: ["openai:a"], judging: ["openai:j"] })).toEqual([
    "mine",
  ]);
  expect(namesOf({ answering: ["openai:a", "org:b/c"], judging: ["openai:j"] })).toEqual([
    "baseline-a",
    "baseline-b_c",
  ]);
  expect(namesOf({ answering: ["openai:a", "other:a"], judging: ["x:j", "x:k"] })).toEqual([
    "baseline-openai_a-j",
    "baseline-openai_a-k",
    "baseline-other_a-j",
    "baseline-other_a-k",
  ]);
});

test("each evaluation has its model and judge, and all else of the sweep", () => {
  const all = baselineOptionsOf({
    run: "run",
    topKs: [4],
    answering: ["a:b", "c:d"],
    judging: ["e:f"],
  });
  expect(all).toEqual([
    { run: "run", topKs: [4], model: "a:b", judge: "e:f", name: "baseline-b" },
    { run: "run", topKs: [4], model: "c:d", judge: "e:f", name: "baseline-d" },
  ]);
});

test("a model named twice, and one folder for several evaluations, are refused", () => {
  const refused = (options: Partial<BaselineSweepOptions>) => () =>
    baselineOptionsOf({ run: "run", ...options });
  expect(refused({ answering: ["a:b", "a:b"] })).toThrow("named twice");
  expect(refused({ out: "there", judging: ["a:b", "c:d"] })).toThrow("--out names only one");
});
