// The server of the annotation page: its routes, who may ask it, and that what it answered as saved is saved.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { emptyContent } from "../../../pipelines/annotate/form.ts";
import { writeFolder } from "../../../pipelines/annotate/folder.ts";
import { type BatchServer, type ServeOptions, serveBatch } from "../../../pipelines/annotate/server/server.ts";
import type { Content, PersonTask, Protocol } from "../../../schemas/annotation.ts";
import { freshFolder } from "../../support/folder.ts";

const disk = vi.hoisted(() => ({ full: false }));

vi.mock("node:fs", async original => {
  const fs = await original<typeof import("node:fs")>();
  return {
    ...fs,
    // Takes one byte and is full then.
    writeSync: (descriptor: number, bytes: Buffer, offset = 0) => {
      if (disk.full && offset > 0) throw Object.assign(new Error("ENOSPC: as a disk says it"), { code: "ENOSPC" });
      return disk.full ? fs.writeSync(descriptor, bytes, 0, 1) : fs.writeSync(descriptor, bytes, offset);
    },
  };
});

const path = freshFolder();
const journalPath = () => path("ann/verdicts.jsonl");
const journalLines = () => readFileSync(journalPath(), "utf8").split("\n").filter(Boolean);

const page = { markup: "<!doctype html><title>page</title>", style: "body{}", scripts: new Map([["app.js", "export const app = 1;"]]) };
const clock = Date.UTC(2026, 0, 2, 3, 4, 5);

const taskOf = (number: number, over: Partial<Content> = {}, protocol: Protocol = "crud-query"): PersonTask => ({
  id: `t${number}`,
  protocol,
  content: { ...emptyContent({ language: "zh", domain: "law" }), type: "factual", question: `第${number}个问题是什么？`, documentIds: ["d1"], ...over },
});

function writeBatch(tasks: readonly PersonTask[], directory = path("ann")): string {
  mkdirSync(directory, { recursive: true });
  const heading = { format: 1, id: "batch-1", protocol: tasks[0]?.protocol ?? "crud-query", annotator: "Ann", tasks: tasks.length, languages: ["zh"] } as const;
  writeFolder(directory, { heading: { ...heading, languages: ["zh"] }, tasks, documents: [{ id: "d1", language: "zh", name: "甲", text: "甲公司成立于一九九八年。" }] });
  return directory;
}

const open: BatchServer[] = [];
const errors: unknown[] = [];

async function serve(over: Partial<ServeOptions> = {}): Promise<BatchServer> {
  const server = await serveBatch({ directory: path("ann"), host: "127.0.0.1", port: 0, page, now: () => clock, onError: error => errors.push(error), ...over });
  open.push(server);
  return server;
}

beforeEach(() => {
  writeBatch([taskOf(1), taskOf(2), taskOf(3)]);
});

afterEach(async () => {
  disk.full = false;
  await Promise.all(open.splice(0).map(server => server.close()));
  expect(errors.splice(0)).toEqual([]);
});

interface Ask {
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
function ask({ port }: Pick<BatchServer, "port">, target: string, { method = "GET", headers = {}, body, host = "127.0.0.1" }: Ask = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host, port, path: target, method, headers, agent: false }, response => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString("utf8") }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const json = { "content-type": "application/json" };

async function read(server: BatchServer, target: string) {
  const { status, text } = await ask(server, target);
  return { status, body: JSON.parse(text) };
}

const verdict = (over: object = {}) => ({ taskId: "t1", annotator: "Ann", values: { verdict: "reasonable" }, complete: true, seconds: 3, basedOn: 0, ...over });

async function put(server: Pick<BatchServer, "port">, over: object = {}, headers: Record<string, string> = {}) {
  const { status, text } = await ask(server, "/api/verdicts", { method: "PUT", headers: { ...json, ...headers }, body: JSON.stringify(verdict(over)) });
  return { status, body: JSON.parse(text) };
}

