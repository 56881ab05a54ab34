// The server of the annotation page has a folder to itself, and verdicts outlive its end, even a violent one.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import {
  annotationServer,
  ask,
  put,
  read,
  taskOf,
  verdict,
  expectedError,
} from "../../support/annotation-server.ts";

const { path, journalPath, journalLines, writeBatch, serve } = annotationServer();

test("a second server on one folder is refused with the process that has it, and may start when that has stopped", async () => {
  const first = await serve();
  await expect(serve()).rejects.toThrow(
    expectedError("locked", `Another process \\(${process.pid} on .+\\) is working on`),
  );
  await first.close();
  expect((await ask(await serve(), "/")).status).toBe(200);
});

test("a journal that is not whole is told with its line, and the lock is given back", async () => {
  writeFileSync(journalPath(), "nonsense\n");
  await expect(serve()).rejects.toThrow(expectedError("corrupt-file", "verdicts.jsonl line 1"));
  expect(existsSync(path("ann/lock"))).toBe(false);
});

test("close finishes the request under way, however often it is called, and lets go of a browser's open connection", async () => {
  const server = await serve();
  const body = JSON.stringify(verdict());
  const socket = connect(server.port, "127.0.0.1");
  socket.write(
    `PUT /api/verdicts HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  );
  // Another connection that is answered shows that the first has been taken.
  await ask(server, "/");
  const closing = [server.close(), server.close()];
  socket.write(body.slice(10));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  await Promise.all(closing);
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 200 OK[^]*"revision":1/);
  expect([journalLines().length, existsSync(path("ann/lock"))]).toEqual([1, false]);
});

test("verdicts stand after a restart, and revisions go on", async () => {
  const first = await serve();
  await put(first);
  await first.close();
  const second = await serve();
  expect((await read(second, "/api/tasks/t1?annotator=Ann")).body.verdict).toEqual({
    values: { verdict: "reasonable" },
    complete: true,
    seconds: 3,
    revision: 1,
  });
  expect(
    (await put(second, { values: { note: "again" }, complete: false, basedOn: 1 })).body.revision,
  ).toBe(2);
});

test("after kill -9 among many requests every verdict that was answered as saved is there, and a cut line is repaired", async () => {
  const directory = writeBatch(Array.from({ length: 8 }, (_, number) => taskOf(number)));
  const child = spawn(
    process.execPath,
    ["--import", "tsx", join(import.meta.dirname, "../../support/annotate-child.ts"), directory],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const ended = once(child, "close");
  const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const server = { port: Number(value) };
  const saved = new Map<string, number>();
  let answers = 0;
  const judge = async (number: number) => {
    for (let revision = 1; ; revision++) {
      const { status } = await put(server, {
        taskId: `t${number}`,
        values: { note: String(revision) },
        complete: false,
        basedOn: revision - 1,
      });
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
  const shown = await Promise.all(
    [...saved.keys()].map(
      async id => [id, (await read(again, `/api/tasks/${id}?annotator=Ann`)).body.verdict] as const,
    ),
  );
  expect(shown).toHaveLength(8);
  for (const [id, { revision, values }] of shown) {
    expect(revision).toBeGreaterThanOrEqual(saved.get(id)!);
    expect(values.note).toBe(String(revision));
  }
  for (const line of journalLines()) expect(() => JSON.parse(line)).not.toThrow();
});
