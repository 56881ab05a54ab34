// Fetching: what a host may do to us is bounded, and what we do to a host is polite.

import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import type { Web, WebOptions } from "../../../pipelines/intake/web/web.ts";
import { openPageServer } from "../../support/page-server.ts";
import { visits } from "./visits.ts";

/** A clock on which waiting takes no time, and its waits. */
function instantClock() {
  let now = 1_700_000_000_000;
  const waits: number[] = [];
  return {
    waits,
    pass: (milliseconds: number) => void (now += milliseconds),
    now: () => now,
    sleep: async (milliseconds: number) => {
      waits.push(milliseconds);
      now += milliseconds;
    },
  };
}

let clock: ReturnType<typeof instantClock>;
beforeEach(() => {
  clock = instantClock();
});
const { server, webWith: visitor, textAt, withoutRobots } = visits();
const webWith = (options: Partial<WebOptions> = {}) => visitor({ clock, ...options });
const failure = (web: Web, path: string) =>
  web
    .get(path.startsWith("/") ? `${server().origin}${path}` : path)
    .catch((error: unknown) => error);

describe("what a host may do", () => {
  test("a page comes with the address to which it led and its type", async () => {
    server().pages["/a"] = { status: 301, headers: { location: "/b" } };
    server().pages["/b"] = { body: "hello" };
    expect(await webWith().get(`${server().origin}/a`)).toMatchObject({
      url: `${server().origin}/b`,
      contentType: "text/html; charset=utf-8",
      bytes: Buffer.from("hello"),
    });
  });

  test("a host of this machine is refused unless it is allowed by name", async () => {
    const web = webWith({ allowHosts: [] });
    for (const address of [`${server().origin}/`, `http://localhost:${server().port}/`])
      expect(await failure(web, address)).toMatchObject({
        code: "refused-address",
        isTransient: false,
        message: expect.stringContaining("crud.allowHosts"),
      });
    expect(server().requestedPaths).toEqual([]);
    server().pages["/"] = { body: "in" };
    const host = `localhost:${server().port}`;
    const page = await webWith({ allowHosts: [host] }).get(`http://${host}/`);
    expect(page.bytes.toString()).toBe("in");
  });

  test.each([
    "http://localhost:PORT/secret",
    "http://0x7f.1:PORT/secret",
    "http://[::1]:PORT/secret",
    "http://2130706433:PORT/secret",
    "http://10.0.0.1/secret",
    "file:///etc/passwd",
  ])("a redirect to %s is not followed", async location => {
    const other = await openPageServer({ "/secret": { body: "secret" } });
    server().pages["/a"] = {
      status: 302,
      headers: { location: location.replace("PORT", String(other.port)) },
    };
    expect(await failure(webWith(), "/a")).toMatchObject({
      name: "WebFailure",
      code: expect.stringMatching(/^(refused-address|bad-url)$/),
    });
    expect(other.requestedPaths).toEqual([]);
    await other.close();
  });

  test("a robots.txt that redirects to a private host is not read there, and forbids", async () => {
    const other = await openPageServer({ "/robots.txt": { body: "" } });
    server().pages["/robots.txt"] = {
      status: 302,
      headers: { location: `http://localhost:${other.port}/robots.txt` },
    };
    expect(await failure(webWith(), "/a")).toMatchObject({ code: "refused-address" });
    expect(other.requestedPaths).toEqual([]);
    await other.close();
  });

  test("redirects without end stop after five", async () => {
    server().pages["/loop"] = { status: 302, headers: { location: "/loop" } };
    expect(await failure(webWith(), "/loop")).toMatchObject({ code: "too-many-redirects" });
    expect(withoutRobots()).toHaveLength(6);
  });

  test("a redirect without an address, or to none, is a failure", async () => {
    server().pages["/nowhere"] = { status: 302 };
    server().pages["/odd"] = { status: 302, headers: { location: "http://:80:80/" } };
    expect(await failure(webWith(), "/nowhere")).toMatchObject({ code: "http-status" });
    expect(await failure(webWith(), "/odd")).toMatchObject({ code: "bad-url" });
  });

  test("a body that never ends, trickles, or never begins is given up", async () => {
    server().pages["/endless"] = {
      answer: response =>
        void response.write("x".repeat(2_000_000), () => response.write("x".repeat(2_000_000))),
    };
    server().pages["/stalled"] = { answer: response => void response.write("x") };
    server().pages["/silent"] = { answer: () => {} };
    const web = webWith({ maxBytes: 1_000_000, timeout: { idle: 0.3, whole: 5 } });
    expect(
      await Promise.all(["/endless", "/stalled", "/silent"].map(path => failure(web, path))),
    ).toMatchObject([{ code: "too-large" }, { code: "timeout" }, { code: "timeout" }]);
    server().pages["/trickle"] = {
      answer: response => {
        const timer = setInterval(() => response.write("x"), 20);
        response.on("close", () => clearInterval(timer));
      },
    };
    expect(await failure(webWith({ timeout: { whole: 0.4 } }), "/trickle")).toMatchObject({
      code: "timeout",
      isTransient: true,
    });
  });

  test("a small reply that unpacks into a large one is given up, a packed page is read", async () => {
    const packed = (body: Buffer, encoding = "gzip") => ({
      headers: { "content-encoding": encoding },
      body,
    });
    Object.assign(server().pages, {
      "/bomb": packed(gzipSync(Buffer.alloc(50_000_000))),
      "/packed": packed(gzipSync("hello")),
      "/twice": packed(gzipSync(gzipSync("hello")), "gzip, gzip"),
      "/torn": packed(gzipSync("hello, hello").subarray(0, 15)),
    });
    const web = webWith({ maxBytes: 1_000_000 });
    expect(await failure(web, "/bomb")).toMatchObject({ code: "too-large" });
    expect(await textAt(web, "/packed")).toBe("hello");
    expect([await failure(web, "/twice"), await failure(web, "/torn")]).toMatchObject([
      { code: "garbled" },
      { code: "garbled" },
    ]);
  });

  test("headers without end, a cut connection and words that are not HTTP are failures", async () => {
    server().pages["/headers"] = { headers: { "x-long": "x".repeat(100_000) } };
    server().pages["/cut"] = { answer: response => void response.socket?.destroy() };
    server().pages["/noise"] = {
      answer: response => void response.socket?.end("no such protocol\r\n\r\n"),
    };
    const web = webWith();
    expect(
      await Promise.all(["/headers", "/cut", "/noise"].map(path => failure(web, path))),
    ).toMatchObject([{ code: "garbled" }, { code: "broken" }, { code: "garbled" }]);
  });

  test("a status is a failure that says whether asking later may help", async () => {
    Object.assign(server().pages, { "/gone": { status: 410 }, "/down": { status: 500 } });
    expect([await failure(webWith(), "/gone"), await failure(webWith(), "/down")]).toMatchObject([
      { code: "http-status", status: 410, isTransient: false },
      { code: "http-status", status: 500, isTransient: true },
    ]);
  });

  test("a stop ends what is in flight with its own reason", async () => {
    const stop = new AbortController();
    const reason = new Error("stopped");
    server().pages["/silent"] = { answer: () => stop.abort(reason) };
    await expect(webWith().get(`${server().origin}/silent`, { signal: stop.signal })).rejects.toBe(
      reason,
    );
  });
});