const wants = (code: string, message: string | RegExp) => expect.objectContaining({ name: "PipelineError", code, message: expect.stringMatching(message) });

describe("routes", () => {
  test("the page, its style and its modules are served with their types", async () => {
    const server = await serve();
    const answers = await Promise.all(["/", "/style.css", "/app.js"].map(target => ask(server, target)));
    expect(answers.map(({ status, headers, text }) => [status, headers["content-type"], text])).toEqual([
      [200, expect.stringMatching(/^text\/html; charset=utf-8$/i), page.markup],
      [200, "text/css; charset=utf-8", page.style],
      [200, "text/javascript; charset=utf-8", "export const app = 1;"],
    ]);
  });

  test("the batch is told with title and guide in both languages", async () => {
    expect((await read(await serve(), "/api/batch")).body).toEqual({
      id: "batch-1",
      protocol: "crud-query",
      annotator: "Ann",
      tasks: 3,
      languages: ["zh"],
      title: { zh: expect.any(String), en: expect.any(String) },
      guide: { zh: expect.any(Array), en: expect.any(Array) },
    });
  });

  test("tasks come in their order, with the states of the one who asks", async () => {
    const server = await serve();
    await put(server);
    await put(server, { taskId: "t2", values: {}, complete: false });
    await put(server, { taskId: "t3", annotator: "Ben" });
    const { body } = await read(server, "/api/tasks?annotator=Ann");
    expect(body.tasks.map(({ id }: { id: string }) => id)).toEqual(["t1", "t2", "t3"]);
    expect(body.tasks[0]).toEqual({ id: "t1", type: "factual", language: "zh", opening: "第1个问题是什么？" });
    expect(body.states).toEqual({ t1: "complete", t2: "begun" });
  });

  test("a task comes with its form, its documents and one's own verdict", async () => {
    const server = await serve();
    const before = (await read(server, "/api/tasks/t1?annotator=Ann")).body;
    expect(before).toMatchObject({ task: taskOf(1), documents: [{ id: "d1", name: "甲" }], verdict: null });
    expect(before.fields.map(({ name }: { name: string }) => name)).toEqual(["verdict", "question", "note"]);
    await put(server, { values: { verdict: "reasonable", note: "好" } });
    expect((await read(server, "/api/tasks/t1?annotator=%20Ann%20")).body.verdict).toEqual({
      values: { verdict: "reasonable", note: "好" },
      complete: true,
      seconds: 3,
      revision: 1,
    });
  });

  test("nobody is shown another's verdict", async () => {
    const server = await serve();
    await put(server, { annotator: "Ben", values: { verdict: "reasonable", note: "Ben was here" } });
    const answers = await Promise.all(["/api/batch", "/api/tasks?annotator=Ann", "/api/tasks/t1?annotator=Ann"].map(target => ask(server, target)));
    expect(answers.map(({ status, text }) => [status, text.includes("Ben")])).toEqual(answers.map(() => [200, false]));
    expect((await put(server)).body).toEqual({ revision: 1, problems: [] });
  });

  test.each([
    ["/api/tasks", 400],
    ["/api/tasks?annotator=", 400],
    [`/api/tasks?annotator=${"a".repeat(81)}`, 400],
    ["/api/tasks?annotator=a%0Ab", 400],
    ["/api/tasks/t1", 400],
    ["/api/tasks/t9?annotator=Ann", 404],
    ["/api/tasks/__proto__?annotator=Ann", 404],
    ["/api/tasks/%E0%A4%A?annotator=Ann", 404],
    ["/api/nothing", 404],
    ["/favicon.ico", 404],
    ["/markup.ts", 404],
    ["/..%2fserver.ts", 404],
    ["/../server.ts", 404],
    ["/%2e%2e/%2e%2e/package.json", 404],
    ["/page/../../server.js", 404],
    ["/api/tasks/../../batch.json", 404],
    ["/api/tasks/..%2f..%2fbatch.json?annotator=Ann", 404],
    ["/app.js%00.ts", 404],
    ["//etc/passwd", 404],
  ])("%s is refused with %d, as JSON", async (target, status) => {
    const answer = await read(await serve(), target);
    expect(answer).toEqual({ status, body: { error: expect.any(String) } });
  });

  test("ten thousand tasks are listed and told apart", async () => {
    writeBatch(Array.from({ length: 10_000 }, (_, number) => taskOf(number, { question: `${number} ${"长".repeat(300)}` })));
    const server = await serve();
    await put(server, { taskId: "t9999" });
    const { body } = await read(server, "/api/tasks?annotator=Ann");
    expect(body.tasks).toHaveLength(10_000);
    expect(body.states).toEqual({ t9999: "complete" });
    expect((await read(server, "/api/tasks/t5000?annotator=Ann")).body.task.content.question).toMatch(/^5000 长{300}$/);
  });
});

