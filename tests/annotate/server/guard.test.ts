// Who may ask the server of the annotation page, and what every answer forbids a browser.

import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import {
  type Ask,
  annotationServer,
  ask,
  json,
  put,
  verdict,
  expectedError,
} from "../../support/annotation-server.ts";
import { cases } from "../../support/cases.ts";

const { path, journalLines, serve } = annotationServer();

const safe = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

test("every answer carries the headers, also those of refusals", async () => {
  const server = await serve();
  const asks: [string, Ask][] = [
    ["/", {}],
    ["/app.js", {}],
    ["/api/batch", {}],
    ["/api/tasks", {}],
    ["/nothing", {}],
    ["/api/verdicts", { method: "PUT" }],
    ["/", { headers: { host: "evil.example" } }],
    ["/", { headers: { host: "a b" } }],
    ["/", { method: "OPTIONS", headers: { ...json, origin: "http://evil.example" } }],
    ["*", { method: "OPTIONS" }],
  ];
  const answers = await Promise.all(asks.map(([target, how]) => ask(server, target, how)));
  expect(answers.map(({ status }) => status)).toEqual([
    200, 200, 200, 400, 404, 415, 403, 400, 403, 400,
  ]);
  for (const { headers } of answers) expect(headers).toMatchObject(safe);
  expect(answers.every(({ headers }) => !("access-control-allow-origin" in headers))).toBe(true);
});

test("only a name of this machine with this port opens it", async () => {
  const server = await serve();
  const { port } = server;
  const statusOf = async (host: string | string[]) =>
    (await ask(server, "/api/batch", { headers: { host } })).status;
  expect(
    await Promise.all(
      [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`].map(
        statusOf,
      ),
    ),
  ).toEqual([200, 200, 200, 200]);
  const others = [
    "evil.example",
    `evil.example:${port}`,
    "127.0.0.1",
    "localhost:1",
    `127.0.0.1.evil.example:${port}`,
    `localhost.:${port}`,
    `127.0.0.2:${port}`,
  ];
  expect(await Promise.all(others.map(statusOf))).toEqual(others.map(() => 403));
});

test("a name in the request's first line does not stand for the Host header", async () => {
  const server = await serve();
  const { status } = await ask(server, `http://127.0.0.1:${server.port}/api/batch`, {
    headers: { host: "evil.example" },
  });
  expect(status).toBe(403);
});

test("a verdict from another site's page, or in a form's content type, is refused", async () => {
  const server = await serve();
  const own = `http://127.0.0.1:${server.port}`;
  const statusOf = async (headers: Record<string, string>) =>
    (await put(server, {}, headers)).status;
  expect(
    await Promise.all(
      [
        "http://evil.example",
        "null",
        `http://127.0.0.1:${server.port + 1}`,
        `${own}.evil.example`,
      ].map(origin => statusOf({ origin })),
    ),
  ).toEqual([403, 403, 403, 403]);
  expect(
    await Promise.all(
      ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""].map(type =>
        statusOf({ "content-type": type }),
      ),
    ),
  ).toEqual([415, 415, 415, 415]);
  expect(journalLines()).toEqual([]);
  expect(await statusOf({ origin: own, "content-type": "application/json; charset=utf-8" })).toBe(
    200,
  );
});

test("with a token, data is told only to those who have it; the page itself to all", async () => {
  const token = "a-long-random-token";
  // This machine's too, and none of the three names that need no token.
  const host = "127.0.0.2";
  const server = await serve({ token, host });
  const statusOf = async (target: string, authorization?: string) =>
    (
      await ask(server, target, {
        host,
        headers: authorization === undefined ? {} : { authorization },
      })
    ).status;
  expect(
    await Promise.all(
      [
        undefined,
        "",
        "Bearer",
        "Bearer wrong-token",
        `Bearer ${token}x`,
        `Basic ${token}`,
        token,
      ].map(one => statusOf("/api/batch", one)),
    ),
  ).toEqual([401, 401, 401, 401, 401, 401, 401]);
  expect(
    await Promise.all(
      [`Bearer ${token}`, `bearer ${token}`].map(one => statusOf("/api/batch", one)),
    ),
  ).toEqual([200, 200]);
  expect(await statusOf("/api/nothing")).toBe(401);
  expect(await Promise.all(["/", "/style.css", "/app.js"].map(target => statusOf(target)))).toEqual(
    [200, 200, 200],
  );
  const putStatus = async (headers: Record<string, string>) =>
    (
      await ask(server, "/api/verdicts", {
        host,
        method: "PUT",
        headers: { ...json, ...headers },
        body: JSON.stringify(verdict()),
      })
    ).status;
  expect([await putStatus({}), await putStatus({ authorization: `Bearer ${token}` })]).toEqual([
    401, 200,
  ]);
  expect(server.url).toBe(`http://${host}:${server.port}`);
});

test("a token is wanted on this machine too where one is set", async () => {
  const server = await serve({ token: "a-long-random-token" });
  expect((await ask(server, "/api/batch")).status).toBe(401);
});

cases<[name: string, over: { host?: string; token?: string; port?: number }, message: string]>(
  "annotate/server/guard",
  "%s is wrong use, and leaves no lock",
  async (_, over, message) => {
    await expect(serve(over)).rejects.toThrow(expectedError("wrong-use", new RegExp(message)));
    expect(existsSync(path("ann/lock"))).toBe(false);
  },
);
