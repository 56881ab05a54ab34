// Every way in which a call can go wrong on the wire, met by a server that does it: what the row is told, and whether it may have been paid for.

import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { expect, test } from "vitest";
import { RetryableError, withRetries } from "../../../pipelines/llm/limits/retry.ts";
import { type Answer, completing, completion, sendJson, sendRaw } from "./chat-server.ts";
import { aRequest, never, paris } from "../requests.ts";
import type { Model } from "../../../pipelines/llm/model.ts";
import { refusing, secret, servedChat, shownBy } from "./served.ts";
import { cases } from "../../support/cases.ts";
import type { Timeouts } from "../../../schemas/model-settings.ts";

const { against, failureOf, modelAt, server, closing } = servedChat();
const failureAt = (model: Model): Promise<unknown> =>
  model.complete(aRequest("France"), never).catch((error: unknown) => error);

const raw =
  (text: string): Answer =>
  response =>
    sendRaw(response, text);
const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
/** How servers answer that neither refuse nor send a text after the head, by the title of their case. */
const ownAnswers: Readonly<Record<string, Answer>> = {
  "status 503 with a page": response => response.writeHead(503).end("<html><h1>Back\nsoon</h1>"),
  "no first byte in time": () => {},
  "a body that stalls": response => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"choices"');
  },
  "a trickle of white space": response => {
    response.writeHead(200, { "content-type": "application/json" });
    const drip = setInterval(() => response.write(" "), 5);
    response.on("close", () => clearInterval(drip));
  },
  "white space without end": response => {
    response.writeHead(200, { "content-type": "application/json" });
    const blank = " ".repeat(1 << 20);
    const more = () => {
      while (!response.destroyed && response.write(blank));
    };
    response.on("drain", more);
    more();
  },
  "a reset before the reply": response => response.socket?.resetAndDestroy(),
  "a close before the reply": response => response.destroy(),
  "a reset within the body": response => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "999" });
    response.write('{"choices"', () => response.socket?.resetAndDestroy());
  },
  "bytes that are no HTTP": raw("220 mail.example ESMTP\r\n"),
  "a page with status 200": response =>
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<!doctype html><title>Sign in ${secret}</title>`),
};
const answerOf = (title: string, sent: number | string | null): Answer =>
  typeof sent === "number"
    ? refusing(sent)
    : sent === null
      ? ownAnswers[title]!
      : raw(`${head}${sent}`);

cases<
  [
    title: string,
    sent: number | string | null,
    failure: object,
    says: string,
    timeout?: Partial<Timeouts>,
  ]
>(
  "llm/endpoints/faults",
  "%s may pass, is told with its place, and shows no key",
  async (title, sent, failure, says, timeout) => {
    const error = await failureOf(answerOf(title, sent), timeout ? { timeout } : {});
    expect(error).toBeInstanceOf(RetryableError);
    expect(error).toMatchObject({ kind: "technical", ...failure });
    expect((error as Error).message).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1 \(model m1\) /);
    expect((error as Error).message).toMatch(new RegExp(says));
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
  expect((error as Error).message).toMatch(
    /accepted no connection within 0.05 s \(timeout.connect\)/,
  );
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
    (await withRetries(model, { clock, firstWait: 1000 }).complete(aRequest("France"), never)).text,
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
    (await withRetries(model, { clock: quickClock() }).complete(aRequest("France"), never)).text,
  ).toBe(paris);
  expect(server().bodies).toHaveLength(5);
});
