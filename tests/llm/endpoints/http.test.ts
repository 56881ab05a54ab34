// What the connections to one endpoint do beneath the openai client: posts, stops, limits of number, and their end.

import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import type { Http } from "../../../pipelines/llm/endpoints/http.ts";
import { HttpFailure } from "../../../pipelines/llm/endpoints/http-failure.ts";
import { type Answer, sendJson } from "./chat-server.ts";
import { never } from "../requests.ts";
import { served } from "./served.ts";

const { serve, server, connect } = served();
let http: Http;

async function open(answer: Answer, connections = 4): Promise<void> {
  await serve(answer);
  http = connect(connections);
}

const post = (body: object, signal = never) =>
  http.postJson({
    url: `${server().baseUrl}/embeddings?v=2`,
    headers: { authorization: "Bearer k" },
    body,
    signal,
  });

test("a post sends JSON with its headers and query, and gives back status, headers and text of any reply", async () => {
  await open(response => sendJson(response, 422, { why: "中文" }, { "x-said": "yes" }));
  const { status, headers, text } = await post({ input: ["甲"] });
  expect([status, headers.get("x-said"), headers.get("x-unsaid"), text]).toEqual([
    422,
    "yes",
    null,
    '{"why":"中文"}',
  ]);
  expect([
    server().bodies[0],
    server().paths[0],
    server().headers[0]?.authorization,
    server().headers[0]?.["content-type"],
  ]).toEqual([{ input: ["甲"] }, "/v1/embeddings?v=2", "Bearer k", "application/json"]);
});

test("a character that arrives in two pieces is whole", async () => {
  const bytes = Buffer.from('"中文"');
  await open(response => {
    response.writeHead(200);
    response.write(bytes.subarray(0, 3), () => setImmediate(() => response.end(bytes.subarray(3))));
  });
  expect((await post({})).text).toBe('"中文"');
});

test("no more connections are open than were asked for, and what waits for one is sent in its turn", async () => {
  const waiting: (() => void)[] = [];
  const flying: number[] = [];
  await open(response => {
    flying.push(waiting.push(() => sendJson(response, 200, {})));
    if (waiting.length === 2) for (const reply of waiting.splice(0)) reply();
  }, 2);
  const replies = await Promise.all(Array.from({ length: 6 }, () => post({})));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(Math.max(...flying)).toBe(2);
});

test("a request that is stopped while it waits for a connection is never sent", async () => {
  const waiting: (() => void)[] = [];
  await open(response => void waiting.push(() => sendJson(response, 200, {})), 1);
  const stop = new AbortController();
  const first = post({ first: true });
  const second = post({ second: true }, stop.signal);
  await expect.poll(() => waiting.length).toBe(1);
  stop.abort(new Error("stopped"));
  await expect(second).rejects.toThrow("stopped");
  expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  const third = post({ third: true });
  waiting.shift()?.();
  await first;
  await expect.poll(() => waiting.length).toBe(1);
  waiting.shift()?.();
  await third;
  expect(server().bodies).toEqual([{ first: true }, { third: true }]);
});

test("the end of the connections ends what is in flight, as perhaps paid for", async () => {
  await open(() => {});
  const call = post({}).catch((error: unknown) => error);
  await expect.poll(() => server().bodies.length).toBe(1);
  await http.close();
  const error = await call;
  expect(error).toBeInstanceOf(HttpFailure);
  expect(error).toMatchObject({ fault: "broken", mayBeSent: true });
});
