// Servers of a test, closed when it has ended, and judges of keypoints behind them.

import { afterEach } from "vitest";
import {
  type Answer,
  type ChatServer,
  completion,
  sendJson,
  startChatServer,
} from "../llm/endpoints/chat-server.ts";

const servers: ChatServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map(server => server.close())));

export async function serve(answer: Answer): Promise<ChatServer> {
  const server = await startChatServer(answer);
  servers.push(server);
  return server;
}

export const askedIn = (body: Record<string, unknown>): string =>
  (body as unknown as { messages: readonly { content: string }[] }).messages
    .map(({ content }) => content)
    .join("\n");

/** Ids of the keypoints in the user part of a request, which ends it. */
export const keypointsIn = (asked: string): string[] =>
  [...asked.slice(asked.lastIndexOf("<keypoints>")).matchAll(/^\[(k\d+)\]/gm)].map(
    ([, id = ""]) => id,
  );

export const verdictsOn = (ids: readonly string[], verdict: "covered" | "neither" = "covered") => ({
  verdicts: ids.map(id => ({ id, reason: "So it is.", verdict })),
});

/** Covers every keypoint where a request is such, and none of another. */
export const judge = (isCovered: (asked: string) => boolean): Promise<ChatServer> =>
  serve((response, body) => {
    const asked = askedIn(body);
    const verdict = isCovered(asked) ? "covered" : "neither";
    const reply = verdictsOn(keypointsIn(asked), verdict);
    sendJson(response, 200, completion(JSON.stringify(reply)));
  });
