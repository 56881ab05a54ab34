// Every way in which a call can go wrong on the wire, met by a server that does it: what the row is told, and whether it may have been paid for.

import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { expect, test } from "vitest";
import { RetryableError, retrying } from "../../../pipelines/llm/limits/retry.ts";
import { type Answer, completing, completion, sendJson, sendRaw } from "./chat-server.ts";
import { aRequest, never, paris } from "../requests.ts";
import type { Model } from "../../../pipelines/llm/model.ts";
import { refusing, secret, servedChat, shownBy } from "./served.ts";

const { against, failureOf, modelAt, server, closing } = servedChat();
const failureAt = (model: Model): Promise<unknown> =>
  model.complete(aRequest("France"), never).catch((error: unknown) => error);

const raw =
  (text: string): Answer =>
  response =>
    sendRaw(response, text);
const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const stalling =
  (text: string): Answer =>
  response => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write(text);
  };
const trickling: Answer = response => {
  response.writeHead(200, { "content-type": "application/json" });
  const drip = setInterval(() => response.write(" "), 5);
  response.on("close", () => clearInterval(drip));
};
const endless: Answer = response => {
  response.writeHead(200, { "content-type": "application/json" });
  const blank = " ".repeat(1 << 20);
  const more = () => {
    while (!response.destroyed && response.write(blank));
  };
  response.on("drain", more);
  more();
};
interface Fault {
  readonly title: string;
  readonly answer: Answer;
  readonly timeout?: Record<string, number>;
  readonly code: string;
  readonly billed: boolean;
  readonly says: RegExp;
}

const passing: Fault[] = [
  {
    title: "status 429",
    answer: refusing(429),
    code: "rate-limited",
    billed: false,
    says: /status 429: no, \[key\]. If this goes on, lower the limits/,
  },
  {
    title: "status 408",
    answer: refusing(408),
    code: "unavailable",
    billed: false,
    says: /status 408: no, \[key\]/,
  },
  {
    title: "status 500",
    answer: refusing(500),
    code: "unavailable",
    billed: false,
    says: /status 500: no, \[key\]/,
  },
  {
    title: "status 503",
    answer: refusing(503),
    code: "unavailable",
    billed: false,
    says: /status 503/,
  },
  {
    title: "status 503 with a page",
    answer: response => response.writeHead(503).end("<html><h1>Back\nsoon</h1>"),
    code: "unavailable",
    billed: false,
    says: /503: Back soon$/,
  },
  {
    title: "status 504, when a gateway waited in vain",
    answer: refusing(504),
    code: "unavailable",
    billed: true,
    says: /status 504/,
  },
  {
    title: "no first byte in time",
    answer: () => {},
    timeout: { firstByte: 0.05 },
    code: "timeout",
    billed: true,
    says: /began no reply within 0.05 s \(timeout.firstByte\)/,
  },
  {
    title: "a body that stalls",
    answer: stalling('{"choices"'),
    timeout: { idle: 0.05 },
    code: "timeout",
    billed: true,
    says: /sent no more for 0.05 s \(timeout.idle\)/,
  },
  {
    title: "a trickle of white space",
    answer: trickling,
    timeout: { whole: 0.08 },
    code: "timeout",
    billed: true,
    says: /no whole reply within 0.08 s \(timeout.whole\)/,
  },
  {
    title: "white space without end",
    answer: endless,
    code: "garbled",
    billed: true,
    says: /did not end after 32 MB/,
  },
  {
    title: "a reset before the reply",
    answer: response => response.socket?.resetAndDestroy(),
    code: "unavailable",
    billed: true,
    says: /broke off the connection/,
  },
  {
    title: "a close before the reply",
    answer: response => response.destroy(),
    code: "unavailable",
    billed: true,
    says: /broke off the connection/,
  },
  {
    title: "a reset within the body",
    answer: response => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "999" });
      response.write('{"choices"', () => response.socket?.resetAndDestroy());
    },
    code: "unavailable",
    billed: true,
    says: /broke off the connection/,
  },
  {
    title: "a body shorter than its length",
    answer: raw(`${head}content-length: 999\r\n\r\n{"choices"`),
    code: "unavailable",
    billed: true,
    says: /broke off the connection/,
  },
  {
    title: "a chunked body without its end",
    answer: raw(`${head}transfer-encoding: chunked\r\n\r\n5\r\n{"cho\r\n`),
    code: "unavailable",
    billed: true,
    says: /broke off/,
  },
  {
    title: "chunks that are none",
    answer: raw(`${head}transfer-encoding: chunked\r\n\r\nzz\r\n{"cho\r\n`),
    code: "garbled",
    billed: true,
    says: /no HTTP reply.*Is the base URL right/,
  },
  {
    title: "bytes that are no HTTP",
    answer: raw("220 mail.example ESMTP\r\n"),
    code: "garbled",
    billed: true,
    says: /no HTTP reply.*Is the base URL right/,
  },
  {
    title: "JSON cut off at its full length",
    answer: raw(`${head}content-length: 12\r\n\r\n{"choices":[`),
    code: "garbled",
    billed: true,
    says: /that is not a chat completion/,
  },
  {
    title: "an empty body",
    answer: raw(`${head}content-length: 0\r\n\r\n`),
    code: "garbled",
    billed: true,
    says: /sent nothing that is not a chat completion|sent nothing/,
  },
  {
    title: "a page with status 200",
    answer: response =>
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<!doctype html><title>Sign in ${secret}</title>`),
    code: "garbled",
    billed: true,
    says: /sent a web page \("Sign in \[key\]"\) and not a chat completion. Is the base URL right\? It usually ends in \/v1/,
  },
  {
    title: "an error with status 200",
    answer: raw(`${head}\r\n${JSON.stringify({ error: { message: "upstream fell" } })}`),
    code: "garbled",
    billed: true,
    says: /upstream fell/,
  },
  {
    title: "a packed body that cannot be unpacked",
    answer: raw(`${head}content-encoding: gzip\r\n\r\nplain`),
    code: "garbled",
    billed: true,
    says: /no HTTP reply/,
  },
];

test.each(passing)(
  "$title may pass, is told with its place, and shows no key",
  async ({ answer, timeout = {}, code, billed, says }) => {
    const error = await failureOf(answer, { timeout });
    expect(error).toBeInstanceOf(RetryableError);
    expect(error).toMatchObject({ kind: "technical", code, maybeBilled: billed });
    expect((error as Error).message).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1 \(model m1\) /);
    expect((error as Error).message).toMatch(says);
    expect(shownBy(error)).not.toContain("0123456789");
  },
);

test("a refused connection may pass and was surely not paid for", async () => {
  const model = await against(completing(paris));
  await server().close();
  const error = await failureAt(model);
  expect(error).toMatchObject({ name: "ReplyError", code: "unavailable", maybeBilled: false });
  expect((error as Error).message).toMatch(
    /cannot be reached: .*ECONNREFUSED.*Is the server running, and is the base URL right\?/,
  );
});

// A server that accepts and keeps silent leaves the handshake of TLS, which is part of connecting, unanswered.
async function startSilent(): Promise<number> {
  const sockets: Socket[] = [];
  const silent = createServer(socket => sockets.push(socket.on("error", () => {})));
  await new Promise<void>(resolve => silent.listen(0, "127.0.0.1", resolve));
  closing(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise(resolve => silent.close(resolve));
  });
  return (silent.address() as AddressInfo).port;
}

test("a connection that is not made in time may pass and was surely not paid for", async () => {
  const port = await startSilent();
  const error = await failureAt(
    modelAt(`https://127.0.0.1:${port}/v1`, { timeout: { connect: 0.05 } }),
  );
  expect(error).toMatchObject({ code: "timeout", maybeBilled: false });
  expect((error as Error).message).toMatch(/took no connection within 0.05 s \(timeout.connect\)/);
});

