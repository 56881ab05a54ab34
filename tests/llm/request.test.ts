// What a journal key covers, and what it does not.

import { expect, test } from "vitest";
import { buildRequest, type RequestParts } from "../../pipelines/llm/request.ts";
import { capitalPrompt } from "./requests.ts";

const model = { name: "m1", settings: { temperature: 0, seed: null } };
const parts: RequestParts = {
  stage: "items/capital",
  row: "r1",
  tryNumber: 1,
  prompt: capitalPrompt,
  language: "en",
  variables: { country: "France" },
  messages: [{ role: "user", content: "Capital of France?" }],
  replySchema: { type: "object" },
  sample: 0,
};
const key = buildRequest(model, parts).key;

test("anything that shapes the reply changes the key", () => {
  const others = [
    buildRequest({ ...model, name: "m2" }, parts),
    buildRequest({ ...model, settings: { temperature: 1, seed: null } }, parts),
    buildRequest({ ...model, settings: { temperature: 0, seed: 1 } }, parts),
    buildRequest({ ...model, settings: { temperature: 0, seed: null, topP: 0.5 } }, parts),
    buildRequest(model, { ...parts, messages: [{ role: "user", content: "Capital of Spain?" }] }),
    buildRequest(model, {
      ...parts,
      messages: [{ role: "system", content: "Capital of France?" }],
    }),
    buildRequest(model, { ...parts, replySchema: { type: "string" } }),
    buildRequest(model, { ...parts, sample: 1 }),
  ];
  expect(new Set([key, ...others.map(other => other.key)]).size).toBe(9);
});

test("who asks, and what the messages were rendered from, does not change it", () => {
  expect(
    buildRequest(model, {
      ...parts,
      stage: "other/stage",
      row: "r2",
      tryNumber: 2,
      variables: { country: "france" },
    }).key,
  ).toBe(key);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
});

test("the bound on input tokens is the bytes of all that is sent and more; thinking lengthens the longest reply alone", () => {
  const request = buildRequest(model, parts);
  const { maxInputTokens } = buildRequest(model, {
    ...parts,
    messages: [{ role: "user", content: "法国的首都？" }],
  });
  expect(request.maxInputTokens).toBeGreaterThanOrEqual(
    Buffer.byteLength("Capital of France?") + Buffer.byteLength('{"type":"object"}'),
  );
  expect(maxInputTokens - request.maxInputTokens).toBe(
    Buffer.byteLength("法国的首都？") - Buffer.byteLength("Capital of France?"),
  );
  const thinking = buildRequest(model, { ...parts, thinkingTokens: 500 });
  expect([thinking.maxReplyTokens, thinking.key]).toEqual([request.maxReplyTokens + 500, key]);
});
