// Stages from a plan that travelled: the same ones, whatever the wing and wherever the user entered.

import { join } from "node:path";
import { expect, test } from "vitest";
import { recipeOf } from "../../pipelines/run/recipe.ts";
import { StagePlan, stagesOf } from "../../pipelines/run/stage-plan.ts";
import { canonicalJson } from "../../pipelines/engine/fingerprint.ts";
import type { Stage } from "../../pipelines/engine/stage.ts";
import { Settings } from "../../schemas/settings.ts";
import type { Wing } from "../../schemas/items/item-types.ts";
import { defaultMix } from "../../schemas/wings.ts";
import { root } from "../support/cli.ts";
import { freshFolder } from "../support/folder.ts";

const at = freshFolder();

const settingsOf = (wing: Wing, more: object = {}): Settings =>
  Settings.parse({ mix: defaultMix(wing), ...more });

/** All that a journal or a fingerprint sees of a stage. */
const told = (stages: readonly Stage[]) =>
  stages.map(({ name, module, prompts, settings }) => ({
    name,
    module,
    prompts: prompts.map(prompt => prompt.name),
    settings: canonicalJson(settings ?? null),
  }));

const travelled = (plan: StagePlan): StagePlan => StagePlan.parse(JSON.parse(JSON.stringify(plan)));

const ragevalPlan = (
  start: "seeds" | "documents" | "questions",
  settings: object = {},
  model: object = {},
): StagePlan => ({
  wing: "rageval",
  settings: settingsOf("rageval", settings),
  start,
  constructed: false,
  sameReader: true,
  ...model,
});

const cofePlan = (base: number | null, model: object = {}, settings: object = {}): StagePlan => ({
  wing: "cofe",
  settings: settingsOf("cofe", settings),
  base,
  constructed: false,
  sameReader: true,
  ...model,
});

const plans: readonly StagePlan[] = [
  ragevalPlan("seeds"),
  ragevalPlan("seeds", {}, { unsorted: true }),
  ragevalPlan("seeds", {
    drafts: true,
    licence: "CC-BY-4.0",
    schemas: ["finance"],
    mix: { factual: 1 },
  }),
  ragevalPlan("documents", { domains: ["法律"] }),
  ragevalPlan("documents", { domains: ["法律"] }, { constructed: true }),
  ragevalPlan("documents", { domains: ["法律"] }, { sameReader: false }),
  ragevalPlan("documents", { method: "paper", mix: defaultMix("rageval", "paper") }),
  ragevalPlan("questions"),
  { wing: "crud", settings: settingsOf("crud"), start: "articles", usedTexts: [] },
  {
    wing: "crud",
    settings: settingsOf("crud", {
      crud: { search: "https://search.example/", since: "2025-06-01", questEval: false },
    }),
    start: "documents",
    usedTexts: ["一篇旧闻。", 'An "older" piece\u2028with odd signs \ud800 \u0000.'],
  },
  cofePlan(null),
  cofePlan(120_345, { sameReader: false }),
  cofePlan(null, { constructed: true }),
  cofePlan(null, {}, { method: "paper", mix: defaultMix("cofe", "paper") }),
];

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

test("a run's stages are those of its plan", () => {
  const sources = {
    rageval: { documents: ["d"], schemas: ["s.yaml"] },
    crud: { seeds: ["a"] },
    cofe: { documents: [join(root, "seeds/cofe")] },
  };
  const expected: Record<Wing, object> = {
    rageval: { start: "documents", constructed: true, sameReader: true },
    crud: { start: "articles", usedTexts: [] },
    cofe: { base: null, constructed: true, sameReader: true },
  };
  for (const wing of ["rageval", "crud", "cofe"] as const) {
    const settings = settingsOf(wing);
    const { plan, stages } = recipeOf(wing, { settings, sources: sources[wing], directory: at() });
    expect(plan).toEqual({ wing, settings, ...expected[wing] });
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
