// Vectors of texts: what is asked, what is kept, and which replies are not taken for vectors.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PipelineError } from "../../../pipelines/engine/errors.ts";
import { type EmbedderOptions, createEmbedder } from "../../../pipelines/llm/endpoints/embedder.ts";
import {
  coalescedEmbeddings,
  embeddingEndpoint,
  embeddingCallFormat,
  embeddingRequest,
  type EmbeddingService,
} from "../../../pipelines/llm/endpoints/embeddings.ts";
import { Budget } from "../../../pipelines/llm/budget/budget.ts";
import { withBudget } from "../../../pipelines/llm/budget/budgeted-client.ts";
import { readCalls } from "../../../pipelines/llm/journal.ts";
import { withJournal } from "../../../pipelines/llm/journaled-client.ts";
import { withRetries } from "../../../pipelines/llm/limits/retry.ts";
import { type Answer, sendJson } from "./chat-server.ts";
import { never } from "../requests.ts";
import { secret, servedJournal } from "./served.ts";

const { at, calls, start: startServer, server } = servedJournal();

const textsIn = (body: Record<string, unknown>) => body["input"] as string[];
/** Two numbers that tell a text: its length and its first character. */
const vectorOf = (text: string) => [text.length + 0.1, text.codePointAt(0) ?? 0];
const embedded = (
  texts: readonly string[],
  usage: object = { prompt_tokens: 10 * texts.length },
) => ({
  data: texts.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) })),
  usage,
});
const embedding: Answer = (response, body) => sendJson(response, 200, embedded(textsIn(body)));
const float32 = (text: string) => Float32Array.from(vectorOf(text));

async function start(
  answer: Answer,
  more: Partial<EmbeddingService> = {},
  { concurrency: atOnce }: Partial<EmbedderOptions> = {},
) {
  const { service, journal } = await startServer(answer);
  const endpoint = embeddingEndpoint({ model: "e1", ...service, dimensions: null, ...more });
  const client = withJournal(journal, coalescedEmbeddings(endpoint), embeddingCallFormat);
  return {
    endpoint,
    client,
    journal,
    embed: createEmbedder(client, {
      stage: "retrieval/embed",
      ...(atOnce === undefined ? {} : { concurrency: atOnce }),
    }),
  };
}

const failureOf = async (
  answer: Answer,
  more: Partial<EmbeddingService> = {},
): Promise<unknown> => {
  const { embed } = await start(answer, more);
  return embed(["甲"], never).catch((error: unknown) => error);
};

test("texts go together in one request, and come back as vectors in their order", async () => {
  const { embed } = await start(embedding);
  expect(await embed(["one", "两个", "three"], never)).toEqual(
    ["one", "两个", "three"].map(float32),
  );
  expect(server().bodies).toEqual([
    { model: "e1", input: ["one", "两个", "three"], encoding_format: "float" },
  ]);
  expect([server().paths[0], server().headers[0]?.authorization]).toEqual([
    "/v1/embeddings",
    `Bearer ${secret}`,
  ]);
});

test("dimensions are asked for; vectors may come as base64", async () => {
  const { embed } = await start(
    (response, body) =>
      sendJson(response, 200, {
        data: textsIn(body).map(text => ({
          embedding: Buffer.from(float32(text).buffer).toString("base64"),
        })),
      }),
    { dimensions: 2, encoding: "base64" },
  );
  expect(await embed(["one"], never)).toEqual([float32("one")]);
  expect(server().bodies[0]).toMatchObject({ dimensions: 2, encoding_format: "base64" });
});

test("a second run asks nobody, and of a changed corpus only the changed texts are asked for", async () => {
  const first = await start(embedding);
  const made = await first.embed(["one", "two", "one"], never);
  await server().close();
  const second = await start(embedding);
  expect(await second.embed(["one", "two", "one"], never)).toEqual(made);
  expect(server().bodies).toEqual([]);
  await second.embed(["two", "three"], never);
  expect(server().bodies.map(textsIn)).toEqual([["three"]]);
});

test("a line of the journal is one text's: its own share of the tokens, its language, its vector as base64", async () => {
  const { embed, client } = await start((response, body) =>
    sendJson(response, 200, embedded(textsIn(body), { prompt_tokens: 25, total_tokens: 25 })),
  );
  await embed(["巴黎是首都。", "Paris"], never);
  const lines = [...readCalls(calls())].map(({ call }) => call);
  expect(lines[0]).toEqual({
    key: embeddingRequest(client, "any", "巴黎是首都。").key,
    messages: expect.stringMatching(/^[0-9a-f]{64}$/),
    stage: "retrieval/embed",
    prompt: "embedding",
    language: "zh",
    model: "e1",
    // 18 and 5 bytes and 8 around each: 26 and 13 of 39, so two thirds of 25 tokens, cut.
    usage: { inputTokens: 16, outputTokens: 0 },
    finish: "stop",
    // 6.1 and 24052 (0x5df4) as float32, little end first: 33 33 c3 40 and 00 e8 bb 46.
    reply: Buffer.from("3333c34000e8bb46", "hex").toString("base64"),
  });
  expect(lines[1]).toMatchObject({ language: "en", usage: { inputTokens: 9 } });
});

