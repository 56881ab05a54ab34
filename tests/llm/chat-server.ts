// A local stand-in for an OpenAI-compatible endpoint.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ChatServer {
  readonly baseUrl: string;
  /** Bodies of the requests, in the order they came. */
  readonly bodies: Record<string, unknown>[];
  readonly headers: IncomingMessage["headers"][];
  close(): Promise<void>;
}

export type Answer = (response: ServerResponse, body: Record<string, unknown>) => void;

export const sendJson = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

export const completion = (content: string | null, more: { refusal?: string; finish_reason?: string; usage?: object } = {}) => ({
  id: "c1",
  object: "chat.completion",
  choices: [{ index: 0, finish_reason: more.finish_reason ?? "stop", message: { role: "assistant", content, refusal: more.refusal ?? null } }],
  usage: more.usage ?? { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 },
});

export const completing =
  (...parts: Parameters<typeof completion>): Answer =>
  response =>
    sendJson(response, 200, completion(...parts));

export async function startChatServer(answer: Answer): Promise<ChatServer> {
  const bodies: Record<string, unknown>[] = [];
  const headers: IncomingMessage["headers"][] = [];
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
      answer(response, body);
    });
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    bodies,
    headers,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
