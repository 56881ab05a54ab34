// What is known of LangChain's providers before one is asked.

import { MODEL_PROVIDER_CONFIG } from "langchain/chat_models/universal";
import { expect, test } from "vitest";
import {
  createLangChain,
  type LangChainSettings,
} from "../../../pipelines/llm/endpoints/langchain.ts";
import {
  hostOf,
  requireProvider,
  usualKey,
} from "../../../pipelines/llm/endpoints/langchain-providers.ts";

const thrownBy = (more: Partial<LangChainSettings>): unknown => {
  try {
    return createLangChain({
      provider: "openai",
      name: "m1",
      temperature: 0.2,
      seed: null,
      baseUrl: null,
      apiKey: "k",
      timeout: 5000,
      env: {},
      ...more,
    });
  } catch (error) {
    return error;
  }
};

test("a package that is not installed is named with the line that installs it", () => {
  expect(thrownBy({ provider: "anthropic" })).toMatchObject({
    code: "bad-settings",
    message: expect.stringContaining("@langchain/anthropic"),
    hint: "Type: npm install @langchain/anthropic",
  });
});

test("an unknown provider, a missing key and an address that cannot be given are told before anything is asked", () => {
  expect(thrownBy({ provider: "constructor" })).toMatchObject({
    code: "bad-settings",
    hint: expect.stringContaining("anthropic, cohere"),
  });
  expect(thrownBy({ apiKey: null, baseUrl: null })).toMatchObject({
    code: "bad-settings",
    message: expect.stringContaining("OPENAI_API_KEY"),
  });
  expect(thrownBy({ provider: "perplexity", baseUrl: "http://127.0.0.1:1/v1" })).toMatchObject({
    code: "bad-settings",
    message: expect.stringContaining("127.0.0.1:1"),
  });
});

test("LangChain's providers are known by the packages it names, but for its own gateway", () => {
  const { langsmith: _gateway, ...others } = MODEL_PROVIDER_CONFIG;
  for (const [name, entry] of Object.entries(others))
    expect(requireProvider(name).package).toBe(entry.package);
});

test("which host gets the text is told as far as it is known, and which variable holds the key", () => {
  expect([
    hostOf("openai", null),
    hostOf("mistralai", null),
    hostOf("ollama", null),
    hostOf("bedrock", null),
  ]).toEqual(["api.openai.com", "api.mistral.ai", "127.0.0.1:11434", "a host of amazonaws.com"]);
  expect([hostOf("openai", "http://localhost:8000/v1"), hostOf("someone", null)]).toEqual([
    "localhost:8000",
    "the provider's own host",
  ]);
  expect([usualKey("groq"), usualKey("ollama"), usualKey("bedrock")]).toEqual([
    "GROQ_API_KEY",
    null,
    null,
  ]);
});
