// Replies on file: each fits its contract and says who wrote it; one that is missing says how it is brought in.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keypointsPrompt } from "../../../schemas/items/prompts.ts";
import type { ModelRequest } from "../../../pipelines/llm/model.ts";
import { root } from "../cli.ts";
import { contractNamed } from "./contracts.ts";
import { recordedModel } from "./model.ts";
import { keyOf, readReplies } from "./replies.ts";

const journeys = readdirSync(join(root, "tests/fixtures/replies"));
const variables = {
  type: "factual",
  question: "When was the mill founded?",
  answer: "In 1998.",
  evidence: [],
};
const request = (over: object = {}) =>
  ({
    prompt: keypointsPrompt,
    language: "en",
    variables,
    sample: 0,
    messages: [{ role: "user", content: "One wording." }],
    replySchema: {},
    ...over,
  }) as unknown as ModelRequest;

test.each(journeys)("every reply of %s was written by hand and fits its contract", journey => {
  const replies = [...readReplies(journey).values()];
  expect(replies.length).toBeGreaterThan(0);
  expect(
    replies.filter(({ prompt, reply }) => !contractNamed(prompt).reply.safeParse(reply).success),
  ).toEqual([]);
});

test("a key follows from contract, language, variables and sample, and not from the wording of a prompt", () => {
  const key = keyOf(request());
  expect(keyOf(request({ messages: [{ role: "user", content: "Another wording." }] }))).toBe(key);
  expect(
    keyOf(request({ variables: Object.fromEntries(Object.entries(variables).reverse()) })),
  ).toBe(key);
  const others = [
    { language: "zh" },
    { sample: 100 },
    { variables: { ...variables, answer: "In 1999." } },
  ];
  expect(others.filter(over => keyOf(request(over)) === key)).toEqual([]);
});

test("variables that name a row by its id are refused: its code would be in the key", () => {
  expect(() => keyOf(request({ variables: { ...variables, type: "q-0123456789ab" } }))).toThrow(
    /hold the id "q-0123456789ab"/,
  );
});

test("a request that nobody has answered fails its row and names the command", async () => {
  const model = recordedModel("crud", {
    name: "recorded",
    settings: { temperature: null, seed: 1 },
  });
  await expect(model.complete(request(), new AbortController().signal)).rejects.toMatchObject({
    code: "no-recorded-reply",
    message: expect.stringContaining("npm run replies -- missing crud"),
  });
});
