// A settings file with what a program or a command says laid over it.

import { writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import type { RunOptions } from "../../pipelines/run/options.ts";
import { readAskingSettings, readSettings } from "../../pipelines/run/settings.ts";
import { PublishedType, QuestionType } from "../../schemas/items/item-types.ts";
import { questionTypes } from "../../schemas/items/question-types.ts";
import { ragevalMix } from "../../schemas/mixes.ts";
import { defaultMix } from "../../schemas/wings.ts";
import { freshFolder } from "../support/folder.ts";

const at = freshFolder();

function read(file: string, options: Partial<RunOptions>) {
  writeFileSync(at("ragwright.yaml"), file);
  return readSettings({ wing: "rageval", settings: at("ragwright.yaml"), ...options });
}

test("a group of settings may be given in part; what is undefined is not given", () => {
  const { settings } = read("limits: { concurrency: 3, requestsPerMinute: 60 }\nitems: 5\n", {
    limits: { concurrency: 7, requestsPerMinute: undefined },
    items: undefined,
  });
  expect(settings.limits).toEqual({ concurrency: 7, requestsPerMinute: 60, tokensPerMinute: null });
  expect(settings.items).toBe(5);
});

test("a mix is taken whole: its weights mean nothing without one another", () => {
  expect(read("mix: { factual: 1, summary: 2 }\n", { mix: { factual: 3 } }).settings.mix).toEqual({
    factual: 3,
  });
});

test("the paper's method has its own mix, and makes no type that is not the paper's", () => {
  const published = defaultMix("rageval", "paper");
  expect(Object.keys(published)).toEqual(PublishedType.options);
  expect(read("method: paper\n", {}).settings.mix).toEqual(published);
  expect(read("{}\n", { method: "paper" }).settings.mix).toEqual(published);
  expect(read("{}\n", {}).settings.mix).toEqual(defaultMix("rageval"));
  const others = QuestionType.exclude(PublishedType.options).options;
  expect(others).toEqual(expect.arrayContaining(["condition", "why-how"]));
  for (const type of others) {
    const mix = { factual: 1, [type]: 1 };
    expect(() => read("{}\n", { method: "paper", mix })).toThrow(`does not generate "${type}"`);
    expect(read("{}\n", { mix }).settings.mix).toEqual(mix);
  }
});

test("a type without a weight of its own is made where a mix names it, and only there", () => {
  const record: { weight: number } = questionTypes["why-how"];
  const { weight } = record;
  onTestFinished(() => {
    record.weight = weight;
  });
  expect(read("{}\n", {}).settings.mix).toEqual(ragevalMix("weight"));
  record.weight = 0;
  expect(ragevalMix("weight")).not.toHaveProperty("why-how");
  expect(read("mix: { why-how: 1 }\n", {}).settings.mix).toEqual({ "why-how": 1 });
});

test("another model of the same provider keeps the file's endpoint, another provider's does not", () => {
  const file = "model: { model: openai:a, baseUrl: http://127.0.0.1:1/v1 }\n";
  expect(read(file, { model: "openai:b" }).settings.model).toEqual({
    model: "openai:b",
    baseUrl: "http://127.0.0.1:1/v1",
  });
  expect(read(file, { model: "anthropic:c" }).settings.model).toEqual({ model: "anthropic:c" });
  expect(read(file, { model: { baseUrl: "http://127.0.0.1:2/v1" } }).settings.model).toEqual({
    model: "openai:a",
    baseUrl: "http://127.0.0.1:2/v1",
  });
});

test("sources of the file are those of the run where the options name no others of their kind", () => {
  expect(read("seeds: a\nquestions: [b]\n", { questions: ["c"] }).sources).toEqual({
    seeds: ["a"],
    questions: ["c"],
  });
});

test("a value that does not fit is named with its place", () => {
  expect(() => read("items: 3\n", { items: 0 })).toThrow(
    expect.objectContaining({
      code: "bad-settings",
      message: expect.stringMatching(/^items: /) as string,
    }),
  );
  expect(() => read("itmes: 3\n", {})).toThrow(expect.objectContaining({ code: "bad-settings" }));
});

test("a type that there is not is named, and what there is", () => {
  expect(() => read("mix: { factual: 1, weakness: 1 }\n", {})).toThrow(
    /mix\.weakness: no wing makes "weakness"; the types are .*factual.*correction/,
  );
});

test("what asks models beside a run passes over the settings of making one", () => {
  writeFileSync(
    at("mine.yaml"),
    "items: 3\nseeds: a\nmix: { nonsense: 1 }\nmodels: { items/keypoints: openai:a, relevance: openai:b }\n",
  );
  const { settings } = readAskingSettings({ settings: at("mine.yaml"), model: "openai:judge" }, [
    "evaluate/relevance",
  ]);
  expect(settings.models).toEqual({ relevance: { model: "openai:b" } });
  expect(settings.model.model).toBe("openai:judge");
});

test.each([
  "https://h.example/?key=s3cret",
  "https://h.example/?api_token=s3cret",
  "https://ann@h.example/",
])("a search address with a secret in it is refused, and not shown", search => {
  const read = () => readSettings({ wing: "crud", seeds: ["seeds"], crud: { search } });
  expect(read).toThrow(/crud\.search: give the address without user, password and key/);
  expect(read).not.toThrow(/s3cret/);
});
