// A local stand-in for an OpenAI-compatible endpoint, and a model that asks it.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Timeouts } from "../../../schemas/model-settings.ts";
import { openDialects } from "../../../pipelines/llm/endpoints/dialect.ts";
import { openHttp } from "../../../pipelines/llm/endpoints/http.ts";
import type { Model } from "../../../pipelines/llm/model.ts";
import { createOpenAiModel, type OpenAiSettings } from "../../../pipelines/llm/endpoints/openai.ts";
import { publicAddressOf } from "../../../pipelines/llm/endpoints/redaction.ts";

export interface ChatServer {
  readonly baseUrl: string;
  /** Bodies of the requests, in the order they came. */
  readonly bodies: Record<string, unknown>[];
  readonly headers: IncomingMessage["headers"][];
  /** Paths with their queries. */
  readonly paths: string[];
  close(): Promise<void>;
}

export type Answer = (response: ServerResponse, body: Record<string, unknown>) => void;

export const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) =>
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(JSON.stringify(body));

export const completion = (
  content: string | null,
  more: { refusal?: string; finish_reason?: string; usage?: object } = {},
) => ({
  id: "c1",
  object: "chat.completion",
  choices: [
    {
      index: 0,
      finish_reason: more.finish_reason ?? "stop",
      message: { role: "assistant", content, refusal: more.refusal ?? null },
    },
  ],
  usage: more.usage ?? { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 },
});

export const completing =
  (...parts: Parameters<typeof completion>): Answer =>
  response =>
    sendJson(response, 200, completion(...parts));

/** Bytes as they go over the wire, in place of what the server would write; the connection then ends. */
export const sendRaw = (response: ServerResponse, text: string) => response.socket?.end(text);

interface EndpointOptions extends Partial<Omit<OpenAiSettings, "post">> {
  /** Seconds. */
  readonly timeout?: Partial<Timeouts>;
  readonly output?: "schema" | "json" | "prompt" | null;
  readonly connections?: number;
}

/** A model behind connections of its own; close them when done. */
export function openEndpoint(
  baseUrl: string,
  { timeout, output = null, connections = 16, ...more }: EndpointOptions = {},
): { model: Model; close(): Promise<void> } {
  const http = openHttp({
    connections,
    timeout: { connect: 5, firstByte: 5, idle: 5, whole: 5, ...timeout },
  });
  const settings = {
    model: "m1",
    apiKey: null,
    temperature: 0.2,
    seed: null,
    schemaText: (language: string, schema: object) => `${language} JSON: ${JSON.stringify(schema)}`,
  };
  const dialect = openDialects(null)(
    publicAddressOf(baseUrl),
    more.model ?? settings.model,
    output,
  );
  return {
    model: createOpenAiModel({ ...settings, baseUrl, post: http.postJson, dialect, ...more }),
    close: () => http.close(),
  };
}

export async function startChatServer(answer: Answer): Promise<ChatServer> {
  const bodies: Record<string, unknown>[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const paths: string[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", chunk => {
      text += chunk;
    });
    request.on("end", () => {
      const body = JSON.parse(text) as Record<string, unknown>;
      bodies.push(body);
      headers.push(request.headers);
      paths.push(request.url ?? "");
      answer(response, body);
    });
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    bodies,
    headers,
    paths,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
