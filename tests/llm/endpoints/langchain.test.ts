// Other providers by way of LangChain: what is sent, and what replies and failures become.

import { expect, test } from "vitest";
import {
  createLangChain,
  type LangChainSettings,
} from "../../../pipelines/llm/endpoints/langchain.ts";
import { messageReply } from "../../../pipelines/llm/endpoints/langchain-reply.ts";
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
  return createLangChain(settings({ baseUrl, ...more }));
}

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
  ];
  const model = await against(response => sendJson(response, 200, replies.shift()));
  const seen = [];
  for (let turn = 0; turn < 3; turn++) seen.push(await model.complete(aRequest("France"), never));
  expect(seen.map(({ finish, text }) => [finish, text])).toEqual([
    ["length", '{"capital":"Par'],
    ["stop", "Paris, of course."],
    ["refusal", "I cannot."],
  ]);
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

test("a server of one's own needs no key", async () => {
  const model = await against(completing(paris), { apiKey: null });
  expect((await model.complete(aRequest("France"), never)).text).toBe(paris);
});