test("a connection the server closed between two calls fails neither", async () => {
  const model = await against(response =>
    sendJson(response, 200, completion(paris)).once("finish", () => response.socket?.end()),
  );
  for (let call = 0; call < 5; call++)
    expect((await model.complete(aRequest("France"), never)).text).toBe(paris);
});

/** A clock whose waits take no time. */
const quickClock = () => {
  const waits: number[] = [];
  return {
    waits,
    now: () => Date.parse("2024-05-01T12:00:00Z"),
    random: () => 1,
    sleep: async (wait: number) => void waits.push(wait),
  };
};

test("tried again after the time the server asked for, in seconds, by date or in milliseconds, the row sees no failure", async () => {
  const asked: Record<string, string>[] = [
    { "retry-after": "7" },
    { "retry-after": "Wed, 01 May 2024 12:00:09 GMT" },
    { "retry-after": "3", "retry-after-ms": "2500" },
    {},
  ];
  const model = await against(response => {
    const headers = asked.shift();
    return headers
      ? sendJson(response, 429, {}, headers)
      : sendJson(response, 200, completion(paris));
  });
  const clock = quickClock();
  expect(
    (await retrying(model, { clock, firstWait: 1000 }).complete(aRequest("France"), never)).text,
  ).toBe(paris);
  expect(clock.waits).toEqual([7000, 9000, 4000, 8000]);
});

test("a fault of each kind in turn is outlived by one row's tries", async () => {
  const faults: Answer[] = [
    refusing(503),
    response => response.destroy(),
    raw(`${head}content-length: 9\r\n\r\n{`),
    response => response.end("<html>"),
    completing(paris),
  ];
  const model = await against((response, body) => faults.shift()?.(response, body));
  expect(
    (await retrying(model, { clock: quickClock() }).complete(aRequest("France"), never)).text,
  ).toBe(paris);
  expect(server().bodies).toHaveLength(5);
});
