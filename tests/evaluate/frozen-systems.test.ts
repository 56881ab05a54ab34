// Which systems of two splits are the same, and what is said of those that are not.

import { expect, test } from "vitest";
import { type FinishedEvaluation, frozenSystems } from "../../pipelines/evaluate/frozen-systems.ts";
import type { BaselineSetting } from "../../schemas/evaluation/baseline.ts";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import { resultOf, settingOf, systemOf } from "../support/evaluation-results.ts";

const version = (code: string) => ({ "baseline/retrievals": { code, floor: null, prompts: {} } });

const baseline = (
  setting: Partial<BaselineSetting> = {},
  more: Partial<EvaluationResult> = {},
  code = "c1",
): FinishedEvaluation => {
  const whole = settingOf(setting);
  const systems = [systemOf(whole.id, {}, { setting: whole })];
  return {
    directory: "out/run/evaluations/baseline",
    result: resultOf({ kind: "baseline", distractors: 0, systems, ...more }),
    versions: version(code),
  };
};

const own = (name: string, more: Partial<EvaluationResult> = {}): FinishedEvaluation => ({
  directory: `out/run/evaluations/${name}`,
  result: resultOf({ name, systems: [systemOf(name, {})], ...more }),
  versions: {},
});

const answeredBy = (model: string): Partial<EvaluationResult> => ({
  provenance: {
    ...resultOf().provenance,
    models: { "baseline/answers": model },
  },
});

const told = (
  older: readonly FinishedEvaluation[],
  newer: readonly FinishedEvaluation[],
  named: readonly string[] = [],
) => {
  const { frozen, notFrozen } = frozenSystems(older, newer, named);
  return { frozen: frozen.map(({ name }) => name), because: notFrozen.map(one => one.because) };
};
const frozen = (...names: string[]) => ({ frozen: names, because: [] });

test("a BM25 baseline of the same settings is frozen; one that is on one split alone is not spoken of", () => {
  expect(told([baseline()], [baseline()])).toEqual(frozen("512-0-bm25-4"));
  expect(told([baseline()], [baseline({ topK: 8 })])).toEqual(frozen());
  expect(told([baseline({}, answeredBy("m"))], [baseline({}, answeredBy("m"))])).toEqual(
    frozen("512-0-bm25-4"),
  );
});

test("a baseline with other settings, distractors, models or code is not frozen, whatever its user says", () => {
  const changed: readonly (readonly [FinishedEvaluation, string])[] = [
    [baseline({ fetched: 50 }), "its setting fetched differs"],
    [
      baseline({}, { distractors: 500 }),
      "0 distractors were added on the older split, 500 on the newer",
    ],
    [baseline({}, {}, "c2"), "baseline/retrievals ran with different code"],
  ];
  for (const [newer, because] of changed)
    expect(told([baseline()], [newer], ["512-0-bm25-4"])).toEqual({
      frozen: [],
      because: [because],
    });
  expect(
    told([baseline({}, answeredBy("m"))], [baseline({}, answeredBy("other"))]).because,
  ).toEqual(["baseline/answers used a different model"]);
});

test("of predictions, and of what is searched by vectors, its user says that nothing changed", () => {
  const dense = baseline({ retriever: "dense" });
  const unknown = (name: string) => ({
    frozen: [],
    because: [`it is not known whether it changed: if it did not, add --frozen ${name}`],
  });
  expect(told([own("kept")], [own("kept")])).toEqual(unknown("kept"));
  expect(told([own("kept")], [own("kept")], ["kept"])).toEqual(frozen("kept"));
  expect(told([dense], [dense])).toEqual(unknown("512-0-dense-4"));
  expect(told([dense], [dense], ["512-0-dense-4"])).toEqual(frozen("512-0-dense-4"));
});

test("a system scored by another variant is not frozen, and of several evaluations of a name the alike ones are taken", () => {
  const published = own("kept", { variant: "published" });
  expect(told([own("kept")], [published], ["kept"]).because).toEqual([
    "it was scored with a different variant",
  ]);
  const mixed = baseline({}, { distractors: 9 });
  const { frozen: found } = frozenSystems([baseline()], [mixed, baseline()], []);
  expect(found.map(({ newer }) => newer.result.distractors)).toEqual([0]);
});
