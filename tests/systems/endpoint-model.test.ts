// A user's own RAG in the place of a model: what it is asked, which replies are taken, and what its refusals become.

import { describe, expect, test } from "vitest";
import { RetryableError } from "../../pipelines/llm/limits/retry.ts";
import { endpointModel, endpointName } from "../../pipelines/systems/endpoint-model.ts";
import { PipelineError, ReplyError } from "../../pipelines/engine/errors.ts";
import { relevancePrompt } from "../../schemas/evaluation/prompts.ts";
import { type Answer, sendJson } from "../llm/endpoints/chat-server.ts";
import { served } from "../llm/endpoints/served.ts";
import { never } from "../llm/requests.ts";
import { cases } from "../support/cases.ts";
import { type Question, questionRequest } from "./question-request.ts";

const key = "rag-secret-0123456789";
const { serve, server, connect } = served();

async function ask(
  answer: Answer,
  { apiKey = null, ...question }: Question & { readonly apiKey?: string | null } = {},
) {
  const url = new URL("/ask?set=1", (await serve(answer)).baseUrl).href;
  const model = endpointModel({ url, apiKey, keyName: "RAG_KEY", post: connect().postJson });
  return model.complete(questionRequest(model, question), never);
}
const wholeReply = async (body: unknown) =>
  JSON.parse((await ask(response => sendJson(response, 200, body))).text);
/** Without what was measured, which is no part of what the system said. */
const replied = async (body: unknown) => {
  const { measured: _, ...said } = await wholeReply(body);
  return said;
};
const failureOf = (answer: Answer, more: { apiKey?: string } = {}): Promise<unknown> =>
  ask(answer, more).catch((error: unknown) => error);

test("of a correction both parts are posted beside the whole", async () => {
  const parts = { beginning: "水库位于青山县。", continuation: "它建于1985年。" };
  await ask(response => sendJson(response, 200, { answer: "它建于1958年。" }), { parts });
  expect(server().bodies[0]).toMatchObject(parts);
});

test("the question is posted as it stands to the very address that was typed, with the key as a bearer token", async () => {
  const reply = await ask(response => sendJson(response, 200, { answer: "1958年。" }), {
    apiKey: key,
  });
  expect(server().bodies).toEqual([
    { id: "item-1", question: "水库何时建成？", type: "question", language: "zh" },
  ]);
  expect([server().paths, server().headers[0]?.authorization]).toEqual([
    ["/ask?set=1"],
    `Bearer ${key}`,
  ]);
  const { measured, ...said } = JSON.parse(reply.text);
  expect(JSON.stringify(said)).toBe(
    '{"answer":"1958年。","retrieved":null,"reranked":null,"contexts":null}',
  );
  expect(Object.keys(measured).sort()).toEqual([
    "cost",
    "failedTries",
    "inputTokens",
    "milliseconds",
    "outputTokens",
  ]);
  expect(reply).toEqual({
    text: reply.text,
    finish: "stop",
    usage: { inputTokens: 0, outputTokens: 0 },
  });
});

test("time is measured, and tokens and cost are taken where the reply tells them", async () => {
  const slow: Answer = response =>
    setTimeout(
      () =>
        sendJson(response, 200, {
          answer: "1958年。",
          usage: { prompt_tokens: 900, completion_tokens: 40, cost: 0.002 },
        }),
      60,
    );
  const { measured } = JSON.parse((await ask(slow)).text);
  expect(measured).toMatchObject({
    failedTries: 0,
    inputTokens: 900,
    outputTokens: 40,
    cost: 0.002,
  });
  expect(measured.milliseconds).toBeGreaterThanOrEqual(55);
  expect(
    (await wholeReply({ answer: "x", usage: { prompt_tokens: "many" } })).measured,
  ).toMatchObject({ inputTokens: null, outputTokens: null, cost: null });
});

