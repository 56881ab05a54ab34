// Which stages of a run directory other code made, and how many of their replies still serve.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { PipelineError } from "../../pipelines/engine/errors.ts";
import type { StageVersion } from "../../pipelines/engine/runner.ts";
import { defineStage, defineWholeStage, made, type Stage } from "../../pipelines/engine/stage.ts";
import { openCode } from "../../pipelines/run/code-version.ts";
import { refuseChangedCode, stageVersions } from "../../pipelines/run/code-changes.ts";
import { keypointsStage } from "../../pipelines/items/keypoints.ts";
import { splitsStage } from "../../pipelines/items/splits.ts";
import { definePrompt } from "../../schemas/define.ts";
import { Settings } from "../../schemas/settings.ts";
import { runPlain, textArtifact } from "../support/plain-run.ts";
import { freshFolder } from "../support/folder.ts";

const at = freshFolder();

const [input, first, second] = [
  textArtifact("plain/input"),
  textArtifact("plain/first"),
  textArtifact("plain/second"),
];
const prompt = definePrompt({
  name: "plain/say",
  variables: z.object({ text: z.string() }),
  reply: z.object({ said: z.string() }),
  maxReplyTokens: 20,
});
const firstStage = defineStage({
  name: "plain/first",
  module: "1",
  prompts: [prompt],
  over: input,
  writes: first,
  each: row => made([row]),
});
const secondStage = defineWholeStage({
  name: "plain/second",
  module: "1",
  prompts: [],
  over: first,
  writes: second,
  all: rows => ({ rows }),
});
const both: readonly Stage[] = [firstStage, secondStage];

const words = { "plain/say zh": "a", "plain/say en": "a" };
const version = (changed: Partial<StageVersion> = {}) => ({
  code: "1",
  floor: null,
  prompts: {},
  ...changed,
});
/** Both stages as they were run, but for what is changed in one of them. */
const versions =
  (stage?: string, changed: Partial<StageVersion> = {}) =>
  ({ name }: Stage): StageVersion =>
    version({
      ...(name === "plain/first" ? { prompts: words } : {}),
      ...(name === stage ? changed : {}),
    });

interface Made {
  readonly by?: (stage: Stage) => StageVersion;
  readonly stages?: readonly Stage[];
}

const make = ({ by = versions(), stages = both }: Made = {}) =>
  runPlain({
    directory: at(),
    input,
    rows: ["a", "b"].map(id => ({ id, text: id })),
    stages,
    options: { versionOf: by },
  });

/** What it says that stops the run; undefined where nothing does. */
function refusal(
  by: (stage: Stage) => StageVersion,
  { stages = both, model = "openai:writer-1" }: { stages?: readonly Stage[]; model?: string } = {},
): string | undefined {
  try {
    refuseChangedCode({
      directory: at(),
      stages,
      settings: Settings.parse({ model: { model } }),
      versionOf: by,
    });
    return undefined;
  } catch (error) {
    return error instanceof PipelineError && error.code === "other-code"
      ? error.message
      : String(error);
  }
}

const editRunFile = (edit: (file: Record<string, unknown>) => Record<string, unknown>) =>
  writeFileSync(
    join(at(), "run.json"),
    JSON.stringify(edit(JSON.parse(readFileSync(join(at(), "run.json"), "utf8")))),
  );

test("a run by the same code goes on, and so does one in a new folder", async () => {
  expect(refusal(versions())).toBeUndefined();
  await make();
  expect(refusal(versions())).toBeUndefined();
});

test("stages of other code are listed with what they have made", async () => {
  await make();
  expect(refusal(versions("plain/second", { code: "2" }))).toBe(
    `${at()} was made by different code. 1 of its 2 stages would be redone:\n  plain/second: 1 outcome\n0 of their 0 journaled replies can be reused. Nothing was changed.`,
  );
  expect(refusal(versions("plain/first", { code: "2" }))).toContain("  plain/first: 2 outcomes");
});

test("a run that noted no versions counts as made by other code", async () => {
  await make();
  editRunFile(file => ({ ...file, versions: undefined }));
  expect(refusal(versions())).toContain("2 of its 2 stages");
});

test("stages that have made nothing yet are not redone", async () => {
  await make({ stages: [firstStage] });
  expect(refusal(versions("plain/second", { code: "2" }))).toBeUndefined();
});

test("other answers by rule count, another way of answering is a setting", async () => {
  await make({ by: versions("plain/first", { floor: "f1" }) });
  expect(refusal(versions("plain/first", { floor: "f2" }))).toContain("plain/first");
  expect(refusal(versions("plain/first", { floor: null }))).toBeUndefined();
});

test("changed words are no other code", async () => {
  await make();
  expect(refusal(versions("plain/first", { prompts: { "plain/say zh": "b" } }))).toBeUndefined();
});

test("the version of a stage that is left out for a run stays noted", async () => {
  await make();
  await make({ stages: [firstStage] });
  expect(refusal(versions("plain/second", { code: "2" }))).toContain("plain/second");
});

test("a stop on the way to the end notes only the stages that were run by the new code", async () => {
  await make();
  await runPlain({
    directory: at(),
    input,
    rows: [],
    stages: both,
    options: { versionOf: () => version({ code: "2" }), until: "plain/first" },
  });
  expect(refusal(() => version({ code: "2" }))).toContain("1 of its 2 stages");
});

test("replies serve that the stage's model gave to words that are the same; each request counts once", async () => {
  await make();
  const call = (key: string, over: object = {}) =>
    JSON.stringify({
      key,
      stage: "plain/first",
      prompt: "plain/say",
      language: "en",
      model: "writer-1",
      usage: { inputTokens: 1, outputTokens: 1 },
      ...over,
    });
  const calls = [
    call("1"),
    call("1"),
    call("2", { model: "writer-2" }),
    call("3", { language: "zh" }),
    call("4", { prompt: "plain/other" }),
    call("5", { stage: "plain/none" }),
  ];
  mkdirSync(at(), { recursive: true });
  writeFileSync(at("calls.jsonl"), `${calls.join("\n")}\n`);
  expect(refusal(versions("plain/first", { code: "2" }))).toContain(
    "plain/first: 2 outcomes, 2 of 4 replies can be reused",
  );
  expect(
    refusal(versions("plain/first", { code: "2", prompts: { ...words, "plain/say zh": "b" } })),
  ).toContain("1 of 4 replies");
  expect(
    refusal(versions("plain/first", { code: "2", floor: "f1" }), { model: "rules" }),
  ).toContain("0 of 4 replies");
});

test("a stage's version holds its code, what answers it by rule, and its prompts in both languages", () => {
  const code = openCode();
  const splits = splitsStage({ devShare: 0.2 });
  const of = (model: string, stage: Stage) =>
    stageVersions({ settings: Settings.parse({ model: { model } }), code, floorHash: "f1" })(stage);
  expect(of("rules", keypointsStage)).toMatchObject({
    code: code.versionOf(keypointsStage.module),
    floor: "f1",
  });
  expect(Object.keys(of("rules", keypointsStage).prompts)).toEqual([
    "items/keypoints zh",
    "items/keypoints en",
  ]);
  expect([of("openai:a", keypointsStage).floor, of("rules", splits).floor]).toEqual([null, null]);
});
