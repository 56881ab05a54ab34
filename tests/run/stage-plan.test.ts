// Stages from a plan that travelled: the same ones, whatever the wing and wherever the user entered.

import { expect, test } from "vitest";
import { recipeOf } from "../../pipelines/run/recipe.ts";
import { StagePlan, stagesOf } from "../../pipelines/run/stage-plan.ts";
import { canonicalJson } from "../../pipelines/engine/fingerprint.ts";
import type { Stage } from "../../pipelines/engine/stage.ts";
import { Settings } from "../../schemas/settings.ts";
import { Wing } from "../../schemas/wings.ts";
import { freshFolder } from "../support/folder.ts";
import { settingsOf, wingSamples } from "../support/wing-plans.ts";

const at = freshFolder();

/** All that a journal or a fingerprint sees of a stage. */
const told = (stages: readonly Stage[]) =>
  stages.map(({ name, module, prompts, settings }) => ({
    name,
    module,
    prompts: prompts.map(prompt => prompt.name),
    settings: canonicalJson(settings ?? null),
  }));

const travelled = (plan: StagePlan): StagePlan => StagePlan.parse(JSON.parse(JSON.stringify(plan)));

const plans = Object.values(wingSamples).flatMap(sample => sample.plans);

test.each(plans)("a plan of $wing is the same after JSON, and makes the same stages", plan => {
  expect(travelled(plan)).toEqual(plan);
  const stages = told(stagesOf(plan));
  expect(stages.length).toBeGreaterThan(5);
  expect(told(stagesOf(travelled(plan)))).toEqual(stages);
});

test("plans that differ in one thing make stages that differ", () => {
  const written = plans.map(plan => JSON.stringify(told(stagesOf(plan))));
  expect(new Set(written).size).toBe(plans.length);
});

test.each(Wing.options)("the stages of a run of %s are those of its plan", wing => {
  for (const { sources, plan: expected } of wingSamples[wing].starts) {
    const settings = settingsOf(wing);
    const { plan, stages } = recipeOf(wing, { settings, sources, directory: at() });
    expect(plan).toEqual({ wing, settings, ...expected });
    expect(told(stages)).toEqual(told(stagesOf(travelled(plan))));
  }
});

test.each([
  ["rules", {}, { constructed: true, sameReader: true }],
  ["openai:a", {}, { constructed: false, sameReader: true }],
  ["openai:a", { references: "openai:b" }, { constructed: false, sameReader: false }],
  ["rules", { init: "openai:a" }, { constructed: false, sameReader: false }],
  ["openai:a", { init: "rules", references: "openai:b" }, { constructed: true, sameReader: false }],
])("with %s, and %j of its own, a plan says %j", (model, own, expected) => {
  const models = Object.fromEntries(
    Object.entries(own).map(([stage, name]) => [`questions/${stage}`, name]),
  );
  const settings = settingsOf("rageval", { model, models });
  const { plan } = recipeOf("rageval", {
    settings,
    sources: { documents: ["d"] },
    directory: at(),
  });
  expect(plan).toMatchObject(expected);
});

test("settings that were parsed once are the same when they are parsed again", () => {
  const given = {
    languages: ["en"],
    model: "openai:gpt-4o-mini",
    models: {
      "items/verdicts": "openai:gpt-4.1",
      keypoints: { temperature: 0, timeout: { idle: 5 }, limits: { tokensPerMinute: null } },
    },
    embedding: "openai:text-embedding-3-small",
    reranking: { model: "rerank-3", baseUrl: "https://rerank.example/v1", keyFrom: "RERANK_KEY" },
    crud: { lengths: { zh: { least: 10, most: 20 } }, templated: { most: 2 } },
    cofe: { fragment: { least: 10 } },
    rounds: { repair: 0 },
    maxCost: 2.5,
  };
  for (const settings of [{}, given]) {
    const once = Settings.parse(settings);
    expect(Settings.parse(JSON.parse(JSON.stringify(once)))).toStrictEqual(once);
  }
});

test("a plan that says more, less or something else than its wing's is refused", () => {
  const [plan] = plans;
  expect(StagePlan.safeParse(plan).success).toBe(true);
  for (const wrong of [
    { ...plan, wing: "cofe" },
    { ...plan, wing: "other" },
    { ...plan, start: "middle" },
    { ...plan, constructed: undefined },
    { ...plan, more: 1 },
    null,
    [],
  ])
    expect(StagePlan.safeParse(wrong).success).toBe(false);
});