test("the day as of which it is asked is posted where there is one", async () => {
  await ask(response => sendJson(response, 200, { answer: "1958年。" }), { asOf: "2021-03-05" });
  expect(server().bodies).toMatchObject([{ id: "item-1", asOf: "2021-03-05" }]);
});

test("without a key none is sent", async () => {
  await ask(response => sendJson(response, 200, { answer: "x" }));
  expect(server().headers[0]?.authorization).toBeUndefined();
});

test("another path or query is another system, and neither secrets nor a last slash stand in its name", () => {
  const names = ["http://h:1/a", "http://h:1/a/", "http://h:1/b", "http://h:1/a?k=secret"].map(
    endpointName,
  );
  expect([
    names[0] === names[1],
    new Set(names).size,
    names[0],
    names.join().includes("secret"),
  ]).toEqual([true, 3, "rag:h:1/a", false]);
});

describe("a reply is taken", () => {
  const nothing = { answer: null, retrieved: null, reranked: null, contexts: null };

  cases<[title: string, body: object, taken: object]>(
    "systems/endpoint-model",
    "%s",
    async (_, body, taken) => {
      expect(await replied(body)).toEqual({ ...nothing, ...taken });
    },
  );
});

describe("a reply is not taken", () => {
  cases<[title: string, body: unknown, message: string]>(
    "systems/endpoint-model",
    "%s: the row fails with what came, and the next run asks again",
    async (_, body, message) => {
      const failure = await failureOf(response => sendJson(response, 200, body));
      expect(failure).toMatchObject({
        kind: "technical",
        code: "bad-reply",
        rawReply: JSON.stringify(body),
        message: expect.stringMatching(message),
      });
      expect(failure).toBeInstanceOf(ReplyError);
    },
  );

  test("that is no JSON: it may pass", async () => {
    const failure = await failureOf(response => response.writeHead(200).end("<html>busy</html>"));
    expect(failure).toBeInstanceOf(RetryableError);
    expect(failure).toMatchObject({
      code: "garbled",
      message: expect.stringContaining("a web page"),
    });
  });
});

describe("a refusal", () => {
  test.each([
    [429, "rate-limited", "3"],
    [500, "unavailable", "0"],
    [503, "unavailable", "0"],
  ])("with status %i may pass", async (status, code, retryAfter) => {
    const failure = await failureOf(response =>
      response.writeHead(status, { "retry-after": retryAfter }).end("{}"),
    );
    expect(failure).toBeInstanceOf(RetryableError);
    expect(failure).toMatchObject({ code, status, retryAfter });
  });

  test.each([
    [401, "RAG_KEY"],
    [404, "--endpoint"],
    [302, "--endpoint"],
  ])("with status %i stops the run and says what to look at", async (status, hint) => {
    const failure = await failureOf(response =>
      response.writeHead(status, { location: "/x" }).end(),
    );
    expect(failure).toBeInstanceOf(PipelineError);
    expect(failure).toMatchObject({ code: "provider", hint: expect.stringContaining(hint) });
  });

  test("of one question fails its row, and never repeats the key", async () => {
    const failure = await failureOf(
      response => sendJson(response, 422, { detail: `no such item for ${key}` }),
      { apiKey: key },
    );
    expect(failure).toMatchObject({
      kind: "technical",
      code: "bad-request",
      message: expect.stringContaining("no such item for [key]"),
    });
  });
});

test("nothing but questions of an evaluation is asked of it", async () => {
  const { baseUrl: url } = await serve(response => sendJson(response, 200, {}));
  const post = connect().postJson;
  const model = endpointModel({ url, apiKey: null, keyName: "RAG_KEY", post });
  const request = { ...questionRequest(model), prompt: relevancePrompt };
  await expect(model.complete(request, never)).rejects.toMatchObject({
    kind: "contract",
    code: "no-endpoint-answer",
  });
  expect(server().bodies).toEqual([]);
});
