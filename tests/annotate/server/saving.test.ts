// What the server of the annotation page answered as saved is saved, and what it refuses leaves no trace.

import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import {
  annotationServer,
  ask,
  json,
  put,
  read,
  verdict,
  expectedError,
} from "../../support/annotation-server.ts";

const disk = vi.hoisted(() => ({ full: false }));

vi.mock("node:fs", async original => {
  const fs = await original<typeof import("node:fs")>();
  return {
    ...fs,
    // Takes one byte and is full then.
    writeSync: (descriptor: number, bytes: Buffer, offset = 0) => {
      if (disk.full && offset > 0)
        throw Object.assign(new Error("ENOSPC: as a disk says it"), { code: "ENOSPC" });
      return disk.full
        ? fs.writeSync(descriptor, bytes, 0, 1)
        : fs.writeSync(descriptor, bytes, offset);
    },
  };
});

const { journalPath, journalLines, serve, errors } = annotationServer();

// Runs before the servers are closed, since hooks of this kind run last first.
afterEach(() => {
  disk.full = false;
});

test("an accepted verdict is one line of the journal, with the server's time", async () => {
  const server = await serve();
  expect(await put(server)).toEqual({ status: 200, body: { revision: 1, problems: [] } });
  expect(journalLines().map(line => JSON.parse(line))).toEqual([
    {
      taskId: "t1",
      annotator: "Ann",
      values: { verdict: "reasonable" },
      complete: true,
      seconds: 3,
      decidedAt: "2026-01-02T03:04:05.000Z",
      revision: 1,
    },
  ]);
});

test("an unfinished verdict is saved with what it lacks told", async () => {
  const { status, body } = await put(await serve(), { values: { note: "later" }, complete: false });
  expect([status, body.revision, body.problems]).toEqual([
    200,
    1,
    [expect.objectContaining({ field: "verdict", kind: "missing" })],
  ]);
  expect(journalLines()).toHaveLength(1);
});

test.each([
  ["nothing chosen", {}, "verdict", "missing"],
  ["an option that is none", { verdict: "fine" }, "verdict", "unknown-value"],
  ["an edit that is wanted and absent", { verdict: "needs-refinement" }, "question", "missing"],
  [
    "an edit that changes nothing",
    { verdict: "needs-refinement", question: " 第1个问题是什么？ " },
    "question",
    "unchanged",
  ],
  ["a field that is none", { verdict: "reasonable", zeal: "5" }, "zeal", "unknown-field"],
])("a finished verdict with %s is 422, and nothing is stored", async (_, values, field, kind) => {
  const { status, body } = await put(await serve(), { values });
  expect([status, body.problems]).toEqual([422, [expect.objectContaining({ field, kind })]]);
  expect(journalLines()).toEqual([]);
});

test("the same state again is answered and not written again; a longer look at it is", async () => {
  const server = await serve();
  await put(server, { values: { verdict: "reasonable", note: "n" } });
  expect(
    (await put(server, { values: { note: "n", verdict: "reasonable", question: "" }, basedOn: 1 }))
      .body.revision,
  ).toBe(1);
  expect(
    (await put(server, { values: { note: "n", verdict: "reasonable" }, basedOn: 1, seconds: 2 }))
      .body.revision,
  ).toBe(1);
  expect(journalLines()).toHaveLength(1);
  expect(
    (await put(server, { values: { note: "n", verdict: "reasonable" }, basedOn: 1, seconds: 9 }))
      .body.revision,
  ).toBe(2);
  expect((await read(server, "/api/tasks/t1?annotator=Ann")).body.verdict.seconds).toBe(9);
});

test("two tabs of one person: the later one is told what stands, and goes on from there", async () => {
  const server = await serve();
  await put(server);
  const late = { values: { verdict: "needs-refinement", question: "什么？" } };
  expect(await put(server, late)).toEqual({
    status: 409,
    body: {
      verdict: { values: { verdict: "reasonable" }, complete: true, seconds: 3, revision: 1 },
    },
  });
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
    ["Ann", "李明", "__proto__"].flatMap(annotator =>
      ["t1", "t2"].map(taskId =>
        put(server, { annotator, taskId, values: { verdict: "reasonable", note: annotator } }),
      ),
    ),
  );
  expect(answers.map(({ status, body }) => [status, body.revision])).toEqual(
    answers.map(() => [200, 1]),
  );
  const shown = await Promise.all(
    ["Ann", "李明", "__proto__"].map(name =>
      read(server, `/api/tasks/t2?annotator=${encodeURIComponent(name)}`),
    ),
  );
  expect(shown.map(({ body }) => body.verdict.values["note"])).toEqual([
    "Ann",
    "李明",
    "__proto__",
  ]);
});

test("twenty requests of one tab at once leave one line that stands and no gap", async () => {
  const server = await serve();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      put(server, { values: { note: `${number}` }, complete: false }),
    ),
  );
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
  [
    "a body above 256 KB",
    JSON.stringify(verdict({ values: { note: "n".repeat(256 * 1024) } })),
    413,
  ],
  [
    "a body far above 256 KB",
    JSON.stringify(verdict({ values: { note: "n".repeat(5_000_000) } })),
    413,
  ],
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
      ask(server, "/api/verdicts", {
        method: "PUT",
        headers,
        body: JSON.stringify(
          verdict({ values: { verdict: "reasonable", note: "n".repeat(size) } }),
        ),
      }),
    ),
  );
  expect([fits?.status, large?.status]).toEqual([200, 413]);
});

test("no rubbish is a fault inside", async () => {
  const server = await serve();
  const part = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom("t1", "Ann", "__proto__", 0, { verdict: "reasonable" }, true),
  );
  const near = fc
    .record(
      { taskId: part, annotator: part, values: part, complete: part, seconds: part, basedOn: part },
      { requiredKeys: [] },
    )
    .map(value => JSON.stringify(value));
  const valued = fc
    .dictionary(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }))
    .map(values => JSON.stringify(verdict({ values })));
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

test("a full disk is 503 with its reason, leaves no half line, and the verdict is taken when there is room", async () => {
  const server = await serve();
  await put(server);
  const next = { values: { verdict: "needs-refinement", question: "什么？" }, basedOn: 1 };
  disk.full = true;
  expect(await put(server, next)).toEqual({
    status: 503,
    body: { error: expect.stringContaining("the disk is full") },
  });
  disk.full = false;
  expect(errors.splice(0)).toEqual([expectedError("disk", "the disk is full")]);
  expect(journalLines()).toHaveLength(1);
  expect((await put(server, next)).body).toEqual({ revision: 2, problems: [] });
});

test("a fault inside is 500 without its stack, and is told to whoever runs the server", async () => {
  const server = await serve();
  await put(server);
  writeFileSync(journalPath(), "");
  const { status, body } = await read(server, "/api/tasks/t1?annotator=Ann");
  expect([status, JSON.stringify(body)]).toEqual([500, expect.not.stringMatching(/\.ts|shorter/)]);
  expect(errors.splice(0)).toEqual([
    expect.objectContaining({ message: expect.stringContaining("shorter than its index") }),
  ]);
});
