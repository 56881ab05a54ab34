// What an endpoint is sent, and what its replies and failures become.

import { afterEach, expect, test } from "vitest";
import { PipelineError, ReplyError } from "../../pipelines/engine/errors.ts";
import { openAi } from "../../pipelines/llm/openai.ts";
import { RetryableError } from "../../pipelines/llm/retry.ts";
import { type Answer, type ChatServer, completing, completion, sendJson, startChatServer } from "./chat-server.ts";
import { aRequest, never, paris } from "./requests.ts";

const secret = "sk-test-0123456789abcdef";
let server: ChatServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function against(answer: Answer, more: { apiKey?: string | null; timeout?: number; seed?: number | null; temperature?: number | null } = {}) {
  server = await startChatServer(answer);
  return openAi({ model: "m1", baseUrl: server.baseUrl, apiKey: secret, temperature: 0.2, seed: null, timeout: 5000, ...more });
}

const failureOf = async (answer: Answer, more = {}): Promise<unknown> => (await against(answer, more)).complete(aRequest("France"), never).catch((error: unknown) => error);

test("a request asks for structured output by strict JSON schema, with its own length limit", async () => {
  await (await against(completing(paris))).complete(aRequest("France"), never);
  expect(server?.bodies[0]).toEqual({
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
  expect(server?.headers[0]?.authorization).toBe(`Bearer ${secret}`);
});

test("a second sample of a seeded model is sent the next seed", async () => {
  const model = await against(completing(paris), { seed: 40 });
  await model.complete(aRequest("France", model, 2), never);
  expect(server?.bodies[0]?.["seed"]).toBe(42);
});

test("temperature and seed that are not set are not sent", async () => {
  await (await against(completing(paris), { temperature: null })).complete(aRequest("France"), never);
  expect(server?.bodies[0]).not.toHaveProperty("temperature");
  expect(server?.bodies[0]).not.toHaveProperty("seed");
});

test("refused, cut, filtered and empty replies come back as replies, not as errors", async () => {
  const replies = [
    completion(null, { refusal: "I cannot." }),
    completion('{"capi', { finish_reason: "length" }),
    completion("", { finish_reason: "content_filter" }),
    completion(null),
  ];
  const model = await against(response => sendJson(response, 200, replies.shift()));
  const seen = [];
  for (let turn = 0; turn < 4; turn++) seen.push(await model.complete(aRequest("France"), never));
  expect(seen.map(({ finish, text }) => [finish, text])).toEqual([
    ["refusal", "I cannot."],
    ["length", '{"capi'],
    ["filter", ""],
    ["stop", ""],
  ]);
});

test("usage is the server's; a server that reports none has it counted", async () => {
  const model = await against(completing(paris));
  expect((await model.complete(aRequest("France"), never)).usage).toEqual({ inputTokens: 11, outputTokens: 5 });
  await server?.close();
  const silent = await against(response => sendJson(response, 200, { ...completion(paris), usage: null }));
  const { usage } = await silent.complete(aRequest("France"), never);
  // "You know capitals." is 4 tokens and "Capital of France?" is 4.
  expect(usage).toEqual({ inputTokens: 8, outputTokens: 9 });
});

test.each([401, 403, 404])("status %i stops the run with what to check, and never shows the key", async status => {
  const error = await failureOf(response => sendJson(response, status, { error: { message: `Incorrect API key provided: ${secret}` } }));
  expect(error).toBeInstanceOf(PipelineError);
  const { code, message, hint } = error as PipelineError;
  expect(code).toBe("provider");
  expect(`${message} ${hint}`).toMatch(/OPENAI_API_KEY|model's name/);
  expect(message).toContain("127.0.0.1");
  expect(JSON.stringify([message, hint, (error as Error).stack, String((error as Error).cause)])).not.toContain("0123456789");
});

test("an account without credit stops the run; waiting would not help", async () => {
  const error = await failureOf(response => sendJson(response, 429, { error: { message: "quota", code: "insufficient_quota" } }));
  expect(error).toMatchObject({ name: "PipelineError", code: "provider" });
});

test("status 429 may pass, and keeps the time the server asked for", async () => {
  const error = await failureOf(response => sendJson(response, 429, { error: { message: "slow down" } }, { "retry-after": "17" }));
  expect(error).toBeInstanceOf(RetryableError);
  expect(error).toMatchObject({ code: "rate-limited", retryAfter: "17" });
});

test.each([408, 500, 502, 503])("status %i may pass", async status => {
  const error = await failureOf(response => sendJson(response, status, { error: { message: "oops" } }));
  expect(error).toBeInstanceOf(RetryableError);
  expect(error).toMatchObject({ code: "unavailable", kind: "technical" });
});

test("status 400 fails its row at once, and a key in the server's words is left out", async () => {
  const error = await failureOf(response => sendJson(response, 400, { error: { message: `too long for ${secret}` } }));
  expect(error).toBeInstanceOf(ReplyError);
  expect(error).not.toBeInstanceOf(RetryableError);
  expect(error).toMatchObject({ kind: "technical", code: "bad-request" });
  expect((error as Error).message).toMatch(/too long for \[key\]/);
});

const bodies: [string, Answer][] = [
  ["an HTML page with status 200", response => response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>")],
  ["JSON that breaks off", response => response.writeHead(200, { "content-type": "application/json" }).end('{"choices": [')],
  ["JSON that is no chat completion", response => sendJson(response, 200, { error: "upstream" })],
];

test.each(bodies)("%s may pass", async (_title, answer) => {
  const error = await failureOf(answer);
  expect(error).toBeInstanceOf(RetryableError);
  expect(error).toMatchObject({ code: "garbled" });
});

test("a connection that ends without reply may pass", async () => {
  const error = await failureOf(response => response.destroy());
  expect(error).toMatchObject({ code: "unavailable", kind: "technical" });
});

test("a connection that ends within a reply may pass", async () => {
  const error = await failureOf(response => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "999" });
    response.write('{"choices"', () => response.destroy());
  });
  expect(error).toMatchObject({ code: "unavailable", kind: "technical" });
});

test("a reply whose body never ends is given up after the time limit", async () => {
  const error = await failureOf(
    response => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"choices"');
    },
    { timeout: 60 },
  );
  expect(error).toBeInstanceOf(RetryableError);
  expect(error).toMatchObject({ code: "timeout" });
});

test("a stop while a reply is awaited ends with the reason of the stop", async () => {
  const stop = new AbortController();
  const reason = new Error("stopped");
  const model = await against(() => stop.abort(reason));
  await expect(model.complete(aRequest("France"), stop.signal)).rejects.toBe(reason);
});

test("each call is one request: tries are the wrapper's", async () => {
  await failureOf(response => sendJson(response, 503, {}));
  expect(server?.bodies).toHaveLength(1);
});

test("a server that takes no key is sent a placeholder", async () => {
  const model = await against(completing(paris), { apiKey: null });
  expect((await model.complete(aRequest("France"), never)).text).toBe(paris);
});
