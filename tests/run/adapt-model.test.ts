// Models of the AI SDK and of LangChain as a run, a plan and an evaluation take them: the same journal, prices and ceiling, and no key on disk.

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { ChatOpenAI } from "@langchain/openai";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ruleAnswerers } from "../../pipelines/floor/rule-answerers.ts";
import { evaluate, plan, run, type RunOptions } from "../../pipelines/index.ts";
import { readCalls } from "../../pipelines/llm/journal.ts";
import { readSchemas } from "../../pipelines/run/package-files.ts";
import { rulesModel } from "../../pipelines/run/rules-model.ts";
import {
  type Answer,
  type ChatServer,
  sendJson,
  startChatServer,
} from "../llm/endpoints/chat-server.ts";
import { freshFolder } from "../support/folder.ts";
import { completionOf, recordedReplies } from "../support/replies-by-rules.ts";
import { sampleItems } from "../support/sample-items.ts";
import { writeSampleRun } from "../support/sample-run.ts";
import { newFolder } from "../support/toy-run.ts";

vi.setConfig({ testTimeout: 60_000 });

const key = "sk-planted-0123456789abcdef";
const at = freshFolder();
const small = (more: Partial<RunOptions> = {}): RunOptions => ({
  wing: "rageval",
  schemas: ["law"],
  languages: ["en"],
  domains: ["law"],
  items: 4,
  documentsPerSchema: 2,
  families: { share: 0, documents: 2, twins: 0 },
  until: "documents",
  out: at("run"),
  ...more,
});

let server: ChatServer;

beforeAll(async () => {
  const out = join(newFolder(), "recorded");
  const rules = rulesModel({
    version: "a1",
    answerers: ruleAnswerers,
    domains: readSchemas({ schemas: ["law"], languages: ["en"] }),
    randomSeed: 1,
  });
  await run(small({ out, model: { ...rules, name: "recorded" } }));
  const replyTo = recordedReplies(join(out, "calls.jsonl"));
  server = await startChatServer((response, body) =>
    sendJson(response, 200, completionOf(replyTo(body as never) ?? "{}")),
  );
});
afterAll(() => server.close());

const ofAiSdk = () =>
  createOpenAICompatible({
    name: "here",
    baseURL: server.baseUrl,
    apiKey: key,
    supportsStructuredOutputs: true,
  })("gpt-4o-mini");

const ofLangChain = () =>
  new ChatOpenAI({
    model: "gpt-4o-mini",
    apiKey: key,
    configuration: { baseURL: server.baseUrl },
  });

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map(name => join(folder, name))
    .filter(path => statSync(path).isFile());

const callsOf = () => [...readCalls(join(at("run"), "calls.jsonl"))].map(({ call }) => call);

test.each([
  ["the AI SDK", ofAiSdk, "here.chat"],
  ["LangChain", ofLangChain, "langchain.openai"],
])(
  "an object of %s makes a run under a ceiling; its calls are journaled and priced, asked once, and its key is in no file",
  async (_, make, place) => {
    const notes: string[] = [];
    const reporter = { event: () => {}, note: (text: string) => void notes.push(text) };
    const before = server.bodies.length;
    const options = { model: make(), maxCost: 1, reporter };
    expect(await run(small(options))).toMatchObject({ status: "done", failures: [] });
    const asked = server.bodies.length - before;
    expect(asked).toBeGreaterThan(1);
    expect(notes.join("\n")).toContain(`${place}, by a model of this program (gpt-4o-mini) gets`);
    const calls = callsOf().filter(({ model }) => model === "gpt-4o-mini");
    expect(calls).toHaveLength(asked);
    expect(calls.every(({ cost }) => cost !== null && cost !== undefined && cost > 0)).toBe(true);
    expect(await run(small({ ...options, model: make() }))).toMatchObject({ status: "done" });
    expect(server.bodies.length - before).toBe(asked);
    for (const file of filesUnder(at("run"))) expect(readFileSync(file, "utf8")).not.toContain(key);
  },
);

