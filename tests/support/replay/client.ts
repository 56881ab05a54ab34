// What tests of the replay server share: a recording of capitals, and a client that asks about them.

import { writeFileSync } from "node:fs";
import OpenAI, { type APIPromise } from "openai";
import { afterEach } from "vitest";
import { hashOf } from "../../../pipelines/engine/fingerprint.ts";
import type { CallLine } from "../../../pipelines/llm/journal.ts";
import { freshFolder } from "../folder.ts";
import { type ReplayServer, startReplayServer } from "../replay-server.ts";
import type { ReplayOptions } from "./settings.ts";

const inFolder = freshFolder();
let recordings = 0;

export const capitals = ["Paris", "Rome", "Lima", "Oslo", "Cairo", "Quito", "Tunis", "Hanoi"];

export type Messages = { role: "system" | "user" | "assistant"; content: string }[];

export const asking = (capital: string, system = "You know capitals."): Messages => [
  { role: "system", content: system },
  { role: "user", content: `Of which country is ${capital} the capital?` },
];

export const replyOn = (capital: string) =>
  JSON.stringify({ country: `the country of ${capital}`, sure: true });

export const recordedLine = (capital: string, more: Partial<CallLine> = {}): CallLine => ({
  key: `key-${capital}`,
  messages: hashOf(asking(capital)),
  stage: "items/capital",
  prompt: "items/capital",
  language: "en",
  model: "recorded",
  usage: { inputTokens: 100, outputTokens: 10 },
  finish: "stop",
  reply: replyOn(capital),
  ...more,
});

/** Writes a calls.jsonl with these lines; by default one for each capital. */
export function recording(
  lines: readonly CallLine[] = capitals.map(capital => recordedLine(capital)),
): string {
  const path = inFolder(`calls-${++recordings}.jsonl`);
  writeFileSync(path, lines.map(line => `${JSON.stringify(line)}\n`).join(""));
  return path;
}

export interface Replay {
  readonly server: ReplayServer;
  readonly client: OpenAI;
  /** One chat request without further tries. */
  ask(
    messages: Messages,
    more?: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>,
  ): APIPromise<OpenAI.ChatCompletion>;
}

/** Servers of one test file, closed after each test. */
export function replays(): (options?: ReplayOptions) => Promise<Replay> {
  const opened: ReplayServer[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(server => server.close()));
  });
  return async options => {
    const replay = await startReplay(options);
    opened.push(replay.server);
    return replay;
  };
}

async function startReplay(options: ReplayOptions = {}): Promise<Replay> {
  const server = await startReplayServer({ calls: [recording()], ...options });
  const client = new OpenAI({
    baseURL: server.baseUrl,
    apiKey: options.key ?? "any",
    maxRetries: 0,
    logLevel: "off",
  });
  return {
    server,
    client,
    ask: (messages, more = {}) =>
      client.chat.completions.create({ model: "m1", messages, ...more }),
  };
}

/** What became of a request: its text, or the name of the error. */
export const outcomeOf = (asked: Promise<OpenAI.ChatCompletion>): Promise<string> =>
  asked.then(
    reply => reply.choices?.[0]?.message.content ?? "no reply",
    (error: Error & { status?: number }) => String(error.status ?? error.name),
  );
