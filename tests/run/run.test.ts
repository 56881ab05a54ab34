// What a program gets of `run()`: typed ends, its own models and stages, a stop by a signal, and progress by a reporter.

import { writeFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { configs } from "../../schemas/rageval/records.ts";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { ruleAnswerers } from "../../pipelines/floor/rule-answerers.ts";
import {
  type Model,
  ReplyError,
  run,
  type RunEvent,
  type RunOptions,
} from "../../pipelines/index.ts";
import { defineArtifact, defineStage, made } from "../../pipelines/stages.ts";
import { readSchemas } from "../../pipelines/run/package-files.ts";
import { rulesModel } from "../../pipelines/run/rules-model.ts";
import { freshFolder } from "../support/folder.ts";

vi.setConfig({ testTimeout: 60_000 });

const at = freshFolder();
const small = (more: Partial<RunOptions> = {}): RunOptions => ({
  wing: "rageval",
  schemas: ["law"],
  languages: ["zh"],
  domains: ["law"],
  items: 14,
  documentsPerSchema: 2,
  families: { share: 0, documents: 2, twins: 0 },
  until: "documents",
  out: at("run"),
  ...more,
});

/** Answers as rules do, under a name of its own, and notes which stages asked. */
function ownModel(name: string, complete?: Model["complete"]) {
  const asked: string[] = [];
  const rules = rulesModel({
    version: "a1",
    answerers: ruleAnswerers,
    domains: readSchemas({ schemas: ["law"], languages: ["zh"] }),
    randomSeed: 1,
  });
  const model: Model = {
    ...rules,
    name,
    complete: (request, signal) => {
      asked.push(request.stage);
      return (complete ?? rules.complete)(request, signal);
    },
  };
  return { model, asked };
}

test("a model that the program brings answers every stage, and a second call asks it nothing again", async () => {
  const { model, asked } = ownModel("mine");
  const first = await run(small({ model }));
  expect(first).toMatchObject({
    status: "done",
    directory: at("run"),
    failures: [],
    progress: {
      calls: [
        { stage: "rageval/configs", model: "mine" },
        { stage: "rageval/documents", model: "mine" },
      ],
    },
  });
  const count = asked.length;
  expect(new Set(asked)).toEqual(new Set(["rageval/configs", "rageval/documents"]));
  expect(await run(small({ model }))).toMatchObject({ status: "done" });
  expect(asked).toHaveLength(count);
});

test("one stage may be answered by a model of its own", async () => {
  const { model, asked } = ownModel("mine");
  await run(small({ models: { configs: model } }));
  expect(new Set(asked)).toEqual(new Set(["rageval/configs"]));
});

test("two models of one name, and one that nobody brought, are refused", async () => {
  const [first, second] = [ownModel("mine").model, ownModel("mine").model];
  await expect(run(small({ model: first, models: { configs: second } }))).rejects.toMatchObject({
    code: "wrong-use",
    message: "Two models are called mine.",
  });
  await expect(run(small({ model: "own:mine" }))).rejects.toMatchObject({
    code: "bad-settings",
    message: expect.stringContaining("own:mine must be passed in by a program") as string,
  });
});

test("workers can be lent neither stages nor models of the program", async () => {
  const refused = {
    code: "wrong-use",
    message: "Workers cannot run stages or models that a program passes in.",
  };
  await expect(
    run(small({ queueUrl: "redis://h", model: ownModel("mine").model })),
  ).rejects.toMatchObject(refused);
  await expect(run(small({ queueUrl: "redis://h", stages: wing => wing }))).rejects.toMatchObject(
    refused,
  );
});

test("rows whose replies never fit are failures in the result", async () => {
  const refusing = ownModel("refusing", () =>
    Promise.reject(new ReplyError("contract", "refused", "I will not.", null)),
  );
  const result = await run(small({ models: { configs: refusing.model } }));
  expect(result).toMatchObject({
    status: "failed",
    failures: [{ artifact: "rageval/configs", code: "refused" }, { artifact: "rageval/configs" }],
  });
});

test("a run whose requests go by file waits, and names the files", async () => {
  const result = await run(small({ model: "openai:gpt-4o-mini", batch: "files" }));
  expect(result).toMatchObject({
    status: "waiting",
    directory: at("run"),
    rowsWaiting: 2,
    waiting: [{ file: expect.stringContaining("requests-1.jsonl") as string, requests: 2 }],
  });
});

test("an abort saves what is finished, and the same call goes on from there", async () => {
  const stop = new AbortController();
  const { model, asked } = ownModel("mine");
  const reporter = {
    note: () => {},
    event: ({ type }: RunEvent) => type === "row-finished" && asked.length > 0 && stop.abort(),
  };
  await expect(run(small({ model, signal: stop.signal, reporter }))).rejects.toMatchObject({
    code: "interrupted",
  });
  const before = [...asked];
  expect(await run(small({ model }))).toMatchObject({ status: "done" });
  expect(new Set(before)).toEqual(new Set(["rageval/configs"]));
  expect(asked.filter(stage => stage === "rageval/configs")).toHaveLength(2);
});

test("progress and remarks go to the reporter", async () => {
  const [events, notes]: [string[], string[]] = [[], []];
  await run(
    small({
      model: ownModel("mine").model,
      reporter: { event: ({ type }) => events.push(type), note: text => notes.push(text) },
    }),
  );
  expect(new Set(events)).toEqual(
    new Set(["run-started", "stage-started", "row-finished", "stage-finished", "run-finished"]),
  );
  expect(notes).toEqual([
    expect.stringMatching(
      /^this program \(mine\) gets the requests of rageval\/configs, rageval\/members, rageval\/documents/,
    ),
    expect.stringMatching(/^mine judges its own work/),
  ]);
});

const lengths = defineArtifact({
  name: "own/lengths",
  row: z.strictObject({ id: z.string(), values: z.int() }),
  key: ({ id }) => id,
});
const lengthsStage = defineStage({
  name: "own/lengths",
  module: import.meta.filename,
  prompts: [],
  over: configs,
  writes: lengths,
  each: ({ id, values }) => made([{ id: `n-${id}`, values: values.length }]),
});

test("a stage of the program's own stands where it is put, and its rows are read like the others'", async () => {
  const stages: RunOptions["stages"] = wing =>
    wing.flatMap(stage => (stage.writes === configs ? [stage, lengthsStage] : [stage]));
  expect(await run(small({ stages, until: "own/lengths" }))).toMatchObject({ status: "done" });
  const opened = openRun(at("run"));
  expect([...opened.rows(lengths)]).toEqual(
    [...opened.rows(configs)].map(({ id, values }) => ({ id: `n-${id}`, values: values.length })),
  );
  expect(opened.count(lengths)).toBe(2);
});

test("a settings file lies beneath the options", async () => {
  writeFileSync(at("mine.yaml"), "documentsPerSchema: 1\nlicence: CC0-1.0\n");
  const { documentsPerSchema: _two, ...options } = small({
    settings: at("mine.yaml"),
    licence: "MIT",
  });
  await run(options);
  const { settings, rows } = openRun(at("run"));
  expect(settings).toMatchObject({ documentsPerSchema: 1, licence: "MIT" });
  expect([...rows(configs)]).toHaveLength(1);
});
