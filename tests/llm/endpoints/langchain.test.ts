// Other providers by way of LangChain: what is sent, and what replies and failures become.

import { expect, test } from "vitest";
import {
  langChainModel,
  type LangChainSettings,
} from "../../../pipelines/llm/endpoints/langchain.ts";
import { messageReply } from "../../../pipelines/llm/endpoints/langchain-reply.ts";
import { RetryableError } from "../../../pipelines/llm/limits/retry.ts";
import { type Answer, completing, completion, sendJson } from "./chat-server.ts";
import { chatContract } from "./chat-contract.ts";
import { secret, served } from "./served.ts";
import { aRequest, asksForFrance, never, paris } from "../requests.ts";
import { cases } from "../../support/cases.ts";

const { serve, server } = served();

const settings = (more: Partial<LangChainSettings> = {}): LangChainSettings => ({
  provider: "openai",
  name: "m1",
  temperature: 0.2,
  seed: null,
  baseUrl: null,
  apiKey: secret,
  timeout: 5000,
  env: {},
  ...more,
});

async function against(answer: Answer, more: Partial<LangChainSettings> = {}) {
  const { baseUrl } = await serve(answer);
  return langChainModel(settings({ baseUrl, ...more }));
}

const failureOf = async (answer: Answer, more = {}): Promise<unknown> =>
  (await against(answer, more))
    .complete(aRequest("France"), never)
    .catch((error: unknown) => error);

chatContract(against, server);

/** A reply that came as a tool call. */
const calling = (args: string, finish_reason = "tool_calls") => ({
  ...completion(null, { finish_reason }),
  choices: [
    {
      index: 0,
      finish_reason,
      message: {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: "t1", type: "function", function: { name: "items-capital", arguments: args } },
        ],
      },
    },
  ],
});

test("a request asks for a strict tool call of the reply's schema, with its own length limit and sampling", async () => {
  const model = await against(response => sendJson(response, 200, calling(paris)), {
    seed: 40,
    topP: 0.9,
  });
  await model.complete(aRequest("France", model, 2), never);
  expect(server().bodies[0]).toMatchObject({
    model: "m1",
    messages: asksForFrance,
    max_tokens: 60,
    temperature: 0.2,
    top_p: 0.9,
    seed: 42,
    tools: [
      {
        type: "function",
        function: {
          name: "items-capital",
          strict: true,
          parameters: aRequest("France").replySchema,
        },
      },
    ],
    tool_choice: { type: "function", function: { name: "items-capital" } },
  });
  expect(server().headers[0]?.authorization).toBe(`Bearer ${secret}`);
});

test("the reply is the raw text of the tool call's arguments, byte for byte", async () => {
  const odd = '{ "capital" : "巴黎\\u0020",\n"sure":null}';
  const model = await against(response => sendJson(response, 200, calling(odd)));
  expect(await model.complete(aRequest("France"), never)).toEqual({
    text: odd,
    finish: "stop",
    usage: { inputTokens: 11, outputTokens: 5 },
  });
});

test("what is paid for comes back as text, whether it fits or not", async () => {
  const replies = [
    calling('{"capital":"Par', "length"),
    completion("Paris, of course."),
    completion(null, { refusal: "I cannot." }),
    completion("", { finish_reason: "content_filter" }),
    completion(null),
  ];
  const model = await against(response => sendJson(response, 200, replies.shift()));
  const seen = [];
  for (let turn = 0; turn < 5; turn++) seen.push(await model.complete(aRequest("France"), never));
  expect(seen.map(({ finish, text }) => [finish, text])).toEqual([
    ["length", '{"capital":"Par'],
    ["stop", "Paris, of course."],
    ["refusal", "I cannot."],
    ["filter", ""],
    ["stop", ""],
  ]);
});

test("tokens from a provider's cache are told, as a part of the input", async () => {
  const usage = {
    prompt_tokens: 11,
    completion_tokens: 5,
    total_tokens: 16,
    prompt_tokens_details: { cached_tokens: 8 },
  };
  const model = await against(completing(paris, { usage }));
  expect((await model.complete(aRequest("France"), never)).usage).toEqual({
    inputTokens: 11,
    outputTokens: 5,
    cachedTokens: 8,
  });
});

test("a key that a model repeats is left out of its reply", async () => {
  const model = await against(completing(`{"capital":"${secret}","sure":true}`));
  expect((await model.complete(aRequest("France"), never)).text).toBe(
    '{"capital":"[key]","sure":true}',
  );
});

cases<[name: string, message: object, text: string, finish: string]>(
  "llm/endpoints/langchain",
  "%s is read",
  (_title, message, text, finish) => {
    expect(
      messageReply(
        { ...message, usage_metadata: { input_tokens: 3, output_tokens: 2 } },
        aRequest("France"),
      ),
    ).toEqual({
      text,
      finish,
      usage: { inputTokens: 3, outputTokens: 2 },
    });
  },
);

test("status 429 may pass, was not billed, and keeps the time the server asked for; each call is one request", async () => {
  const error = await failureOf(response =>
    sendJson(response, 429, { error: { message: "slow down" } }, { "retry-after": "17" }),
  );
  expect(error).toBeInstanceOf(RetryableError);
  expect(error).toMatchObject({ code: "rate-limited", retryAfter: "17", maybeBilled: false });
  expect(server().bodies).toHaveLength(1);
});

test("a server that is not there may come; nothing was billed", async () => {
  const gone = await serve(completing(paris));
  await gone.close();
  const error: unknown = await langChainModel(settings({ baseUrl: gone.baseUrl }))
    .complete(aRequest("France"), never)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: "unavailable",
    maybeBilled: false,
    message: expect.stringContaining("cannot be reached"),
  });
});

test("a server of one's own needs no key", async () => {
  const model = await against(completing(paris), { apiKey: null });
  expect((await model.complete(aRequest("France"), never)).text).toBe(paris);
});