test("model, dimensions and text shape a key; stage and endpoint do not", () => {
  const key = (name: string, dimensions: number | null, text: string, stage = "s") =>
    embeddingRequest({ name, settings: { dimensions } }, stage, text).key;
  expect(
    new Set([key("a", null, "t"), key("b", null, "t"), key("a", 2, "t"), key("a", null, "u")]).size,
  ).toBe(4);
  expect(key("a", null, "t", "other")).toBe(key("a", null, "t"));
});

test.each([{}, { usage: null }, { usage: { prompt_tokens: 0, total_tokens: 0 } }])(
  "tokens that are not reported are counted (%j)",
  async more => {
    const { endpoint } = await start((response, body) =>
      sendJson(response, 200, { data: embedded(textsIn(body)).data, ...more }),
    );
    const group = {
      key: "k",
      stage: "s",
      texts: ["Paris is a city."],
      maxInputTokens: 16,
      maxReplyTokens: 0,
    };
    // Paris · is · a · city · .
    expect((await endpoint.complete(group, never)).usage).toEqual({
      inputTokens: 5,
      outputTokens: 0,
    });
  },
);

test("a text that is refused fails alone: the others are kept, and not asked for again", async () => {
  const refusing: Answer = (response, body) =>
    textsIn(body).includes("")
      ? sendJson(response, 400, { error: { message: "input must not be empty" } })
      : embedding(response, body);
  const { embed } = await start(refusing);
  await expect(embed(["one", "", "three"], never)).rejects.toMatchObject({
    name: "ReplyError",
    code: "bad-request",
    message: expect.stringContaining("must not be empty"),
  });
  const before = server().bodies.length;
  expect(await embed(["one", "three"], never)).toEqual([float32("one"), float32("three")]);
  expect(server().bodies).toHaveLength(before);
});

test("a refused key stops: of many texts no further ones are sent, nothing is kept, and no message shows the key", async () => {
  const { embed } = await start(
    response => sendJson(response, 401, { error: { message: `bad key ${secret}` } }),
    {},
    { concurrency: 64 },
  );
  const error: unknown = await embed(
    Array.from({ length: 1000 }, (_, index) => `text ${index}`),
    never,
  ).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PipelineError);
  expect(
    JSON.stringify([error, (error as Error).message, (error as PipelineError).hint]),
  ).not.toContain("0123456789");
  expect(server().bodies).toHaveLength(1);
  expect(readFileSync(calls(), "utf8")).toBe("");
});

test("each group reserves what it may cost at most, and nothing stays counted once its vectors are kept", async () => {
  const busy: Answer[] = [response => sendJson(response, 503, {}), embedding];
  const { endpoint, journal } = await start((response, body) => busy.shift()?.(response, body));
  const openBudget = () =>
    Budget.open({
      path: at("attempts.jsonl"),
      ceiling: 1,
      spent: 0,
      hasReply: key => journal.has(key),
    });
  const budget = await openBudget();
  const clock = { now: () => 0, sleep: async () => {}, random: () => 1 };
  const below = withRetries(withBudget(endpoint, budget, { input: 1000, output: 0, batch: 1 }), {
    clock,
  });
  await createEmbedder(withJournal(journal, coalescedEmbeddings(below), embeddingCallFormat), {
    stage: "s",
  })(["one", "two", "three"], never);
  // 10 tokens for each of 3 texts, at 0.001 USD a token.
  expect(budget.state()).toMatchObject({ spent: 0.03, possiblySpent: 0, reserved: 0, overrun: 0 });
  await budget.close();
  const later = await openBudget();
  expect(later.state().possiblySpent).toBe(0);
  await later.close();
});

test("a page, JSON with NaN and vectors of unequal lengths may pass", async () => {
  const answers: Answer[] = [
    response => response.writeHead(200).end("<html>Sign in</html>"),
    response => response.writeHead(200).end('{"data":[{"embedding":[NaN]},{"embedding":[1]}]}'),
    response => sendJson(response, 200, { data: [{ embedding: [1, 2] }, { embedding: [1] }] }),
  ];
  const { embed } = await start((response, body) => answers.shift()?.(response, body));
  for (let turn = 0; turn < 3; turn++)
    await expect(embed(["one", "two"], never)).rejects.toMatchObject({ code: "garbled" });
});

test("vectors of other dimensions than were asked for stop the run", async () => {
  const error = await failureOf(embedding, { dimensions: 5 });
  expect(error).toMatchObject({
    name: "PipelineError",
    message: expect.stringContaining("2 numbers, but 5 were requested"),
    hint: expect.stringContaining("set it to 2"),
  });
});
