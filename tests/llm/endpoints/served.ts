// Servers that answer as a test says, and what asks them; all are closed after each test.

import { afterEach } from "vitest";
import { type Http, openHttp } from "../../../pipelines/llm/endpoints/http.ts";
import { Journal } from "../../../pipelines/llm/journal.ts";
import { freshFolder } from "../../support/folder.ts";
import { aRequest, never } from "../requests.ts";
import {
  type Answer,
  type ChatServer,
  openEndpoint,
  sendJson,
  startChatServer,
} from "./chat-server.ts";

export const secret = "sk-test-0123456789abcdef";

/** Refuses, and repeats the key. */
export const refusing =
  (status: number, headers: Record<string, string> = {}): Answer =>
  response =>
    sendJson(response, status, { error: { message: `no, ${secret}` } }, headers);

/** Everything of an error that could reach a log or a screen. */
export const shownBy = (error: unknown) =>
  JSON.stringify(error, Object.getOwnPropertyNames(error)) + String((error as Error).cause);

/** Called once a test file. `server`: the one started last; what is given to `closing` is closed before what came earlier. */
export function served() {
  let server: ChatServer;
  const open: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
  });
  const closing = (close: () => Promise<unknown>) => void open.push(close);
  const serve = async (answer: Answer) => {
    server = await startChatServer(answer);
    closing(server.close);
    return server;
  };
  const connect = (connections = 4): Http => {
    const timeout = { connect: 5, firstByte: 5, idle: 5, whole: 5 };
    const http = openHttp({ connections, timeout });
    closing(() => http.close());
    return http;
  };
  return { serve, server: () => server, connect, closing };
}

/** The same for endpoints whose replies a journal in a folder of the test's keeps, whichever server gave them. */
export function servedJournal() {
  const { serve, server, connect, closing } = served();
  const at = freshFolder();
  const calls = () => at("calls.jsonl");
  const start = async (answer: Answer) => {
    const { baseUrl } = await serve(answer);
    const post = connect().postJson;
    const journal = await Journal.open(calls());
    closing(() => journal.close());
    return { service: { baseUrl, apiKey: secret, post }, journal };
  };
  return { at, calls, start, server };
}

type ChatOptions = Parameters<typeof openEndpoint>[1];

/** The same for chat endpoints, asked with the secret as key. */
export function servedChat(preset: ChatOptions = {}) {
  const { serve, server, closing } = served();
  const modelAt = (baseUrl: string, options: ChatOptions = {}) => {
    const { model, close } = openEndpoint(baseUrl, { apiKey: secret, ...preset, ...options });
    closing(close);
    return model;
  };
  const against = async (
    answer: Answer,
    { path = "", ...options }: ChatOptions & { path?: string } = {},
  ) => modelAt(`${(await serve(answer)).baseUrl}${path}`, options);
  const failureOf = async (...asked: Parameters<typeof against>): Promise<unknown> =>
    (await against(...asked)).complete(aRequest("France"), never).catch((error: unknown) => error);
  return { against, failureOf, modelAt, server, closing };
}