describe("saving", () => {
  test("an accepted verdict is one line of the journal, with the server's time", async () => {
    const server = await serve();
    expect(await put(server)).toEqual({ status: 200, body: { revision: 1, problems: [] } });
    expect(journalLines().map(line => JSON.parse(line))).toEqual([
      { taskId: "t1", annotator: "Ann", values: { verdict: "reasonable" }, complete: true, seconds: 3, decidedAt: "2026-01-02T03:04:05.000Z", revision: 1 },
    ]);
  });

  test("an unfinished verdict is saved with what it lacks told", async () => {
    const { status, body } = await put(await serve(), { values: { note: "later" }, complete: false });
    expect([status, body.revision, body.problems]).toEqual([200, 1, [expect.objectContaining({ field: "verdict", kind: "missing" })]]);
    expect(journalLines()).toHaveLength(1);
  });

  test.each([
    ["nothing chosen", {}, "verdict", "missing"],
    ["an option that is none", { verdict: "fine" }, "verdict", "unknown-value"],
    ["an edit that is wanted and absent", { verdict: "needs-refinement" }, "question", "missing"],
    ["an edit that changes nothing", { verdict: "needs-refinement", question: " 第1个问题是什么？ " }, "question", "unchanged"],
    ["a field that is none", { verdict: "reasonable", zeal: "5" }, "zeal", "unknown-field"],
  ])("a finished verdict with %s is 422, and nothing is stored", async (_, values, field, kind) => {
    const { status, body } = await put(await serve(), { values });
    expect([status, body.problems]).toEqual([422, [expect.objectContaining({ field, kind })]]);
    expect(journalLines()).toEqual([]);
  });

  test("what the protocol has against a whole form is 422 too", async () => {
    const candidates = ["A", "B"].map(label => ({ label, text: label }));
    writeBatch([taskOf(1, { candidates }, "rageval-documents")]);
    const server = await serve();
    const { fields } = (await read(server, "/api/tasks/t1?annotator=Ann")).body;
    const choices = fields.filter(({ kind }: { kind: string }) => kind === "choice");
    const ranks = (rank: (name: string) => string) => Object.fromEntries(choices.map(({ name }: { name: string }) => [name, rank(name)]));
    // Second places without a first.
    const { status, body } = await put(server, { values: ranks(() => "2") });
    expect([status, body.problems]).toEqual([422, [expect.objectContaining({ field: "", detail: expect.any(String) })]]);
    expect((await put(server, { values: ranks(name => (name.endsWith("A") ? "1" : "2")) })).status).toBe(200);
  });

  test("the same state again is answered and not written again; a longer look at it is", async () => {
    const server = await serve();
    await put(server, { values: { verdict: "reasonable", note: "n" } });
    expect((await put(server, { values: { note: "n", verdict: "reasonable", question: "" }, basedOn: 1 })).body.revision).toBe(1);
    expect((await put(server, { values: { note: "n", verdict: "reasonable" }, basedOn: 1, seconds: 2 })).body.revision).toBe(1);
    expect(journalLines()).toHaveLength(1);
    expect((await put(server, { values: { note: "n", verdict: "reasonable" }, basedOn: 1, seconds: 9 })).body.revision).toBe(2);
    expect((await read(server, "/api/tasks/t1?annotator=Ann")).body.verdict.seconds).toBe(9);
  });

  test("two tabs of one person: the later one is told what stands, and goes on from there", async () => {
    const server = await serve();
    await put(server);
    const late = { values: { verdict: "needs-refinement", question: "什么？" } };
    expect(await put(server, late)).toEqual({ status: 409, body: { verdict: { values: { verdict: "reasonable" }, complete: true, seconds: 3, revision: 1 } } });
    expect(journalLines()).toHaveLength(1);
    expect((await put(server, { ...late, basedOn: 1 })).body).toEqual({ revision: 2, problems: [] });
    expect((await put(server, { ...late, complete: false, basedOn: 1 })).status).toBe(409);
  });

  test("a request whose answer was lost is answered again, whatever it was based on", async () => {
    const server = await serve();
    const first = await put(server);
    expect(await put(server)).toEqual(first);
    expect(journalLines()).toHaveLength(1);
  });

  test("two people in one folder never meet", async () => {
    const server = await serve();
    const answers = await Promise.all(
      ["Ann", "李明", "__proto__"].flatMap(annotator => ["t1", "t2"].map(taskId => put(server, { annotator, taskId, values: { verdict: "reasonable", note: annotator } }))),
    );
    expect(answers.map(({ status, body }) => [status, body.revision])).toEqual(answers.map(() => [200, 1]));
    const shown = await Promise.all(["Ann", "李明", "__proto__"].map(name => read(server, `/api/tasks/t2?annotator=${encodeURIComponent(name)}`)));
    expect(shown.map(({ body }) => body.verdict.values["note"])).toEqual(["Ann", "李明", "__proto__"]);
  });

  test("twenty requests of one tab at once leave one line that stands and no gap", async () => {
    const server = await serve();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, number) => put(server, { values: { note: `${number}` }, complete: false })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(journalLines()).toHaveLength(1);
  });

  test.each([
    ["no JSON", "{", 400],
    ["nothing", "", 400],
    ["a list", "[]", 400],
    ["a text for a number", JSON.stringify(verdict({ basedOn: "0" })), 400],
    ["a revision below 0", JSON.stringify(verdict({ basedOn: -1 })), 400],
    ["endless seconds", JSON.stringify(verdict()).replace('"seconds":3', '"seconds":1e999'), 400],
    ["a field more", JSON.stringify(verdict({ admin: true })), 400],
    ["a value that is no text", JSON.stringify(verdict({ values: { verdict: 1 } })), 400],
    ["no name", JSON.stringify(verdict({ annotator: " " })), 400],
    ["a task of no batch", JSON.stringify(verdict({ taskId: "t9" })), 404],
    ["a body above 256 KB", JSON.stringify(verdict({ values: { note: "n".repeat(256 * 1024) } })), 413],
    ["a body far above 256 KB", JSON.stringify(verdict({ values: { note: "n".repeat(5_000_000) } })), 413],
  ])("%s is refused", async (_, body, status) => {
    const answer = await ask(await serve(), "/api/verdicts", { method: "PUT", headers: json, body });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([status, { error: expect.any(String) }]);
    expect(journalLines()).toEqual([]);
  });

  test("a body sent in pieces is taken, and refused above 256 KB", async () => {
    const server = await serve();
    const headers = { ...json, "transfer-encoding": "chunked" };
    const [fits, large] = await Promise.all(
      [10, 300_000].map(size =>
        ask(server, "/api/verdicts", { method: "PUT", headers, body: JSON.stringify(verdict({ values: { verdict: "reasonable", note: "n".repeat(size) } })) }),
      ),
    );
    expect([fits?.status, large?.status]).toEqual([200, 413]);
  });

  test("no rubbish is a fault inside", async () => {
    const server = await serve();
    const part = fc.oneof(fc.jsonValue(), fc.constantFrom("t1", "Ann", "__proto__", 0, { verdict: "reasonable" }, true));
    const near = fc.record({ taskId: part, annotator: part, values: part, complete: part, seconds: part, basedOn: part }, { requiredKeys: [] }).map(value => JSON.stringify(value));
    const valued = fc.dictionary(fc.string({ unit: "binary" }), fc.string({ unit: "binary" })).map(values => JSON.stringify(verdict({ values })));
    const body = fc.oneof(fc.string({ unit: "binary" }), fc.json(), near, valued);
    const property = fc.asyncProperty(body, fc.webPath(), async (text, target) => {
      const answers = await Promise.all([
        ask(server, "/api/verdicts", { method: "PUT", headers: json, body: text }),
        ask(server, `/api/tasks${target}?annotator=${encodeURIComponent(target)}`),
        ask(server, target || "/"),
      ]);
      for (const { status } of answers) expect(status).toBeLessThan(500);
    });
    await fc.assert(property, { numRuns: 80 });
    for (const line of journalLines()) expect(() => JSON.parse(line)).not.toThrow();
  });

  test("bytes that are no UTF-8, and lone halves of signs, do no harm", async () => {
    const server = await serve();
    const body = Buffer.concat([
      Buffer.from('{"taskId":"t1","annotator":"Ann","values":{"note":"'),
      Buffer.from([0xff, 0xc0]),
      Buffer.from('\\ud800"},"complete":false,"seconds":1,"basedOn":0}'),
    ]);
    expect((await ask(server, "/api/verdicts", { method: "PUT", headers: json, body })).status).toBe(200);
    expect((await read(server, "/api/tasks/t1?annotator=Ann")).body.verdict.values.note).toBe("\ufffd\ufffd\ud800");
  });

  test("a full disk is 503 with its reason, leaves no half line, and the verdict is taken when there is room", async () => {
    const server = await serve();
    await put(server);
    const next = { values: { verdict: "needs-refinement", question: "什么？" }, basedOn: 1 };
    disk.full = true;
    expect(await put(server, next)).toEqual({ status: 503, body: { error: expect.stringContaining("the disk is full") } });
    disk.full = false;
    expect(errors.splice(0)).toEqual([wants("disk", "the disk is full")]);
    expect(journalLines()).toHaveLength(1);
    expect((await put(server, next)).body).toEqual({ revision: 2, problems: [] });
  });

  test("a fault inside is 500 without its stack, and is told to whoever runs the server", async () => {
    const server = await serve();
    await put(server);
    writeFileSync(journalPath(), "");
    const { status, body } = await read(server, "/api/tasks/t1?annotator=Ann");
    expect([status, JSON.stringify(body)]).toEqual([500, expect.not.stringMatching(/\.ts|shorter/)]);
    expect(errors.splice(0)).toEqual([expect.objectContaining({ message: expect.stringContaining("shorter than its index") })]);
  });
});

