// Answers by code: which prompt, which draws, which name.

import { expect, test } from "vitest";
import { z } from "zod";
import { buildRequest } from "../../pipelines/llm/request.ts";
import { answererFor } from "../../pipelines/floor/answerer.ts";
import { rulesModel } from "../../pipelines/run/rules-model.ts";
import { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { definePrompt } from "../../schemas/define.ts";
import { aRequest, capitalPrompt, never } from "../llm/requests.ts";

const drawing = answererFor(capitalPrompt, ({ country }, { draw, language }) => ({
  capital: `${country}-${language}-${[1, 2, 3].map(() => draw(1_000_000)).join(".")}`,
  sure: null,
}));
const model = (randomSeed = 1, domains: ScenarioSchema[] = []) =>
  rulesModel({ version: "a1", answerers: [drawing], domains, randomSeed });
const textOf = async (subject: ReturnType<typeof model>, country: string, sample = 0) =>
  (await subject.complete(aRequest(country, subject, sample), never)).text;

test("the same request draws the same numbers on any model of the same seed, in any order", async () => {
  const [one, other] = [model(), model()];
  const spain = await textOf(one, "Spain");
  const france = await textOf(one, "France");
  expect([await textOf(other, "France"), await textOf(other, "Spain")]).toEqual([france, spain]);
});

test("another sample, seed or variable draws other numbers", async () => {
  const numbers = [
    await textOf(model(), "France"),
    await textOf(model(), "France", 1),
    await textOf(model(2), "France"),
    await textOf(model(), "Spain"),
  ];
  expect(new Set(numbers.map(text => text.replace(/France|Spain/, ""))).size).toBe(4);
});

test.each([
  ["a prompt nobody answers", []],
  ["what its answerer finds no answer to", [answererFor(capitalPrompt, () => undefined)]],
])("%s declines the row, and says what to do", async (_, answerers) => {
  const subject = rulesModel({ version: "a1", answerers, domains: [], randomSeed: 1 });
  await expect(subject.complete(aRequest("France", subject), never)).rejects.toMatchObject({
    name: "ReplyError",
    kind: "declined",
    code: "needs-model",
    message: "This needs a model: --model openai:NAME, ollama:NAME, or --batch files.",
  });
});

test("an error inside an answerer is a bug and keeps its own face", async () => {
  const broken = answererFor(capitalPrompt, () => {
    throw new RangeError("off by one");
  });
  const subject = rulesModel({ version: "a1", answerers: [broken], domains: [], randomSeed: 1 });
  await expect(subject.complete(aRequest("France", subject), never)).rejects.toThrow(RangeError);
});

test("an answerer gets the variables as its contract reads them, with defaults put in", async () => {
  const prompt = definePrompt({
    ...capitalPrompt,
    variables: z.object({ country: z.string().default("France") }),
  });
  const subject = rulesModel({
    version: "a1",
    answerers: [answererFor(prompt, ({ country }) => ({ capital: country, sure: null }))],
    domains: [],
    randomSeed: 1,
  });
  const request = buildRequest(subject, { ...aRequest("x"), prompt, variables: {} });
  expect((await subject.complete(request, never)).text).toBe('{"capital":"France","sure":null}');
});

test("an edited domain schema is another model: its old answers do not stand for the new ones", () => {
  const domain = ScenarioSchema.parse({
    domain: "sea",
    language: "en",
    scenario: "log",
    subject: "{ship}",
    subScenario: null,
    sections: [{ id: "a", title: "A", form: "short" }],
    leaves: [
      { path: "ship", label: "ship", type: "text", description: "", fill: "model", section: "a" },
    ],
  });
  const edited = { ...domain, scenario: "logbook" };
  expect(model(1, [domain]).name).toBe(model(1, [domain]).name);
  expect(model(1, [domain]).name).not.toBe(model(1, [edited]).name);
  expect(model().name).toMatch(/^rules@a1\.[0-9a-f]{8}$/);
});

test("it costs nothing, and its random seed is part of every key", () => {
  expect([model().paid, model(7).settings]).toEqual([false, { temperature: null, seed: 7 }]);
  expect(aRequest("France", model(1)).key).not.toBe(aRequest("France", model(2)).key);
});
