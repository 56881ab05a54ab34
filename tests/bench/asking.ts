// The stack a run asks through, for benches against the replay server.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keypointsPrompt } from "../../schemas/items/prompts.ts";
import type { Timeouts } from "../../schemas/model-settings.ts";
import type { Ask } from "../../pipelines/engine/stage.ts";
import { hashOf } from "../../pipelines/engine/fingerprint.ts";
import { rowsFor } from "../../pipelines/run/endpoints.ts";
import { createAsk } from "../../pipelines/llm/ask.ts";
import { Budget } from "../../pipelines/llm/budget/budget.ts";
import { withBudget } from "../../pipelines/llm/budget/budgeted-client.ts";
import { openDialects } from "../../pipelines/llm/endpoints/dialect.ts";
import { openHttp } from "../../pipelines/llm/endpoints/http.ts";
import { Journal } from "../../pipelines/llm/journal.ts";
import { withChatJournal } from "../../pipelines/llm/journaled-client.ts";
import { createLimiter } from "../../pipelines/llm/limits/limiter.ts";
import { withLimiter } from "../../pipelines/llm/limits/limited-client.ts";
import type { Message, Model } from "../../pipelines/llm/model.ts";
import { createOpenAiModel } from "../../pipelines/llm/endpoints/openai.ts";
import { withRetries } from "../../pipelines/llm/limits/retry.ts";
import { createTemplates } from "../../pipelines/llm/templates.ts";
import { root } from "../support/cli.ts";

export const keypointsReply = JSON.stringify({
  keypoints: [{ claim: "The dam was built in 1961.", kind: "fact", evidence: [1] }],
});

const templates = createTemplates([join(root, "prompts")]);
const sentence = "The dam above the town was built in 1961 and holds the water of three rivers. ";

/** The variables of one of many different questions, about 3 KB when rendered. */
export const variablesOf = (name: string) => ({
  type: "factual",
  question: `When was the dam ${name} built?`,
  answer: "In 1961.",
  evidence: [{ number: 1, document: "Dams", text: sentence.repeat(12) }],
});

const identity = { name: "bench", settings: { temperature: 0, seed: null } };
export const messagesOf = (name: string): Message[] =>
  templates.render(keypointsPrompt, "en", variablesOf(name));
/** The name under which the replay server draws the latency of a question. */
export const latencyKeyOf = (name: string): string => hashOf(messagesOf(name));

export interface Asker {
  readonly ask: (name: string) => Promise<unknown>;
  /** Asks that are under way at once. */
  readonly atOnce: number;
  close(): Promise<void>;
}

const timeout = { connect: 10, firstByte: 60, idle: 60, whole: 60 };

export interface Stack {
  readonly ask: Ask;
  readonly rowsInFlight: number;
  close(): Promise<void>;
}

/** A ceiling that is never reached. */
export const openBudget = (folder: string, journal: Journal) =>
  Budget.open({
    path: join(folder, "attempts.jsonl"),
    ceiling: 1e6,
    spent: 0,
    hasReply: key => journal.has(key),
  });

export interface OpenModel {
  readonly model: Model;
  close(): Promise<void>;
}

/** All that stands between a stage and an endpoint in a run with a ceiling; its journals are in the folder. */
export async function openModel(
  baseUrl: string,
  concurrency: number,
  { folder, timeouts = timeout }: { readonly folder: string; readonly timeouts?: Timeouts },
): Promise<OpenModel> {
  const journal = await Journal.open(join(folder, "calls.jsonl"));
  const budget = await openBudget(folder, journal);
  const http = openHttp({ connections: concurrency, timeout: timeouts });
  const settings = {
    model: identity.name,
    ...identity.settings,
    baseUrl,
    apiKey: "bench",
    post: http.postJson,
    dialect: openDialects(null)(baseUrl, identity.name, null),
    schemaText: () => "",
  };
  const limiter = createLimiter({ concurrency, requestsPerMinute: null, tokensPerMinute: null });
  const price = { input: 1, output: 1, batch: 1 };
  const model = withChatJournal(
    journal,
    withRetries(withLimiter(withBudget(createOpenAiModel(settings), budget, price), limiter)),
  );
  const close = async () => {
    await Promise.all([journal.close(), budget.close(), http.close()]);
  };
  return { model, close };
}

/** Asks for one stage. */
export async function openStack(
  baseUrl: string,
  concurrency: number,
  timeouts: Timeouts = timeout,
): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), "ragwright-bench-"));
  const { model, close } = await openModel(baseUrl, concurrency, { folder, timeouts });
  const ask = createAsk({ model, templates, stage: "bench", signal: new AbortController().signal })(
    { row: "bench", onCall: () => undefined },
  );
  return { ask, rowsInFlight: rowsFor(concurrency), close };
}

export async function openAsker(baseUrl: string, concurrency: number): Promise<Asker> {
  const { ask, rowsInFlight, close } = await openStack(baseUrl, concurrency);
  return {
    ask: name => ask(keypointsPrompt, "en", variablesOf(name)),
    atOnce: rowsInFlight,
    close,
  };
}