describe("guard", () => {
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
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400, 404, 415, 403, 400, 403, 400]);
    for (const { headers } of answers) expect(headers).toMatchObject(safe);
    expect(answers.every(({ headers }) => !("access-control-allow-origin" in headers))).toBe(true);
  });

  test("only a name of this machine with this port opens it", async () => {
    const server = await serve();
    const { port } = server;
    const statusOf = async (host: string | string[]) => (await ask(server, "/api/batch", { headers: { host } })).status;
    expect(await Promise.all([`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`].map(statusOf))).toEqual([200, 200, 200, 200]);
    const others = ["evil.example", `evil.example:${port}`, "127.0.0.1", "localhost:1", `127.0.0.1.evil.example:${port}`, `localhost.:${port}`, `127.0.0.2:${port}`];
    expect(await Promise.all(others.map(statusOf))).toEqual(others.map(() => 403));
  });

  test("a name in the request's first line does not stand for the Host header", async () => {
    const server = await serve();
    const { status } = await ask(server, `http://127.0.0.1:${server.port}/api/batch`, { headers: { host: "evil.example" } });
    expect(status).toBe(403);
  });

  test("a verdict from another site's page, or in a form's content type, is refused", async () => {
    const server = await serve();
    const own = `http://127.0.0.1:${server.port}`;
    const statusOf = async (headers: Record<string, string>) => (await put(server, {}, headers)).status;
    expect(await Promise.all(["http://evil.example", "null", `http://127.0.0.1:${server.port + 1}`, `${own}.evil.example`].map(origin => statusOf({ origin })))).toEqual([
      403, 403, 403, 403,
    ]);
    expect(await Promise.all(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""].map(type => statusOf({ "content-type": type })))).toEqual([
      415, 415, 415, 415,
    ]);
    expect(journalLines()).toEqual([]);
    expect(await statusOf({ origin: own, "content-type": "application/json; charset=utf-8" })).toBe(200);
  });

  test("with a token, data is told only to those who have it; the page itself to all", async () => {
    const token = "a-long-random-token";
    // This machine's too, and none of the three names that need no token.
    const host = "127.0.0.2";
    const server = await serve({ token, host });
    const statusOf = async (target: string, authorization?: string) => (await ask(server, target, { host, headers: authorization === undefined ? {} : { authorization } })).status;
    expect(await Promise.all([undefined, "", "Bearer", "Bearer wrong-token", `Bearer ${token}x`, `Basic ${token}`, token].map(one => statusOf("/api/batch", one)))).toEqual([
      401, 401, 401, 401, 401, 401, 401,
    ]);
    expect(await Promise.all([`Bearer ${token}`, `bearer ${token}`].map(one => statusOf("/api/batch", one)))).toEqual([200, 200]);
    expect(await statusOf("/api/nothing")).toBe(401);
    expect(await Promise.all(["/", "/style.css", "/app.js"].map(target => statusOf(target)))).toEqual([200, 200, 200]);
    const putStatus = async (headers: Record<string, string>) =>
      (await ask(server, "/api/verdicts", { host, method: "PUT", headers: { ...json, ...headers }, body: JSON.stringify(verdict()) })).status;
    expect([await putStatus({}), await putStatus({ authorization: `Bearer ${token}` })]).toEqual([401, 200]);
    expect(server.url).toBe(`http://${host}:${server.port}`);
  });

  test("a token is wanted on this machine too where one is set", async () => {
    const server = await serve({ token: "a-long-random-token" });
    expect((await ask(server, "/api/batch")).status).toBe(401);
  });

  test.each([
    ["an address for others without a token", { host: "0.0.0.0" }, "Others can reach 0.0.0.0"],
    ["no address at all", { host: "" }, "Others can reach"],
    ["a token of two letters", { token: "ab" }, "token does not fit"],
    ["a token that no link can carry", { token: "with spaces and ü" }, "token does not fit"],
    ["a port that is none", { port: 65_536 }, "port 65536 .* from 0 to 65535"],
    ["half a port", { port: 80.5 }, "port 80.5"],
    ["an address of another machine", { host: "192.0.2.1", token: "a-long-random-token" }, "this machine has no such address"],
  ])("%s is wrong use, and leaves no lock", async (_, over, message) => {
    await expect(serve(over)).rejects.toThrow(wants("wrong-use", new RegExp(message)));
    expect(existsSync(path("ann/lock"))).toBe(false);
  });
});

