// Models of the AI SDK as a program makes them with the real package: what is sent, and what replies and failures become.

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { expect, test } from "vitest";
import {
  wrapAiSdkModel,
  type PassedModelSettings,
  isAiSdkModel,
} from "../../../pipelines/llm/endpoints/ai-sdk.ts";
import { generatedReply } from "../../../pipelines/llm/endpoints/ai-sdk-reply.ts";
import { openDialects } from "../../../pipelines/llm/endpoints/dialect.ts";
import { aRequest, asksForFrance, never, paris } from "../requests.ts";
import { type Answer, completing, completion, sendJson } from "./chat-server.ts";
import { chatContract } from "./chat-contract.ts";
import { secret, served } from "./served.ts";

const { serve, server } = served();

const settings = (more: Partial<PassedModelSettings> = {}): PassedModelSettings => ({
  temperature: null,
  seed: null,
  timeout: 5000,
  dialect: openDialects(null)("here", "m1", null),
  schemaText: (language, schema) => `${language} JSON: ${JSON.stringify(schema)}`,
  ...more,
});

const objectAt = (baseURL: string, supportsStructuredOutputs = true) =>
  createOpenAICompatible({ name: "here", baseURL, apiKey: secret, supportsStructuredOutputs })(
    "m1",
  );

async function against(answer: Answer, more: Partial<PassedModelSettings> = {}, structured = true) {
  const { baseUrl } = await serve(answer);
  return wrapAiSdkModel(objectAt(baseUrl, structured), settings(more));
}

const failureOf = async (
  answer: Answer,
  more: Partial<PassedModelSettings> = {},
): Promise<unknown> =>
  (await against(answer, more))
    .complete(aRequest("France"), never)
    .catch((error: unknown) => error);

chatContract(against, server, "here.chat");

test("a request has the reply's schema, its length limit, temperature and the sample's seed", async () => {
  const model = await against(completing(paris), { temperature: 0.2, seed: 40, topP: 0.9 });
  await model.complete(aRequest("France", model, 2), never);
  expect(server().bodies[0]).toMatchObject({
    model: "m1",
    messages: asksForFrance,
    max_tokens: 60,
    temperature: 0.2,
    top_p: 0.9,
    seed: 42,
    response_format: {
      type: "json_schema",
      json_schema: { name: "items-capital", schema: aRequest("France").replySchema },
    },
  });
  expect(server().headers[0]?.authorization).toBe(`Bearer ${secret}`);
});

test("an object that passes no schema on is told it in words", async () => {
  const model = await against(completing(paris), {}, false);
  await model.complete(aRequest("France"), never);
  const [{ messages, response_format } = {}] = server().bodies as {
    messages?: { content: string }[];
    response_format?: object;
  }[];
  expect(messages?.[0]?.content).toContain("You know capitals.\n\nen JSON: {");
  expect(response_format).toEqual({ type: "json_object" });
});

test("a server that refuses the schema is asked again at once without it", async () => {
  const model = await against((response, body) =>
    JSON.stringify(body["response_format"]).includes("json_schema")
      ? sendJson(response, 400, { error: { message: "response_format json_schema: unknown" } })
      : completing(paris)(response, body),
  );
  expect((await model.complete(aRequest("France"), never)).text).toBe(paris);
  expect(server().bodies).toHaveLength(2);
});

test("the reply is the raw text, with the server's limits", async () => {
  const headers = { "x-ratelimit-limit-requests": "500", "x-ratelimit-remaining-requests": "499" };
  const model = await against(response => sendJson(response, 200, completion(paris), headers));
  expect(await model.complete(aRequest("France"), never)).toMatchObject({
    text: paris,
    rates: { requestsPerMinute: 500, remainingRequests: 499 },
  });
});

test("an object that passes no schema on, at a server that knows no JSON mode either, is asked in words alone", async () => {
  const answer: Answer = (response, body) =>
    "response_format" in (body as object)
      ? sendJson(response, 400, { error: { message: "response_format must be text" } })
      : sendJson(response, 200, completion(paris));
  const model = await against(answer, {}, false);
  await model.complete(aRequest("France"), never);
  expect(server().bodies.length).toBeLessThanOrEqual(3);
  expect(server().bodies.at(-1)).not.toHaveProperty("response_format");
});

test("what is not a completion may be billed", async () => {
  const garbled = await failureOf(response => sendJson(response, 200, { hello: 1 }));
  expect(garbled).toMatchObject({ code: "garbled", maybeBilled: true });
});

test("a reply that does not come in time may pass", async () => {
  const error = await failureOf(() => {}, { timeout: 50 });
  expect(error).toMatchObject({ code: "timeout", maybeBilled: true });
});

/** As AI SDK 5 has them: numbers of tokens, a word for the end. */
const secondVersion = {
  content: [
    { type: "reasoning", text: "France …" },
    { type: "text", text: paris },
  ],
  finishReason: "stop",
  usage: { inputTokens: 11, outputTokens: 5, totalTokens: 16, cachedInputTokens: 8 },
  warnings: [{ type: "unsupported-setting", setting: "responseFormat" }],
};

test("results of version 2 are read, and thoughts are no part of the reply", () => {
  expect(generatedReply(secondVersion, aRequest("France"))).toEqual({
    reply: {
      text: paris,
      finish: "stop",
      usage: { inputTokens: 11, outputTokens: 5, cachedTokens: 8 },
    },
    ignoredSchema: true,
  });
  expect(generatedReply({ text: paris }, aRequest("France"))).toBeUndefined();
});

test("once a model warned that it drops the schema, the schema is told in words", async () => {
  const asked: { prompt: { content: unknown }[]; responseFormat: object }[] = [];
  const object = {
    specificationVersion: "v2",
    provider: "elsewhere",
    modelId: "m2",
    doGenerate: async (options: (typeof asked)[number]) => {
      asked.push(options);
      return secondVersion;
    },
  };
  const model = wrapAiSdkModel(object, settings());
  await model.complete(aRequest("France"), never);
  await model.complete(aRequest("France"), never);
  expect(asked[0]?.responseFormat).toHaveProperty("schema");
  expect(asked[1]?.responseFormat).not.toHaveProperty("schema");
  expect(asked[1]?.prompt[0]?.content).toContain("en JSON: {");
});

test("a missing key stops the run with what the SDK says", async () => {
  const failing = createOpenAICompatible({ name: "x", baseURL: "http://127.0.0.1:9/v1" })("m1");
  const error = Object.assign(new Error("X_API_KEY is missing"), { name: "AI_LoadAPIKeyError" });
  const object = Object.assign(failing, { doGenerate: () => Promise.reject(error) });
  await expect(
    wrapAiSdkModel(object, settings()).complete(aRequest("France"), never),
  ).rejects.toThrow("x.chat (model m1) cannot be called: X_API_KEY is missing");
});

test("models are known by their shape; those of a first version are refused", () => {
  const object = objectAt("http://127.0.0.1:9/v1");
  expect(isAiSdkModel(object)).toBe(true);
  expect(isAiSdkModel({ complete: () => {} })).toBe(false);
  const old = Object.assign(object, { specificationVersion: "v1" });
  expect(() => wrapAiSdkModel(old as never, settings())).toThrow("v2 is the oldest supported");
});
