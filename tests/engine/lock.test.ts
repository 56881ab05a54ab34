// One process a run directory, held by true processes: the living are respected, the dead are not.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { expect, test } from "vitest";
import { lockBriefly, lockDirectory, lockHolder } from "../../pipelines/engine/lock.ts";
import { startChild } from "../support/child.ts";
import { newFolder } from "../support/toy-run.ts";

const lockOf = (directory: string) => join(directory, "lock");

const stat = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");

async function startHolder(directory: string) {
  const child = startChild("hold", directory);
  expect(await child.next()).toBe("ready");
  child.send("take it");
  expect(await child.next()).toBe("taken");
  return child;
}

test("a directory another process works on is refused with its id and what to do, and is free again when it is given back", async () => {
  const directory = newFolder();
  const child = await startHolder(directory);
  expect(lockHolder(directory)).toMatchObject({ pid: child.pid, isHere: true, host: hostname() });
  await expect(lockDirectory(directory)).rejects.toMatchObject({
    name: "PipelineError",
    code: "locked",
    message: expect.stringMatching(
      new RegExp(
        `^Another process \\(${child.pid} on ${hostname()}, since .+ UTC, last heartbeat .+ UTC\\) is working on ${directory}\\.$`,
      ),
    ),
    hint: expect.stringContaining(`ragwright status ${directory}`),
  });
  child.send("give it back");
  expect(await child.next()).toBe("given back");
  const lock = await lockDirectory(directory);
  expect(lockHolder(directory)?.pid).toBe(process.pid);
  lock.release();
  expect(readdirSync(directory)).toEqual([]);
  await child.ended();
});

test("two runs in one process are held apart too", async () => {
  const directory = newFolder();
  const lock = await lockDirectory(directory);
  await expect(lockDirectory(directory)).rejects.toThrow(`Another process (${process.pid} on`);
  expect(() => lockBriefly(directory)).toThrow(`Another process (${process.pid} on`);
  lock.release();
});

test("the lock of a killed process is not kept", async () => {
  const directory = newFolder();
  const child = await startHolder(directory);
  await child.kill();
  expect(existsSync(lockOf(directory))).toBe(true);
  expect(lockHolder(directory)).toBeUndefined();
  lockBriefly(directory).release();
  expect(readdirSync(directory)).toEqual([]);
});

test.each([
  ["is empty", ""],
  ["is torn", '{"pid":1,"star'],
  [
    "is of a process id that another process has by now",
    JSON.stringify({ pid: process.pid, started: "1" }),
  ],
  ["is of no process", JSON.stringify({ pid: 2 ** 30, started: "1" })],
  ["holds nonsense", "[1,2]"],
])("a lock that %s is not kept", async (_, text) => {
  const directory = newFolder();
  writeFileSync(lockOf(directory), text);
  expect(lockHolder(directory)).toBeUndefined();
  const lock = await lockDirectory(directory);
  expect(lockHolder(directory)?.pid).toBe(process.pid);
  lock.release();
});

test.skipIf(process.platform !== "linux")(
  "the lock of a process that is dead but not yet waited for is not kept",
  async () => {
    const directory = newFolder();
    // The shell becomes `cat`, which never waits for the child the shell started; the child ends when it is told to.
    const parent = spawn("sh", ["-c", "(read line <&3) & echo $!; exec cat 3<&-"], {
      stdio: ["pipe", "pipe", "inherit", "pipe"],
    });
    const said = createInterface({ input: parent.stdout as Readable })[Symbol.asyncIterator]();
    const pid = Number((await said.next()).value);
    const input = parent.stdin as Writable;
    const toChild = parent.stdio[3] as Writable;
    input.write("it is cat by now\n");
    expect((await said.next()).value).toBe("it is cat by now");
    toChild.end("end\n");
    while (stat(pid)[0] !== "Z") await new Promise(resolve => setImmediate(resolve));
    writeFileSync(lockOf(directory), JSON.stringify({ pid, started: stat(pid)[19] }));
    expect(lockHolder(directory)).toBeUndefined();
    lockBriefly(directory).release();
    input.end();
    await once(parent, "close");
  },
);

test.skipIf(process.platform !== "linux")(
  "who gives back a lock that is another's by now leaves it there",
  () => {
    const directory = newFolder();
    const lock = lockBriefly(directory);
    const others = JSON.stringify({ pid: 1, started: stat(1)[19] });
    writeFileSync(lockOf(directory), others);
    lock.release();
    expect(readFileSync(lockOf(directory), "utf8")).toBe(others);
  },
);

test.each([
  ["no lock", () => undefined],
  ["a dead one's lock", (directory: string) => writeFileSync(lockOf(directory), "")],
  [
    "a dead one's lock that another dead one was clearing",
    (directory: string) => {
      writeFileSync(lockOf(directory), "");
      writeFileSync(join(directory, "lock.clearing"), "");
    },
  ],
])(
  "of eight who take it at once over %s, exactly one wins and the others are refused",
  async (_, prepare) => {
    const directory = join(newFolder(), "run");
    mkdirSync(directory);
    prepare(directory);
    const children = Array.from({ length: 8 }, () => startChild("hold", directory));
    await Promise.all(children.map(child => child.next()));
    for (const child of children) child.send("take it");
    const said = await Promise.all(children.map(child => child.next()));
    expect(said.filter(line => line === "taken")).toHaveLength(1);
    expect(said.filter(line => line?.startsWith("refused locked: Another process ("))).toHaveLength(
      7,
    );
    const winner = children[said.indexOf("taken")]!;
    expect(lockHolder(directory)?.pid).toBe(winner.pid);
    winner.send("give it back");
    expect(await winner.next()).toBe("given back");
    await Promise.all(children.map(child => child.ended()));
    expect(readdirSync(directory)).toEqual([]);
  },
  30_000,
);
