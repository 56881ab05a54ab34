// What an endpoint is sent, and what its replies and failures become.

import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { PipelineError } from "../../../pipelines/engine/errors.ts";
import { completing, completion, sendJson } from "./chat-server.ts";
import { chatContract } from "./chat-contract.ts";
import { secret, servedChat } from "./served.ts";
import { aRequest, never, paris, warningsDuring } from "../requests.ts";

const { against, failureOf, modelAt, server } = servedChat();

chatContract(against, server);

test("a request asks for structured output by strict JSON schema, with its own length limit", async () => {
  await (await against(completing(paris))).complete(aRequest("France"), never);
  expect(server().bodies[0]).toEqual({
    model: "m1",
    messages: [
      { role: "system", content: "You know capitals." },
      { role: "user", content: "Capital of France?" },
    ],
    max_completion_tokens: 60,
    temperature: 0.2,
    response_format: {
      type: "json_schema",
      json_schema: {
        name: "items-capital",
        strict: true,
        schema: {
          type: "object",
          properties: { capital: { type: "string" }, sure: { type: ["boolean", "null"] } },
          required: ["capital", "sure"],
          additionalProperties: false,
        },
      },
    },
  });
  expect(server().headers[0]?.authorization).toBe(`Bearer ${secret}`);
});

test("a second sample of a seeded model is sent the next seed", async () => {
  const model = await against(completing(paris), { seed: 40 });
  await model.complete(aRequest("France", model, 2), never);
  expect(server().bodies[0]?.["seed"]).toBe(42);
});

test("top-p is sent, and is part of the settings, only if it is set", async () => {
  const plain = await against(completing(paris));
  const narrow = await against(completing(paris), { topP: 0.9 });
  for (const model of [plain, narrow]) await model.complete(aRequest("France", model), never);
  expect(server().bodies.map(body => body["top_p"])).toEqual([0.9]);
  expect([plain.settings, narrow.settings]).toEqual([
    { temperature: 0.2, seed: null },
    { temperature: 0.2, seed: null, topP: 0.9 },
  ]);
});

test("a refusal comes back as a reply, with its words", async () => {
  const model = await against(completing(null, { refusal: "I cannot." }));
  expect(await model.complete(aRequest("France"), never)).toMatchObject({
    finish: "refusal",
    text: "I cannot.",
  });
});

test("a server that reports no usage has it counted", async () => {
  const silent = await against(response =>
    sendJson(response, 200, { ...completion(paris), usage: null }),
  );
  const { usage } = await silent.complete(aRequest("France"), never);
  // "You know capitals." is 4 tokens and "Capital of France?" is 4.
  expect(usage).toEqual({ inputTokens: 8, outputTokens: 9 });
});

test("a count of tokens that is none is counted here instead, and the reply kept", async () => {
  const model = await against(response =>
    sendJson(response, 200, {
      ...completion(paris),
      usage: { prompt_tokens: null, completion_tokens: -1 },
    }),
  );
  expect(await model.complete(aRequest("France"), never)).toMatchObject({
    text: paris,
    usage: { inputTokens: 8, outputTokens: 9 },
  });
});

test.each([
  [{ cached_tokens: 4 }, { cachedTokens: 4 }],
  [{ cached_tokens: 900 }, { cachedTokens: 11 }],
  [{ cached_tokens: 0 }, {}],
  [{ cached_tokens: -3 }, {}],
  [{ cached_tokens: "many" }, {}],
  [null, {}],
])("of 11 input tokens, %j are told as cached: %j is counted", async (told, counted) => {
  const usage = { prompt_tokens: 11, completion_tokens: 5, prompt_tokens_details: told };
  const model = await against(completing(paris, { usage }));
  expect((await model.complete(aRequest("France"), never)).usage).toEqual({
    inputTokens: 11,
    outputTokens: 5,
    ...counted,
  });
});

test("what the server says of its limits comes with the reply, and with a refusal", async () => {
  const limits = {
    "x-ratelimit-limit-requests": "500",
    "x-ratelimit-remaining-requests": "499",
    "x-ratelimit-reset-requests": "120ms",
  };
  const model = await against(response => sendJson(response, 200, completion(paris), limits));
  expect((await model.complete(aRequest("France"), never)).rates).toMatchObject({
    requestsPerMinute: 500,
    remainingRequests: 499,
    requestsReset: 120,
    tokensPerMinute: null,
  });
  const refused = await failureOf(response => sendJson(response, 429, {}, limits));
  expect(refused).toMatchObject({ code: "rate-limited", rates: { requestsPerMinute: 500 } });
  const silent = await against(completing(paris));
  expect(await silent.complete(aRequest("France"), never)).not.toHaveProperty("rates");
});

test("a reply that speaks of a short placeholder is kept whole", async () => {
  const placeholder = await against(completing('{"capital":"none","sure":true}'), {
    apiKey: "none",
  });
  expect((await placeholder.complete(aRequest("France"), never)).text).toBe(
    '{"capital":"none","sure":true}',
  );
});

test("the query of a base URL is sent with every request, and shown in no error", async () => {
  const error = await failureOf(
    response =>
      sendJson(response, 403, {
        error: { message: `no right for ${secret} with code pass-0123456789` },
      }),
    { path: "?code=pass-0123456789" },
  );
  expect(server().paths).toEqual(["/v1/chat/completions?code=pass-0123456789"]);
  expect((error as PipelineError).message).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+\/v1 \(model m1\) refused the request with status 403: no right for \[key\] with code \[key\]$/,
  );
});

test("user and password of a base URL stand in for a key, and are shown in no error", async () => {
  const { port } = new URL((await against(completing(paris)), server().baseUrl));
  const model = modelAt(`http://ada:love%40lace1815@127.0.0.1:${port}/v1`, { apiKey: null });
  await model.complete(aRequest("France"), never);
  expect(server().headers[0]?.authorization).toBe(
    `Basic ${Buffer.from("ada:love@lace1815").toString("base64")}`,
  );
  await server().close();
  const error: unknown = await model
    .complete(aRequest("France"), never)
    .catch((thrown: unknown) => thrown);
  expect(String(error)).toMatch(
    /^ReplyError: http:\/\/127\.0\.0\.1:\d+\/v1 \(model m1\) cannot be reached/,
  );
  expect(String(error)).not.toMatch(/ada|lace1815/);
});

test("hundreds of calls share a run's one signal without a warning of leaks, and leave nothing on it", async () => {
  const model = await against(completing(paris));
  const stop = new AbortController();
  const work = () =>
    Promise.all(Array.from({ length: 60 }, () => model.complete(aRequest("France"), stop.signal)));
  expect(await warningsDuring(work)).toEqual([]);
  expect(getEventListeners(stop.signal, "abort")).toEqual([]);
});

test.each([
  [500, 1200, true],
  [502, 1200, true],
  [503, 0, false],
  [500, 0, false],
  [504, 0, true],
])("status %i after %i ms: perhaps billed is %s", async (status, wait, maybeBilled) => {
  const error = await failureOf(response =>
    setTimeout(() => sendJson(response, status, { error: { message: "no" } }), wait),
  );
  expect(error).toMatchObject({ maybeBilled });
});
