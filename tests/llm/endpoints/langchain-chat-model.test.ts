// Chat models of LangChain as a program makes them with the real packages: what is sent, and what replies and failures become.

import { SimpleChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { ChatOpenAI } from "@langchain/openai";
import { expect, test } from "vitest";
import type { PassedModelSettings } from "../../../pipelines/llm/endpoints/ai-sdk.ts";
import {
  wrapLangChainChatModel,
  chatModelName,
  isLangChainChatModel,
} from "../../../pipelines/llm/endpoints/langchain-chat-model.ts";
import { openDialects } from "../../../pipelines/llm/endpoints/dialect.ts";
import { aRequest, asksForFrance, never, paris } from "../requests.ts";
import { chatContract } from "./chat-contract.ts";
import { type Answer, completing } from "./chat-server.ts";
import { secret, served } from "./served.ts";

const { serve, server } = served();

const settings = (more: Partial<PassedModelSettings> = {}) => ({
  temperature: null,
  seed: null,
  timeout: 5000,
  dialect: openDialects(null)("here", "m1", null),
  schemaText: (language: string, schema: object) => `${language} JSON: ${JSON.stringify(schema)}`,
  env: {},
  ...more,
});

const objectAt = (baseURL: string, sampling: object = { temperature: 0.2, maxTokens: 70 }) =>
  new ChatOpenAI({ model: "m1", apiKey: secret, configuration: { baseURL }, ...sampling });

async function against(answer: Answer, more: Partial<PassedModelSettings> = {}, sampling?: object) {
  const { baseUrl } = await serve(answer);
  return wrapLangChainChatModel(objectAt(baseUrl, sampling), settings(more));
}

chatContract(answer => against(answer, {}, {}), server, "langchain.openai (model m1)");

test("a request asks for the reply's schema by a strict tool, with the object's own temperature and length and the sample's seed", async () => {
  const model = await against(completing(paris), { seed: 40 });
  await model.complete(aRequest("France", model, 2), never);
  expect(server().bodies[0]).toMatchObject({
    model: "m1",
    messages: asksForFrance,
    max_tokens: 70,
    temperature: 0.2,
    seed: 42,
    tools: [{ function: { name: "items-capital", strict: true } }],
  });
  expect(model.settings).toEqual({ temperature: 0.2, seed: 40 });
});

test("a reply that does not come in time may pass", async () => {
  const model = await against(() => {}, { timeout: 50 });
  await expect(model.complete(aRequest("France"), never)).rejects.toMatchObject({
    code: "timeout",
  });
});

/** A local model's class, as a program writes it. */
class Atlas extends SimpleChatModel {
  readonly asked: string[] = [];
  constructor() {
    super({});
  }
  _llmType() {
    return "atlas";
  }
  async _call(messages: BaseMessage[]) {
    this.asked.push(...messages.map(({ text }) => text));
    return paris;
  }
}

test("a class without tools is told the schema in words", async () => {
  const object = new Atlas();
  const reply = await wrapLangChainChatModel(object, settings()).complete(
    aRequest("France"),
    never,
  );
  expect(reply).toMatchObject({ text: paris, finish: "stop" });
  expect(reply.usage.inputTokens).toBeGreaterThan(5);
  expect(object.asked[0]).toContain("You know capitals.\n\nen JSON: {");
  expect(object.asked[1]).toBe("Capital of France?");
});

test("of a class that gives back only what it read of the reply, that is the reply", async () => {
  const object = new FakeListChatModel({ responses: [paris] });
  const reply = await wrapLangChainChatModel(object, settings()).complete(
    aRequest("France"),
    never,
  );
  expect(reply).toMatchObject({ text: paris, finish: "stop" });
});

test("tracing to third parties is off while it is asked", async () => {
  const env: Record<string, string | undefined> = { LANGSMITH_TRACING: "true" };
  const object = new FakeListChatModel({ responses: [paris] });
  await wrapLangChainChatModel(object, { ...settings(), env }).complete(aRequest("France"), never);
  expect(env["LANGSMITH_TRACING"]).toBe("false");
});

test("a temperature or top-p that the object has not is refused, its own is taken", () => {
  const object = objectAt("http://127.0.0.1:9/v1");
  expect(() => wrapLangChainChatModel(object, settings({ temperature: 0 }))).toThrow(
    "The temperature of m1 was fixed when the program created it, but the settings say 0.",
  );
  expect(wrapLangChainChatModel(object, settings({ temperature: 0.2 })).settings.temperature).toBe(
    0.2,
  );
  expect(() => wrapLangChainChatModel(object, settings({ topP: 0.5 }))).toThrow(
    "The topP of m1 was fixed when the program created it, but the settings say 0.5.",
  );
});

test("chat models are known by their shape, and named as their provider names them", () => {
  const object = objectAt("http://127.0.0.1:9/v1");
  expect(isLangChainChatModel(object)).toBe(true);
  expect(isLangChainChatModel(object.pipe(x => x))).toBe(false);
  expect(chatModelName(object)).toBe("m1");
  expect(chatModelName(new FakeListChatModel({ responses: [] }))).toBe("fake-list");
});
