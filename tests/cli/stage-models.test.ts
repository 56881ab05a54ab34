// Which model answers which stage, what is said of it beforehand, and which settings are refused.

import { expect, test } from "vitest";
import { z } from "zod";
import { defineArtifact, definePrompt } from "../../schemas/define.ts";
import { Settings } from "../../schemas/settings.ts";
import { checkStageNames, stageModel } from "../../pipelines/run/models.ts";
import { hostNotices, judgeWarnings } from "../../pipelines/run/notices.ts";
import { defineStage, made, type Stage } from "../../pipelines/engine/stage.ts";

const settingsOf = (given: object) => Settings.parse(given);
const modelOf = (given: object, stage = "items/keypoints") => stageModel(settingsOf(given), stage);

test("a model's name alone stands for its settings, and what is said of a stage lies over what is said of all", () => {
  const given = {
    model: "openai:small",
    models: { "items/keypoints": { temperature: 0.7 }, questions: "openai:large" },
  };
  expect(modelOf(given)).toMatchObject({ provider: "openai", name: "small", temperature: 0.7 });
  expect(modelOf(given, "rageval/questions")).toMatchObject({
    provider: "openai",
    name: "large",
    temperature: null,
  });
  expect(modelOf(given, "rageval/schemas")).toMatchObject({ name: "small", temperature: null });
});

test("a stage's model of the same provider keeps endpoint and key; another provider's does not take them over", () => {
  const model = { model: "openai:small", baseUrl: "http://127.0.0.1:1/v1", keyFrom: "MY_KEY" };
  expect(modelOf({ model, models: { keypoints: "openai:large" } })).toMatchObject({
    name: "large",
    baseUrl: model.baseUrl,
    keyFrom: "MY_KEY",
  });
  expect(modelOf({ model, models: { keypoints: "anthropic:claude" } })).toMatchObject({
    provider: "anthropic",
    name: "claude",
    baseUrl: null,
    keyFrom: null,
  });
});

test("limits and time limits a model leaves out are those of the run", () => {
  const given = {
    model: { model: "openai:m", limits: { concurrency: 2 }, timeout: { idle: 5 } },
    limits: { requestsPerMinute: 60 },
    timeout: { connect: 3 },
  };
  const model = modelOf(given);
  expect(model.limits).toEqual({ concurrency: 2, requestsPerMinute: 60, tokensPerMinute: null });
  expect(model.timeout).toEqual({ connect: 3, firstByte: 300, idle: 5, whole: 600 });
  expect(model.ownLimits).toBe(true);
});

test("--batch api sends all of OpenAI's models through batches, except where a stage says no", () => {
  const settings = settingsOf({
    model: "openai:m",
    models: { keypoints: { batch: false }, questions: "anthropic:claude", facts: "rules" },
  });
  const batched = (stage: string) => stageModel(settings, stage, true).batch;
  expect(
    ["rageval/schemas", "items/keypoints", "rageval/questions", "rageval/facts"].map(batched),
  ).toEqual([true, false, false, false]);
  expect(stageModel(settings, "rageval/schemas").batch).toBe(false);
});

const artifact = (name: string) =>
  defineArtifact({ name, row: z.strictObject({ id: z.string() }), key: row => row.id });
const prompt = definePrompt({
  name: "a/b",
  variables: z.object({}),
  reply: z.object({}),
  maxReplyTokens: 1,
});
const stage = (name: string, over: string, judges?: true): Stage =>
  defineStage({
    name,
    module: "1",
    prompts: [prompt],
    ...(judges ? { judges } : {}),
    over: artifact(over),
    writes: artifact(name),
    each: () => made([]),
  });

test("a stage name in models that no asking stage has is refused with the names there are", () => {
  const stages = [stage("items/keypoints", "items/answers")];
  expect(() =>
    checkStageNames(settingsOf({ models: { keypoints: "openai:m" } }), stages),
  ).not.toThrow();
  expect(() => checkStageNames(settingsOf({ models: { keypoint: "openai:m" } }), stages)).toThrow(
    expect.objectContaining({
      code: "bad-settings",
      hint: expect.stringContaining("items/keypoints") as unknown,
    }),
  );
});

test("before the first call it is said which host gets which text", () => {
  const [questions, verdicts] = [
    stage("rageval/questions", "rageval/asked"),
    stage("items/verdicts", "items/answers", true),
  ];
  const lines = hostNotices([
    { stage: questions, model: "small", endpoint: "https://a.example/v1" },
    { stage: verdicts, model: "large", endpoint: "https://b.example/v1" },
  ]);
  expect(lines).toEqual([
    "https://a.example/v1 (small) gets the requests of rageval/questions, with text from rageval/asked",
    "https://b.example/v1 (large) gets the requests of items/verdicts, with text from items/answers",
  ]);
});

test("a judge that is the generator is warned of; another model is not", () => {
  const [questions, verdicts] = [
    stage("rageval/questions", "rageval/asked"),
    stage("items/verdicts", "items/answers", true),
  ];
  const place = "https://a.example/v1";
  const alone = judgeWarnings([
    { stage: questions, model: "small", endpoint: place },
    { stage: verdicts, model: "small", endpoint: place },
  ]);
  expect(alone).toHaveLength(1);
  expect(alone[0]).toContain("small judges its own work in items/verdicts");
  const apart = judgeWarnings([
    { stage: questions, model: "small", endpoint: place },
    { stage: verdicts, model: "large", endpoint: place },
  ]);
  expect(apart).toEqual([]);
});

test("a key in a base URL, or in place of a variable's name, is refused", () => {
  expect(
    Settings.safeParse({ model: { model: "openai:m", baseUrl: "https://user:secret@host/v1" } })
      .success,
  ).toBe(false);
  expect(
    Settings.safeParse({ model: { model: "openai:m", baseUrl: "https://host/v1?api-key=secret" } })
      .success,
  ).toBe(false);
  expect(
    Settings.safeParse({ model: { model: "openai:m", keyFrom: "sk-not-a-name" } }).success,
  ).toBe(false);
});
