// `make()` as a program calls it: what is foreseen is told, a paid model needs an agreement, and a stop loses nothing.

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ruleAnswerers } from "../../pipelines/floor/rule-answerers.ts";
import { type Foreseen, make, type MakeOptions, run } from "../../pipelines/index.ts";
import { readCalls } from "../../pipelines/llm/journal.ts";
import { rulesModel } from "../../pipelines/run/rules-model.ts";
import { type ChatServer, sendJson, startChatServer } from "../llm/endpoints/chat-server.ts";
import { freshFolder, writeFiles } from "../support/folder.ts";
import { completionOf, recordedReplies } from "../support/replies-by-rules.ts";
import { newFolder } from "../support/toy-run.ts";

vi.setConfig({ testTimeout: 120_000 });

const at = freshFolder();
const harbours = ["Tarn", "Wend", "Orrin", "Lisle", "Brack", "Ewer"];
const masters = ["Ada Quill", "Ben Stoat", "Cleo Marsh", "Dot Rudd", "Eli Vane", "Fay Tull"];
const textOf = (harbour: string, index: number) =>
  `# ${harbour} harbour, fees of 2026\n\n| Berth | Fee |\n| --- | --- |\n| North | ${12 + index} euros |\n| South | ${24 + index} euros |\n\nOpen from: ${index + 1} March 2026\nHarbour master: ${masters[index]}\n`;

const folder = newFolder();
const docs = join(folder, "docs");
const recorded = join(folder, "recorded");
/** What code asked is in the recording. */
const askedByRules = { items: 12, models: { "questions/init": "rules" } };

let server: ChatServer;
let onAsked = () => {};
/** A model of the AI SDK whose server answers as `rules` did. */
const model = () =>
  createOpenAICompatible({
    name: "here",
    baseURL: server.baseUrl,
    supportsStructuredOutputs: true,
  })("gpt-4o-mini");

beforeAll(async () => {
  writeFiles(
    docs,
    Object.fromEntries(harbours.map((name, index) => [`${name}.md`, textOf(name, index)])),
  );
  const rules = rulesModel({ version: "a1", answerers: ruleAnswerers, domains: [], randomSeed: 1 });
  const named = { ...rules, name: "recorded" };
  await run({ wing: "cofe", documents: [docs], ...askedByRules, out: recorded, model: named });
  const replyTo = recordedReplies(join(recorded, "calls.jsonl"));
  server = await startChatServer((response, body) => {
    onAsked();
    sendJson(response, 200, completionOf(replyTo(body as never) ?? "{}"));
  });
});
beforeEach(() => void server.bodies.splice(0));
afterAll(() => server.close());

const itemsOf = (run: string) => readFileSync(join(run, "items/items.jsonl"), "utf8");

test("a folder is made a benchmark of, and what is foreseen is told", async () => {
  const notes: string[] = [];
  const made = await make(docs, {
    items: 4,
    out: at("run"),
    reporter: { event: () => {}, note: text => notes.push(text) },
  });
  expect(made).toMatchObject({ status: "done", directory: at("run"), items: 4 });
  expect(notes[0]).toMatch(/^Taken {2}as files.*\nRead {3}6 documents; all/);
});

test("without ceiling or agreement no paid model is asked; what agrees is told what is foreseen", async () => {
  const { bodies } = server;
  const options: MakeOptions = { ...askedByRules, out: at("run"), model: model() };
  const told: Foreseen[] = [];
  const agree = async (foreseen: Foreseen) => {
    told.push(foreseen);
    return false;
  };
  await expect(make([docs], { ...options, agree })).rejects.toMatchObject({
    code: "wrong-use",
    message: expect.stringContaining("Nothing was sent") as string,
    hint: expect.stringContaining("maxCost: 5") as string,
  });
  expect(bodies).toEqual([]);
  expect(told[0]).toMatchObject({
    given: { wing: "cofe", sources: { documents: [docs] } },
    ahead: { isPaid: true, hasCeiling: false, documents: 6 },
  });
});

test("an abort ends it cleanly, and the same call goes on to the same items without paying for a call twice", async () => {
  const { bodies } = server;
  const options = { ...askedByRules, out: at("run"), maxCost: 1, limits: { concurrency: 1 } };
  const ends = [await stopped(), await stopped(), await make(docs, { ...options, model: model() })];
  expect(ends).toMatchObject([
    { code: "interrupted" },
    { code: "interrupted" },
    { status: "done", items: 12 },
  ]);
  const asked = bodies.map(body => JSON.stringify(body));
  expect(asked).toHaveLength(2);
  expect(new Set(asked).size).toBe(asked.length);
  const calls = [...readCalls(join(at("run"), "calls.jsonl"))].map(({ call }) => call.model);
  expect(calls.filter(name => name === "gpt-4o-mini")).toHaveLength(asked.length);
  expect(itemsOf(at("run"))).toBe(itemsOf(recorded));

  /** Stopped while the first call is in flight. */
  async function stopped(): Promise<unknown> {
    const stop = new AbortController();
    onAsked = () => stop.abort();
    return make(docs, { ...options, model: model(), signal: stop.signal })
      .catch((error: unknown) => error)
      .finally(() => (onAsked = () => {}));
  }
});

test("one that is aborted before it begins asks nobody, not even for an agreement", async () => {
  const { bodies } = server;
  const agree = vi.fn(() => true);
  await expect(
    make(docs, { out: at("run"), model: model(), agree, signal: AbortSignal.abort() }),
  ).rejects.toMatchObject({ code: "interrupted" });
  expect(agree).not.toHaveBeenCalled();
  expect(bodies).toEqual([]);
});