describe("start and stop", () => {
  test("a taken port is told", async () => {
    const { port } = await serve();
    await expect(serve({ directory: writeBatch([taskOf(1)], path("ben")), port })).rejects.toThrow(wants("wrong-use", `port ${port} of 127.0.0.1: another program is using it`));
  });

  test("a folder without a batch is refused and stays as it was", async () => {
    await expect(serve({ directory: path("nowhere") })).rejects.toThrow(wants("bad-input", "There is no batch"));
    expect(existsSync(path("nowhere"))).toBe(false);
  });

  test("a second server on one folder is refused with the process that has it, and may start when that has stopped", async () => {
    const first = await serve();
    await expect(serve()).rejects.toThrow(wants("locked", `Another process \\(${process.pid}\\) is serving`));
    await first.close();
    expect((await ask(await serve(), "/")).status).toBe(200);
  });

  test("a journal that is not whole is told with its line, and the lock is given back", async () => {
    writeFileSync(journalPath(), "nonsense\n");
    await expect(serve()).rejects.toThrow(wants("corrupt-file", "verdicts.jsonl line 1"));
    expect(existsSync(path("ann/lock"))).toBe(false);
  });

  test("close finishes the request under way, tells once, and lets go of a browser's open connection", async () => {
    const onStopped = vi.fn();
    const server = await serve({ onStopped });
    const body = JSON.stringify(verdict());
    const socket = connect(server.port, "127.0.0.1");
    socket.write(`PUT /api/verdicts HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`);
    // Another connection that is answered shows that the first has been taken.
    await ask(server, "/");
    const closing = [server.close(), server.close()];
    socket.write(body.slice(10));
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    await Promise.all(closing);
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 200 OK[^]*"revision":1/);
    expect([onStopped.mock.calls.length, journalLines().length, existsSync(path("ann/lock"))]).toEqual([1, 1, false]);
  });

  test("verdicts stand after a restart, and revisions go on", async () => {
    const first = await serve();
    await put(first);
    await first.close();
    const second = await serve();
    expect((await read(second, "/api/tasks/t1?annotator=Ann")).body.verdict).toEqual({ values: { verdict: "reasonable" }, complete: true, seconds: 3, revision: 1 });
    expect((await put(second, { values: { note: "again" }, complete: false, basedOn: 1 })).body.revision).toBe(2);
  });

  test("after kill -9 among many requests every verdict that was answered as saved is there, and a cut line is mended", async () => {
    const directory = writeBatch(Array.from({ length: 8 }, (_, number) => taskOf(number)));
    const child = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "../support/annotate-child.ts"), directory], { stdio: ["pipe", "pipe", "inherit"] });
    const ended = once(child, "close");
    const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    const server = { port: Number(value) };
    const saved = new Map<string, number>();
    let answers = 0;
    const judge = async (number: number) => {
      for (let revision = 1; ; revision++) {
        const { status } = await put(server, { taskId: `t${number}`, values: { note: String(revision) }, complete: false, basedOn: revision - 1 });
        expect(status).toBe(200);
        saved.set(`t${number}`, revision);
        answers += 1;
        if (answers === 100) child.kill("SIGKILL");
      }
    };
    await Promise.allSettled(Array.from({ length: 8 }, (_, number) => judge(number)));
    child.kill("SIGKILL");
    await ended;
    expect(answers).toBeGreaterThanOrEqual(100);
    appendFileSync(journalPath(), '{"taskId":"t0","annotator":"Ann","values":{"no');
    const again = await serve();
    const shown = await Promise.all([...saved.keys()].map(async id => [id, (await read(again, `/api/tasks/${id}?annotator=Ann`)).body.verdict] as const));
    expect(shown).toHaveLength(8);
    for (const [id, { revision, values }] of shown) {
      expect(revision).toBeGreaterThanOrEqual(saved.get(id)!);
      expect(values.note).toBe(String(revision));
    }
    for (const line of journalLines()) expect(() => JSON.parse(line)).not.toThrow();
  });
});
