// What the AI SDK's own functions return, as a system's reply: made by the real package over a model that it ships for tests.

import { generateText, streamText } from "ai";
import { MockLanguageModelV3, simulateReadableStream } from "ai/test";
import { expect, test } from "vitest";
import { systemReply } from "../../pipelines/systems/result-reply.ts";

const usage = {
  inputTokens: { total: 11, noCache: 11, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};
const finishReason = { unified: "stop" as const, raw: "stop" };
const pieces = ["The mooring fee ", "is 12 euros."];

const model = new MockLanguageModelV3({
  modelId: "quay-1",
  doGenerate: async () => ({
    content: [{ type: "text", text: pieces.join("") }],
    finishReason,
    usage,
    warnings: [],
  }),
  doStream: async () => ({
    stream: simulateReadableStream({
      chunkDelayInMs: null,
      initialDelayInMs: null,
      chunks: [
        { type: "stream-start", warnings: [] },
        { type: "text-start", id: "t" },
        ...pieces.map(delta => ({ type: "text-delta" as const, id: "t", delta })),
        { type: "text-end", id: "t" },
        { type: "finish", finishReason, usage },
      ],
    }),
  }),
});

test("generateText is its text, with its tokens", async () => {
  expect(await systemReply(generateText({ model, prompt: "What is the fee?" }))).toMatchObject({
    answer: "The mooring fee is 12 euros.",
    usage: { inputTokens: 11, outputTokens: 5 },
  });
});

test("streamText is its whole text, with its tokens; so is its stream of text alone", async () => {
  const reply = { answer: "The mooring fee is 12 euros." };
  expect(await systemReply(streamText({ model, prompt: "What is the fee?" }))).toMatchObject({
    ...reply,
    usage: { inputTokens: 11, outputTokens: 5 },
  });
  const { textStream } = streamText({ model, prompt: "What is the fee?" });
  expect(await systemReply(textStream)).toMatchObject(reply);
});