describe("what we do to a host", () => {
  test("what robots.txt forbids is not asked for, also behind a redirect; it is read once", async () => {
    Object.assign(server().pages, {
      "/robots.txt": {
        headers: { "content-type": "text/plain" },
        body: "User-agent: *\nDisallow: /\n\nUser-agent: Ragwright\nDisallow: /private\nCrawl-delay: 7\n",
      },
      "/open": { body: "open" },
      "/door": { status: 302, headers: { location: "/private/x" } },
    });
    const web = webWith();
    expect(await textAt(web, "/open")).toBe("open");
    expect([await failure(web, "/private/x"), await failure(web, "/door")]).toMatchObject([
      { code: "robots", isTransient: false },
      { code: "robots" },
    ]);
    expect(server().requestedPaths).toEqual(["/robots.txt", "/open", "/door"]);
  });

  test("its crawl delay is kept to, up to half a minute; without one there is a second's pause", async () => {
    Object.assign(server().pages, {
      "/robots.txt": { body: "User-agent: *\nCrawl-delay: 7" },
      "/a": {},
      "/b": {},
    });
    await Promise.all(["/a", "/b"].map(path => textAt(webWith(), path)));
    const web = webWith();
    await textAt(web, "/a");
    await textAt(web, "/b");
    expect(clock.waits.slice(-2)).toEqual([7000, 7000]);
    server().pages["/robots.txt"] = { body: "User-agent: *\nCrawl-delay: 86400" };
    await textAt(webWith(), "/a");
    expect(clock.waits.at(-1)).toBe(30_000);
    server().pages["/robots.txt"] = { status: 404 };
    await textAt(webWith(), "/a");
    expect(clock.waits.at(-1)).toBe(1000);
  });

  test("without robots.txt all is allowed; one that fails forbids all, and is asked again some minutes later", async () => {
    server().pages["/a"] = { body: "a" };
    expect(await textAt(webWith(), "/a")).toBe("a");
    server().pages["/robots.txt"] = { status: 500 };
    const web = webWith();
    expect([await failure(web, "/a"), await failure(web, "/b")]).toMatchObject([
      { code: "robots-unreachable", isTransient: true },
      { code: "robots-unreachable" },
    ]);
    expect(server().requestedPaths.filter(path => path === "/robots.txt")).toHaveLength(2);
    delete server().pages["/robots.txt"];
    clock.pass(6 * 60_000);
    expect(await textAt(web, "/a")).toBe("a");
  });

  test("a host is asked one thing at a time, and a page asked for twice at once comes once", async () => {
    let [now, most] = [0, 0];
    const slow = () => ({
      answer: (response: import("node:http").ServerResponse) => {
        most = Math.max(most, ++now);
        setImmediate(() => {
          now--;
          response.end("x");
        });
      },
    });
    for (const path of ["/1", "/2", "/3", "/4"]) server().pages[path] = slow;
    const web = webWith();
    await Promise.all(["/1", "/2", "/3", "/4", "/1"].map(path => textAt(web, path)));
    expect([most, withoutRobots()]).toEqual([1, ["/1", "/2", "/3", "/4"]]);
  });

  test("a busy server is asked again after the time it names; one that names an hour is not", async () => {
    const later = new Date(clock.now() + 1000 + 12_000 + 20_000).toUTCString();
    const replies = [
      { status: 503, headers: { "retry-after": "12" } },
      { status: 429, headers: { "retry-after": later } },
      { body: "at last" },
    ];
    server().pages["/busy"] = () => replies.shift() ?? {};
    server().pages["/closed"] = { status: 503, headers: { "retry-after": "3600" } };
    const web = webWith();
    expect(await textAt(web, "/busy")).toBe("at last");
    expect(clock.waits).toEqual([1000, 12_000, 20_000]);
    expect(await failure(web, "/closed")).toMatchObject({
      code: "http-status",
      status: 503,
      isTransient: true,
    });
    expect(server().requestedPaths.filter(path => path === "/closed")).toHaveLength(1);
  });

  test("an endpoint that the user named is asked whatever it is, but not where it leads", async () => {
    const other = await openPageServer({ "/secret": { body: "secret" } });
    Object.assign(server().pages, {
      "/robots.txt": { body: "User-agent: *\nDisallow: /" },
      "/search": { body: "found" },
      "/away": { status: 302, headers: { location: `${other.origin}/secret` } },
    });
    const web = webWith({ allowHosts: [] });
    const found = await web.get(`${server().origin}/search?q=a`, { endpoint: true });
    expect(found.bytes.toString()).toBe("found");
    await expect(web.get(`${server().origin}/away`, { endpoint: true })).rejects.toMatchObject({
      code: "refused-address",
    });
    expect([server().requestedPaths, other.requestedPaths]).toEqual([["/search?q=a", "/away"], []]);
    await other.close();
  });
});
