// Counting in place of asking: what a real model would be sent, each equal request once.

import { expect, test } from "vitest";
import { ReplyError } from "../../pipelines/engine/errors.ts";
import { startCounting } from "../../pipelines/llm/counting.ts";
import type { Message, Model } from "../../pipelines/llm/model.ts";
import { replySchemaOf } from "../../pipelines/llm/reply-schema.ts";
import { buildRequest } from "../../pipelines/llm/request.ts";
import { countTokens } from "../../pipelines/text/segment.ts";
import { aReply, capitalPrompt, never, paris, scripted } from "./requests.ts";

const system: Message = { role: "system", content: "You know capitals." };
const identity = { name: "openai:gpt-4o-mini", settings: { temperature: null, seed: 1 } };
const replySchema = replySchemaOf(capitalPrompt.reply);
/** Of the schema, four a message, three before the reply. */
const around = (messages: number) => countTokens(JSON.stringify(replySchema)) + 4 * messages + 3;

/** A model whose replies are Paris, 7 tokens in and 3 out, however often it is asked. */
const always: Model = { ...scripted(), paid: false, complete: async () => aReply(paris) };

const ask = (model: Model, { stage = "items/capital", country = "France", sample = 0, thinkingTokens = 0, messages }: Partial<Asked> = {}) =>
  model.complete(
    buildRequest(model, {
      stage,
      prompt: capitalPrompt,
      language: "en",
      variables: { country },
      messages: messages ?? [system, { role: "user", content: `Capital of ${country}?` }],
      replySchema,
      sample,
      thinkingTokens,
    }),
    never,
  );

interface Asked {
  readonly stage: string;
  readonly country: string;
  readonly sample: number;
  readonly thinkingTokens: number;
  readonly messages: readonly Message[];
}

test("calls, tokens of messages with schema and format, replies and the longest replies are counted by stage", async () => {
  const { model, counts } = startCounting(always);
  const counting = model(identity);
  expect((await ask(counting)).text).toBe(paris);
  await ask(counting, { country: "Peru" });
  await ask(counting, { stage: "items/other", country: "Chile" });
  expect([...counts.keys()]).toEqual(["items/capital", "items/other"]);
  expect(counts.get("items/capital")).toEqual({
    calls: 2,
    inputTokens: 2 * (7 + around(2)),
    // Seven tokens less those of the system message.
    textTokens: 2 * (7 - countTokens(system.content)),
    outputTokens: 6,
    // The contract allows 60.
    longestOutput: 120,
    unanswered: 0,
  });
});

test("equal requests are one call, as in the journal; another sample or another model's are not", async () => {
  const { model, counts } = startCounting(always);
  const mini = model(identity);
  await Promise.all([ask(mini), ask(mini)]);
  await ask(mini, { stage: "items/later" });
  expect([...counts].map(([stage, { calls }]) => [stage, calls])).toEqual([["items/capital", 1]]);
  await ask(mini, { sample: 1 });
  await ask(model({ ...identity, name: "openai:gpt-4o" }), { stage: "items/later" });
  expect([...counts].map(([stage, { calls }]) => [stage, calls])).toEqual([
    ["items/capital", 2],
    ["items/later", 1],
  ]);
});

test("a request asked again with its faulty reply is a call of its own", async () => {
  const { model, counts } = startCounting(always);
  const counting = model(identity);
  const opening: Message[] = [system, { role: "user", content: "Capital of France?" }];
  await ask(counting, { messages: opening });
  await ask(counting, { messages: [...opening, { role: "assistant", content: "{}" }, { role: "user", content: "No." }] });
  expect(counts.get("items/capital")).toMatchObject({ calls: 2, inputTokens: 14 + around(2) + around(4) });
});

test("thinking belongs to the longest reply", async () => {
  const { model, counts } = startCounting(always);
  await ask(model(identity), { thinkingTokens: 1000 });
  expect(counts.get("items/capital")).toMatchObject({ longestOutput: 1060, outputTokens: 3 });
});

test("a request that rules cannot answer fails its row, and is counted at its longest reply", async () => {
  const refusal = new ReplyError("contract", "no-rules-answer", "no answer by rules", null);
  const { model, counts } = startCounting({
    ...always,
    complete: async () => {
      throw refusal;
    },
  });
  await expect(ask(model(identity))).rejects.toBe(refusal);
  const inMessages = countTokens(system.content) + countTokens("Capital of France?");
  expect(counts.get("items/capital")).toMatchObject({ calls: 1, inputTokens: inMessages + around(2), outputTokens: 60, unanswered: 1 });
});

test("what only a bug throws is not counted as a request", async () => {
  const { model, counts } = startCounting({
    ...always,
    complete: async () => {
      throw new TypeError("a bug");
    },
  });
  await expect(ask(model(identity))).rejects.toThrow("a bug");
  expect(counts.size).toBe(0);
});

test("nothing it answers is paid for", () => {
  expect(startCounting({ ...always, paid: true }).model(identity).paid).toBe(false);
});
