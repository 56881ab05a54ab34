// Embedding model and reranker of a run: where they are asked, by which key, and that nothing is asked or paid twice.

import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { Settings } from "../../schemas/settings.ts";
import { openCode } from "../../pipelines/run/code-version.ts";
import { deferredRetrieval } from "../../pipelines/run/deferred-retrieval.ts";
import { retrievalModels, type SearchStages } from "../../pipelines/run/retrieval-services.ts";
import { openServices } from "../../pipelines/run/services.ts";
import { PipelineError } from "../../pipelines/engine/errors.ts";
import { retrievalsStage } from "../../pipelines/evaluate/baseline/retrievals.ts";
import { expandSweep } from "../../pipelines/evaluate/baseline/sweep-settings.ts";
import { readCalls } from "../../pipelines/llm/journal.ts";
import {
  type Answer,
  type ChatServer,
  sendJson,
  startChatServer,
} from "../llm/endpoints/chat-server.ts";
import { freshFolder } from "../support/folder.ts";

const stage = "baseline/retrievals";
const { signal } = new AbortController();
const at = freshFolder();
let server: ChatServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const answering: Answer = (response, body) => {
  const { input, documents } = body as { input?: string[]; documents?: string[] };
  if (input)
    return sendJson(response, 200, {
      data: input.map((text, index) => ({ index, embedding: [text.length, 1] })),
      usage: { prompt_tokens: 10 },
    });
  return sendJson(response, 200, {
    results: documents?.map((document, index) => ({ index, relevance_score: document.length })),
    usage: { total_tokens: 7 },
  });
};

const wanted: SearchStages = { embedding: [stage], reranking: [stage] };

/** A run's services over these endpoints, opened as a command opens them. */
async function open(more: object = {}, searches: SearchStages = wanted) {
  server ??= await startChatServer(answering);
  const endpoint = { baseUrl: server.baseUrl };
  const settings = Settings.parse({
    embedding: { model: "e1", ...endpoint },
    reranking: { model: "r1", ...endpoint },
    retry: { tries: 2, firstWait: 0.01 },
    ...more,
  });
  const stages = [retrievalsStage({ settings: expandSweep(), signal })];
  const check = () => undefined;
  return openServices({
    directory: at(),
    code: openCode(),
    settings,
    ownModels: new Map(),
    stages,
    batch: undefined,
    retryFailed: false,
    searches,
    signal,
    checkLock: check,
  });
}

