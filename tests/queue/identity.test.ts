// What a worker and a coordinator compare before any row goes over: nothing that matters is missed, and each part is named.

import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { readNames, readStatutes } from "../../pipelines/run/package-files.ts";
import { crudPipeline } from "../../pipelines/crud/pipeline.ts";
import { defineStage, made, type Stage } from "../../pipelines/engine/stage.ts";
import { createTemplates } from "../../pipelines/llm/templates.ts";
import {
  differencesOf,
  type Identity,
  identityOf,
  type IdentityParts,
} from "../../pipelines/queue/identity.ts";
import { stagesOf } from "../../pipelines/run/stage-plan.ts";
import { ragevalPipeline } from "../../pipelines/rageval/pipeline.ts";
import { defineArtifact, definePrompt } from "../../schemas/define.ts";
import { Settings } from "../../schemas/settings.ts";
import { wingSamples } from "../support/wing-plans.ts";
import { defaultMix, type Wing } from "../../schemas/wings.ts";

const prompts = resolve(import.meta.dirname, "../../prompts");
const packaged = createTemplates([prompts]);
const settingsOf = (wing: Wing, search = "https://search.example") =>
  Settings.parse({ crud: { search }, drafts: true, mix: defaultMix(wing) });

const data = { names: readNames(), statutes: readStatutes() };
const rageval = (changes: Partial<Parameters<typeof ragevalPipeline>[0]> = {}): Stage[] =>
  ragevalPipeline({
    settings: settingsOf("rageval"),
    start: "seeds",
    constructed: true,
    sameReader: true,
    ...data,
    ...changes,
  });

const wings = Object.fromEntries(
  Object.entries(wingSamples).flatMap(([wing, { plans }]) =>
    plans.map((plan, place) => [`${wing} ${place + 1}`, () => stagesOf(plan)]),
  ),
);

const model = { name: "writer-1", settings: { temperature: null, seed: 7 } };
const modelsOf = (stages: readonly Stage[]): IdentityParts["models"] =>
  new Map(stages.filter(stage => stage.prompts.length > 0).map(({ name }) => [name, model]));

const partsOf = (stages: readonly Stage[]): IdentityParts => ({
  version: "1.2.3",
  stages,
  models: modelsOf(stages),
  endpointOf: () => "https://models.example/v1",
  templates: packaged,
});

/** As it comes out of a message. */
const sent = (identity: Identity) => JSON.parse(JSON.stringify(identity)) as Identity;

test.each(Object.entries(wings))(
  "%s: the same stages, made twice, differ in nothing, also by way of a message",
  (_, stages) => {
    const mine = identityOf(partsOf(stages()));
    expect(differencesOf(mine, sent(identityOf(partsOf(stages()))))).toEqual([]);
    expect(Object.values(mine).filter(value => typeof value !== "string" || value === "")).toEqual(
      [],
    );
  },
);

test.each(Object.entries(wings))(
  "%s: all its stages, records, prompts in both languages, replies, models and endpoints are parts",
  (_, make) => {
    const stages = make();
    const contracts = [...new Set(stages.flatMap(stage => stage.prompts.map(({ name }) => name)))];
    const asking = stages.filter(stage => stage.prompts.length > 0).map(({ name }) => name);
    const records = [
      ...new Set(
        stages.flatMap(({ over, lookup, writes }) =>
          [over, ...Object.values(lookup ?? {}), writes].map(({ name }) => name),
        ),
      ),
    ];
    const repairs = readdirSync(join(prompts, "again"))
      .filter(file => file.endsWith(".zh.hbs"))
      .map(file => `again/${file.replace(".zh.hbs", "")}`);
    const expected = [
      "ragwright",
      "protocol",
      ...stages.map(({ name }) => `stage ${name}`),
      ...[...contracts, ...repairs].flatMap(name => [`prompt ${name} (zh)`, `prompt ${name} (en)`]),
      ...contracts.map(name => `reply ${name}`),
      ...records.map(name => `record ${name}`),
      ...asking.flatMap(name => [`model of ${name}`, `endpoint of ${name}`]),
    ];
    expect(Object.keys(identityOf(partsOf(stages))).sort()).toEqual(expected.sort());
  },
);

const Row = z.strictObject({ id: z.string(), text: z.string() });
const artifact = <R extends z.ZodObject>(name: string, row: R) =>
  defineArtifact({ name, row, key: ({ id }) => String(id) });
const notes = artifact("toy/notes", Row);
const glossary = artifact("toy/glossary", Row);
const summaries = artifact("toy/summaries", Row);
const reply = z.object({ said: z.string().max(80) });
const sayPrompt = definePrompt({
  name: "toy/say",
  variables: z.object({ text: z.string() }),
  reply,
  maxReplyTokens: 50,
});