test("what an object answered, the same model by its name is not asked again", async () => {
  const seen = server.bodies.length;
  await run(small({ model: ofAiSdk() }));
  const asked = server.bodies.length;
  expect(asked).toBeGreaterThan(seen);
  const named = { model: "openai:gpt-4o-mini", baseUrl: server.baseUrl };
  expect(await run(small({ model: named }))).toMatchObject({ status: "done" });
  expect(server.bodies).toHaveLength(asked);
});

test("settings may stand beside the object, and single stages have others", async () => {
  const seen = server.bodies.length;
  const model = { model: ofAiSdk(), temperature: 0.5, limits: { concurrency: 1 } };
  await run(small({ model, models: { documents: { model: ofAiSdk(), temperature: 0 } } }));
  const temperatures = server.bodies.slice(seen).map(({ temperature }) => temperature);
  expect(new Set(temperatures)).toEqual(new Set([0.5, 0]));
});

test("a ceiling that the first call could pass stops it before anything is sent", async () => {
  const seen = server.bodies.length;
  const ended = await run(small({ model: ofAiSdk(), maxCost: 0.000001 })).catch(
    (error: unknown) => error,
  );
  expect(JSON.stringify(ended)).toMatch(/budget|ceiling/);
  expect(server.bodies).toHaveLength(seen);
  const unpriced = createOpenAICompatible({ name: "here", baseURL: server.baseUrl })("unheard-of");
  await expect(run(small({ model: unpriced, maxCost: 1 }))).rejects.toMatchObject({
    code: "bad-settings",
    message: expect.stringContaining("unheard-of") as string,
  });
});

test("a plan with an object says its price and where the text goes", async () => {
  const { plan: planned } = await plan(small({ model: ofAiSdk() }));
  expect(planned.total.cost?.expected).toBeGreaterThan(0);
  expect(planned.hosts.map(({ place }) => place)).toEqual([
    "here.chat, by a model of this program",
  ]);
});

/** Says of every keypoint that the answer says it. */
const judging: Answer = (response, body) => {
  const { messages } = body as { messages: { content: string }[] };
  const [, keypoints = ""] =
    /<keypoints>\n([\s\S]*?)<\/keypoints>/.exec(messages.at(-1)?.content ?? "") ?? [];
  const verdicts = [...keypoints.matchAll(/^\[(\w+)\]/gm)].map(([, id]) => ({
    id,
    reason: "It is said.",
    verdict: "covered",
  }));
  sendJson(response, 200, completionOf(JSON.stringify({ verdicts })));
};

test("an evaluation is judged by an object, once for each answer", async () => {
  const judge = await startChatServer(judging);
  try {
    writeSampleRun(at("run"));
    const lines = sampleItems.map(({ id }) => JSON.stringify({ id, answer: "The lamp is green." }));
    writeFileSync(at("answers.jsonl"), lines.join("\n"));
    const model = new ChatOpenAI({
      model: "gpt-4o-mini",
      apiKey: key,
      configuration: { baseURL: judge.baseUrl },
    });
    const options = { predictions: at("answers.jsonl"), against: at("run"), maxCost: 1, model };
    const scored = await evaluate({ ...options, metrics: ["completeness"] });
    expect(scored).toMatchObject({ status: "done", metrics: { completeness: { value: 1 } } });
    expect(judge.bodies.length).toBeGreaterThan(2);
    const asked = judge.bodies.length;
    await evaluate({ ...options, metrics: ["completeness"] });
    expect(judge.bodies).toHaveLength(asked);
  } finally {
    await judge.close();
  }
});

test("what is not a model is refused with what is taken", async () => {
  const chain = ofLangChain().pipe(message => message);
  await expect(run(small({ model: chain as never }))).rejects.toMatchObject({
    code: "wrong-use",
    hint: expect.stringContaining("not a chain, nothing bound to it") as string,
  });
  await expect(
    run(small({ model: ofLangChain(), models: { documents: ofAiSdk() } })),
  ).rejects.toThrow("Two models are called gpt-4o-mini.");
});