test("vectors and scores stand in the run's journal, and a second run asks for none of them again", async () => {
  const first = await open();
  expect(await first.retrieval.embedFor(stage)(["weir", "eels"], signal)).toEqual([
    Float32Array.from([4, 1]),
    Float32Array.from([4, 1]),
  ]);
  expect(await first.retrieval.rerankFor(stage)("fish?", ["a", "bcd"], signal)).toEqual([1, 3]);
  await first.close();
  const second = await open();
  expect(
    (await second.retrieval.embedFor(stage)(["eels", "gate"], signal)).map(([length]) => length),
  ).toEqual([4, 4]);
  expect(await second.retrieval.rerankFor(stage)("fish?", ["a", "bcd"], signal)).toEqual([1, 3]);
  await second.close();
  expect(server?.paths).toEqual(["/v1/embeddings", "/v1/rerank", "/v1/embeddings"]);
  expect(server?.bodies[2]?.["input"]).toEqual(["gate"]);
  const lines = readFileSync(at("calls.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map(line => JSON.parse(line) as { model: string; stage: string; prompt: string });
  expect(lines.map(({ model, prompt }) => `${model} ${prompt}`).toSorted()).toEqual([
    "e1 embedding",
    "e1 embedding",
    "e1 embedding",
    "r1 rerank",
  ]);
  expect(new Set(lines.map(line => line.stage))).toEqual(new Set([stage]));
});

test("what passes is tried again", async () => {
  let asked = 0;
  server = await startChatServer((response, body) =>
    asked++ === 0
      ? sendJson(response, 503, { error: { message: "busy" } })
      : answering(response, body),
  );
  const services = await open();
  expect(await services.retrieval.embedFor(stage)(["weir"], signal)).toHaveLength(1);
  await services.close();
  expect(asked).toBe(2);
});

test("where texts go is said beforehand, and a service no stage asks is not opened", async () => {
  const services = await open();
  expect(services.notices).toHaveLength(1);
  expect(
    services.notices[0]?.startsWith(`${server?.baseUrl} (e1, r1) gets the requests of ${stage}`),
  ).toBe(true);
  expect(services.notices[0]?.endsWith("with text from evaluate/truths, baseline/chunks")).toBe(
    true,
  );
  await services.close();
  const none = await open({}, {});
  expect(none.notices).toEqual([]);
  expect(() => none.retrieval.embedFor(stage)).toThrow("embedding");
  await none.close();
});

test("a priced model's vectors count against the ceiling; one without a price is refused under a ceiling", async () => {
  const endpoint = async () => ({ baseUrl: (server ??= await startChatServer(answering)).baseUrl });
  const small = { model: "text-embedding-3-small", ...(await endpoint()) };
  const services = await open({ embedding: small, maxCost: 0.000001 }, { embedding: [stage] });
  expect(services.prices).toHaveProperty("text-embedding-3-small");
  await expect(
    services.retrieval.embedFor(stage)(["weir ".repeat(100)], signal),
  ).rejects.toMatchObject({ code: "too-dear" });
  await services.close();
  expect(server?.bodies).toEqual([]);
  await expect(open({ maxCost: 1 })).rejects.toThrow(
    /price of each model, but that of e1, r1 is not known/,
  );
});

const given = (settings: object) => Settings.parse(settings);
const modelsOf = (settings: object, environment: Record<string, string> = {}, searches = wanted) =>
  retrievalModels(given(settings), searches, environment);

test("a model's name alone stands for its settings, the provider before it falls away, and none is the default", () => {
  expect(given({}).embedding).toEqual([]);
  expect(given({ embedding: null, reranking: null })).toMatchObject({
    embedding: [],
    reranking: [],
  });
  expect(given({ embedding: "openai:text-embedding-3-small" }).embedding).toEqual([
    { model: "text-embedding-3-small" },
  ]);
  expect(given({ embedding: "nomic-embed-text:latest" }).embedding).toEqual([
    { model: "nomic-embed-text:latest" },
  ]);
  expect(Settings.safeParse({ embedding: "openai: " }).success).toBe(false);
  expect(Settings.safeParse({ embedding: { model: "e1", apiKey: "sk-1" } }).success).toBe(false);
  expect(Settings.parse(given({ embedding: "e1" })).embedding).toEqual([{ model: "e1" }]);
});

test("keys come from the environment: OpenAI's own for embeddings, for another firm's reranker only the one named", () => {
  const environment = { OPENAI_API_KEY: "sk-openai", OTHER_KEY: "other" };
  const keysOf = (settings: object) => modelsOf(settings, environment).map(({ apiKey }) => apiKey);
  const own = "https://rerank.example/v1";
  expect(keysOf({ embedding: "e1", reranking: { model: "r1", baseUrl: own } })).toEqual([
    "sk-openai",
    null,
  ]);
  expect(
    keysOf({
      embedding: { model: "e1", keyFrom: "OTHER_KEY" },
      reranking: { model: "r1", baseUrl: own, keyFrom: "OTHER_KEY" },
    }),
  ).toEqual(["other", "other"]);
  expect(
    modelsOf({ embedding: { model: "e1", dimensions: 256 } }, environment, {
      embedding: [stage],
    })[0],
  ).toMatchObject({ dimensions: 256, endpoint: "https://api.openai.com/v1" });
});

test("limits of a model's own are its own; else it shares those of its endpoint", () => {
  const [embedding, reranking] = modelsOf(
    {
      embedding: { model: "e1", limits: { concurrency: 2 } },
      reranking: "r1",
      limits: { concurrency: 9 },
    },
    { OPENAI_BASE_URL: "http://127.0.0.1:9/v1" },
  );
  expect(embedding?.model).toMatchObject({
    name: "e1",
    ownLimits: true,
    limits: { concurrency: 2 },
  });
  expect(reranking?.model).toMatchObject({
    name: "r1",
    ownLimits: false,
    limits: { concurrency: 9 },
  });
  expect(reranking?.endpoint).toBe("http://127.0.0.1:9/v1");
});

test("a model that is not set, has no endpoint or lacks its key is refused with what to add", () => {
  const refused = (settings: object, searches: SearchStages, environment = {}) => {
    try {
      modelsOf(settings, environment, searches);
      return "not refused";
    } catch (error) {
      return error instanceof PipelineError ? `${error.message} ${error.hint}` : "another error";
    }
  };
  const embeds = { embedding: [stage] };
  const reranks = { reranking: [stage] };
  expect(refused({}, embeds)).toMatch(
    /^An embedding model is needed by baseline\/retrievals, but none is set\. Add to ragwright\.yaml: embedding:/,
  );
  expect(refused({ embedding: "e1" }, embeds)).toMatch(
    /e1 \(embedding\) needs a key, but OPENAI_API_KEY is not set/,
  );
  expect(
    refused(
      { embedding: { model: "e1", keyFrom: "MY_KEY", baseUrl: "http://127.0.0.1:9/v1" } },
      embeds,
    ),
  ).toMatch(/MY_KEY is not set/);
  expect(refused({ reranking: "r1" }, reranks)).toMatch(/r1 has no endpoint/);
  expect(refused({}, {})).toBe("not refused");
});

test("stages are made before services are opened, and find theirs when they ask", async () => {
  const settings = given({ embedding: { model: "e1", dimensions: 2 } });
  const deferred = deferredRetrieval(settings);
  const { openServices, ...names } = deferred.forStage(stage);
  expect(names).toEqual({ embeddingModels: ["e1 (2 dimensions)"], rerankingModels: [] });
  const { embed, rerank } = openServices({});
  expect(rerank).toBeUndefined();
  expect(() => embed?.(["weir"], signal)).toThrow(/before its services are opened/);
  const services = await open();
  deferred.open(services.retrieval);
  expect(await embed?.(["weir"], signal)).toEqual([Float32Array.from([4, 1])]);
  await services.close();
  expect([...readCalls(at("calls.jsonl"))]).toHaveLength(1);
});

test("of several models each is asked by its name, the first where none is named, and every one once", async () => {
  server = await startChatServer(answering);
  const { baseUrl } = server;
  const services = await open({
    embedding: [
      { model: "e1", baseUrl },
      { model: "e2", baseUrl },
    ],
    reranking: [
      { model: "r1", baseUrl },
      { model: "r2", baseUrl },
    ],
  });
  const { retrieval } = services;
  await retrieval.embedFor(stage)(["weir"], signal);
  await retrieval.embedFor(stage, "e1")(["weir"], signal);
  await retrieval.embedFor(stage, "e2")(["weir"], signal);
  await retrieval.rerankFor(stage, "r2")("fish?", ["a"], signal);
  expect(() => retrieval.embedFor(stage, "e3")).toThrow(/embedding by e3/);
  await services.close();
  expect(server.bodies.map(body => body["model"])).toEqual(["e1", "e2", "r2"]);
});

test("the settings take one model, a list, or none, and each once", () => {
  const named = (embedding: unknown) =>
    Settings.safeParse({ embedding }).data?.embedding.map(({ model }) => model);
  expect(named(null)).toEqual([]);
  expect(named("openai:e1")).toEqual(["e1"]);
  expect(named(["e1", { model: "e2", dimensions: 8 }])).toEqual(["e1", "e2"]);
  expect(named(["e1", "e1"])).toBeUndefined();
});
