// A server of the annotation page on a person's folder of three tasks, and how a test asks it.

import { mkdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { afterEach, beforeEach, expect } from "vitest";
import { writeFolder } from "../../pipelines/annotate/person-folder.ts";
import { emptyContent } from "../../pipelines/annotate/form.ts";
import {
  type BatchServer,
  type ServeOptions,
  serveBatch,
} from "../../pipelines/annotate/server/server.ts";
import type { Content, PersonTask, Protocol } from "../../schemas/annotation.ts";
import { freshFolder } from "./folder.ts";

export const page = {
  markup: "<!doctype html><title>page</title>",
  style: "body{}",
  scripts: new Map([["app.js", "export const app = 1;"]]),
};
const clock = Date.UTC(2026, 0, 2, 3, 4, 5);

export const taskOf = (
  number: number,
  over: Partial<Content> = {},
  protocol: Protocol = "crud-query",
): PersonTask => ({
  id: `t${number}`,
  protocol,
  content: {
    ...emptyContent({ language: "zh", domain: "law" }),
    type: "factual",
    question: `第${number}个问题是什么？`,
    documentIds: ["d1"],
    ...over,
  },
});

/** Called once a test file. Every test has a batch of its own in `path("ann")`; its servers are closed afterwards. A test takes the errors it expects out of `errors`: one left there fails it. */
export function annotationServer() {
  const path = freshFolder();
  const journalPath = () => path("ann/verdicts.jsonl");
  const journalLines = () => readFileSync(journalPath(), "utf8").split("\n").filter(Boolean);
  const open: BatchServer[] = [];
  const errors: unknown[] = [];

  function writeBatch(tasks: readonly PersonTask[], directory = path("ann")): string {
    mkdirSync(directory, { recursive: true });
    const heading = {
      format: 1,
      id: "batch-1",
      protocol: tasks[0]?.protocol ?? "crud-query",
      annotator: "Ann",
      tasks: tasks.length,
      languages: ["zh"],
    } as const;
    writeFolder(directory, {
      heading: { ...heading, languages: ["zh"] },
      tasks,
      documents: [{ id: "d1", language: "zh", name: "甲", text: "甲公司成立于一九九八年。" }],
    });
    return directory;
  }

  async function serve(over: Partial<ServeOptions> = {}): Promise<BatchServer> {
    const server = await serveBatch({
      directory: path("ann"),
      host: "127.0.0.1",
      port: 0,
      page,
      now: () => clock,
      onError: error => errors.push(error),
      ...over,
    });
    open.push(server);
    return server;
  }

  beforeEach(() => {
    writeBatch([taskOf(1), taskOf(2), taskOf(3)]);
  });

  afterEach(async () => {
    await Promise.all(open.splice(0).map(server => server.close()));
    expect(errors.splice(0)).toEqual([]);
  });

  return { path, journalPath, journalLines, writeBatch, serve, errors };
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Buffer;
  readonly host?: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly text: string;
}

/** Sends a path as it is written, which fetch does not. */
export function ask(
  { port }: Pick<BatchServer, "port">,
  target: string,
  { method = "GET", headers = {}, body, host = "127.0.0.1" }: Ask = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host, port, path: target, method, headers, agent: false }, response => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString("utf8"),
        }),
      );
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

export const json = { "content-type": "application/json" };

export async function read(server: BatchServer, target: string) {
  const { status, text } = await ask(server, target);
  return { status, body: JSON.parse(text) };
}

export const verdict = (over: object = {}) => ({
  taskId: "t1",
  annotator: "Ann",
  values: { verdict: "reasonable" },
  complete: true,
  seconds: 3,
  basedOn: 0,
  ...over,
});

export async function put(
  server: Pick<BatchServer, "port">,
  over: object = {},
  headers: Record<string, string> = {},
) {
  const { status, text } = await ask(server, "/api/verdicts", {
    method: "PUT",
    headers: { ...json, ...headers },
    body: JSON.stringify(verdict(over)),
  });
  return { status, body: JSON.parse(text) };
}

export const expectedError = (code: string, message: string | RegExp) =>
  expect.objectContaining({ name: "PipelineError", code, message: expect.stringMatching(message) });