const toyStage = defineStage({
  name: "toy/summaries",
  module: "1",
  prompts: [sayPrompt],
  settings: { rounds: 2 },
  over: notes,
  lookup: { glossary },
  writes: summaries,
  each: ({ id, text }) => made([{ id, text }]),
}) as Stage;

const { each: _, ...withoutEach } = toyStage as Extract<Stage, { each: unknown }>;
const wholeStage: Stage = { ...withoutEach, all: () => ({ rows: [] }) };

const templates = {
  templateHash: (name: string, language: string) => `${name} ${language}`.padEnd(64, "0"),
};
const toyParts: IdentityParts = { ...partsOf([toyStage]), templates };
const differences = (theirs: Partial<IdentityParts>) =>
  differencesOf(identityOf(toyParts), sent(identityOf({ ...toyParts, ...theirs })));
const otherStage = (changed: object) => differences({ stages: [{ ...toyStage, ...changed }] });
const otherPrompt = (changed: object) => otherStage({ prompts: [{ ...sayPrompt, ...changed }] });
const stageDiffers = "stage toy/summaries differs";

const byHand = (name: string, language: string, changed: string) => ({
  templateHash: (n: string, l: "zh" | "en") =>
    n === name && l === language ? changed : templates.templateHash(n, l),
});

test.each([
  [
    "the version of the program",
    differences({ version: "1.3.0" }),
    ["ragwright: 1.2.3 here, 1.3.0 there"],
  ],
  ["a stage's settings", otherStage({ settings: { rounds: 3 } }), [stageDiffers]],
  [
    "what a stage runs over",
    otherStage({ over: glossary }),
    [stageDiffers, "record toy/notes is not known there"],
  ],
  [
    "what a stage looks up",
    otherStage({ lookup: { glossary: notes } }),
    [stageDiffers, "record toy/glossary is not known there"],
  ],
  ["rows one by one or all at once", differences({ stages: [wholeStage] }), [stageDiffers]],
  [
    "a field of a record",
    otherStage({ over: artifact("toy/notes", Row.extend({ more: z.string() })) }),
    ["record toy/notes differs"],
  ],
  [
    "a Chinese prompt",
    differences({ templates: byHand("toy/say", "zh", "f".repeat(64)) }),
    ["prompt toy/say (zh) differs"],
  ],
  [
    "a field of a reply",
    otherPrompt({ reply: reply.extend({ sure: z.boolean() }) }),
    ["reply toy/say differs"],
  ],
  [
    "the variables of a prompt",
    otherPrompt({ variables: z.object({ text: z.string(), terms: z.string() }) }),
    ["reply toy/say differs"],
  ],
  [
    "a model's name",
    differences({ models: new Map([["toy/summaries", { ...model, name: "writer-2" }]]) }),
    [
      "model of toy/summaries: writer-1 (seed 7, temperature unset) here, writer-2 (seed 7, temperature unset) there",
    ],
  ],
  [
    "an endpoint",
    differences({ endpointOf: () => "http://127.0.0.1:8000/v1" }),
    ["endpoint of toy/summaries: https://models.example/v1 here, http://127.0.0.1:8000/v1 there"],
  ],
  [
    "endpoints that the other does not tell",
    differences({ endpointOf: undefined }),
    ["endpoint of toy/summaries is not known there"],
  ],
])("%s is found and named", (_, found, expected) => {
  expect(found).toEqual(expected);
});

test("a stage of the coordinator that this machine lacks is told first, and so is one that it has alone", () => {
  const other = { ...toyStage, name: "toy/events" } as Stage;
  const theirs = identityOf({
    ...toyParts,
    stages: [toyStage, other],
    models: modelsOf([toyStage, other]),
  });
  expect(differencesOf(identityOf(toyParts), theirs)[0]).toBe("stage toy/events is not known here");
  expect(differencesOf(theirs, identityOf(toyParts))[0]).toBe(
    "stage toy/events is not known there",
  );
});

test("an edit in a wing's own data reaches the stages that rest on it", () => {
  const fewer = rageval({ statutes: data.statutes.slice(1) });
  expect(differencesOf(identityOf(partsOf(rageval())), identityOf(partsOf(fewer)))).toEqual([
    "stage rageval/documents differs",
  ]);
});

test("parts that are called as objects' own fields are, are compared like any other", () => {
  expect(
    differencesOf({ constructor: "a" }, JSON.parse('{"__proto__":"b","toString":"c"}') as Identity),
  ).toEqual([
    "__proto__ is not known here",
    "toString is not known here",
    "constructor is not known there",
  ]);
});

test("no key, address or setting that a stage was given stands in an identity as text", () => {
  const stages = crudPipeline({
    settings: settingsOf("crud", "https://search.example/?site=hidden"),
    start: "articles",
    usedTexts: ["hidden"],
  });
  expect(JSON.stringify(identityOf(partsOf(stages)))).not.toMatch(/hidden/);
});
