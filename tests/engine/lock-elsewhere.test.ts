// One process a directory over machines and containers: the holder cannot be seen, and only its signs tell whether it lives.

import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PipelineError } from "../../pipelines/engine/errors.ts";
import type { RunEvent } from "../../pipelines/engine/events.ts";
import { lockBriefly, lockDirectory, lockHolder } from "../../pipelines/engine/lock.ts";
import { canStartInNamespace, type ChildApart, startNamespacedChild } from "../support/child.ts";
import { newFolder, runToy } from "../support/toy-run.ts";

const lockOf = (directory: string) => join(directory, "lock");

/** No sign comes of itself, and a holder that gives none is soon taken for dead. */
const soonOver = { length: 8, beat: 4 };

/** The lock of process 7 on another machine. */
const foreign = JSON.stringify({
  pid: 7,
  started: "1",
  host: "build-2",
  boot: "b",
  namespace: "pid:[1]",
  since: "2026-11-22T10:21:33.000Z",
});

function heldElsewhere(text = foreign): string {
  const directory = newFolder();
  writeFileSync(lockOf(directory), text);
  utimesSync(lockOf(directory), 1_795_000_000, 1_795_000_000);
  return directory;
}

const giveSign = (directory: string) => utimesSync(lockOf(directory), 1_795_000_002, 1_795_000_002);

describe("a holder on another machine", () => {
  test("is named by status as far as one look can tell, whatever clock it has", () => {
    const directory = heldElsewhere();
    expect(lockHolder(directory)).toEqual({
      pid: 7,
      isHere: false,
      host: "build-2",
      since: "2026-11-22T10:21:33.000Z",
      lastSign: "2026-11-18T11:06:40.000Z",
    });
  });

  test("that gives a sign while it is watched is respected, and the refusal says who it is", async () => {
    const directory = heldElsewhere();
    const heard: string[] = [];
    const onNotice = (text: string) => {
      heard.push(text);
      giveSign(directory);
    };
    await expect(
      lockDirectory(directory, { lease: { length: 60_000, beat: 1 }, onNotice }),
    ).rejects.toMatchObject({
      code: "locked",
      message: `Another process (7 on build-2, since 2026-11-22 10:21:33 UTC, last heartbeat 2026-11-18 11:06:42 UTC) is working on ${directory}.`,
    });
    expect(heard).toEqual([
      expect.stringMatching(
        /^Another process \(7 on build-2, .*\) holds .* on another machine .* no heartbeat for 60 s\.$/,
      ),
    ]);
    expect(readFileSync(lockOf(directory), "utf8")).toBe(foreign);
    expect(readdirSync(directory)).toEqual(["lock"]);
  });

  test("that gives no sign for its lease is dead: who waited goes on of itself", async () => {
    const directory = heldElsewhere();
    const lock = await lockDirectory(directory, { lease: soonOver });
    expect(lockHolder(directory)).toMatchObject({ pid: process.pid, isHere: true });
    lock.release();
    expect(readdirSync(directory)).toEqual([]);
  });

  test("that died while it cleared another's lock is waited out too, by work that is done in one go as well", () => {
    const directory = heldElsewhere();
    writeFileSync(`${lockOf(directory)}.clearing`, foreign);
    lockBriefly(directory, { lease: soonOver }).release();
    expect(readdirSync(directory)).toEqual([]);
  });

  test("that gives its lock back is not waited for any longer", async () => {
    const directory = heldElsewhere();
    const giveBack = () => rmSync(lockOf(directory));
    const lock = await lockDirectory(directory, {
      lease: { length: 3_600_000, beat: 1 },
      onNotice: giveBack,
    });
    expect(lockHolder(directory)?.pid).toBe(process.pid);
    lock.release();
  });

  test("is waited for until the user stops", async () => {
    const stop = new AbortController();
    const waiting = lockDirectory(heldElsewhere(), {
      lease: { length: 3_600_000, beat: 3_600_000 },
      signal: stop.signal,
      onNotice: () => stop.abort(new Error("stopped")),
    });
    await expect(waiting).rejects.toThrow("stopped");
  });
});

test("a lock of an earlier version is that of a process of this machine", async () => {
  const started = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ")[19];
  const directory = heldElsewhere(JSON.stringify({ pid: process.pid, started }));
  await expect(lockDirectory(directory)).rejects.toThrow(
    `Another process (${process.pid}) is working on`,
  );
  expect(lockHolder(directory)).toMatchObject({ host: null, since: null, isHere: true });
});

describe("a process that stood still for longer than half its lease", () => {
  // No sign comes of itself within the test, and each look comes too late.
  const neverInTime = { length: 0, beat: 3_600_000 };

  test("goes on, with a new sign, where nobody took its place", () => {
    const directory = newFolder();
    const lock = lockBriefly(directory, { lease: neverInTime });
    utimesSync(lockOf(directory), 1, 1);
    lock.check();
    expect(statSync(lockOf(directory)).mtimeMs).toBeGreaterThan(1000);
    expect(readdirSync(directory)).toEqual(["lock"]);
    lock.release();
  });

  test.each([
    [
      "another has taken its place",
      (directory: string) => writeFileSync(lockOf(directory), foreign),
    ],
    [
      "another is about to take its place",
      (directory: string) => writeFileSync(`${lockOf(directory)}.clearing`, foreign),
    ],
  ])("stops where %s", (_, meanwhile) => {
    const directory = newFolder();
    const lock = lockBriefly(directory, { lease: neverInTime });
    meanwhile(directory);
    expect(lock.check).toThrow(
      expect.objectContaining({
        code: "locked",
        message: expect.stringContaining(`This process no longer holds ${directory}:`),
      }),
    );
    lock.release();
  });
});

test("a run that has lost its directory writes no row more, and none of its own files", async () => {
  const directory = newFolder();
  const lost = new PipelineError("locked", "Another process has it.", { hint: "See who." });
  const written = () =>
    Object.fromEntries(
      readdirSync(directory, { recursive: true, encoding: "utf8" }).map(name => [
        name,
        statSync(join(directory, name)).size,
      ]),
    );
  let atLoss: ReturnType<typeof written> | undefined;
  let rows = 0;
  const check = () => {
    if (atLoss) throw lost;
  };
  const onEvent = ({ type }: RunEvent) => {
    if (type === "row-finished" && ++rows === 5) atLoss = written();
  };
  await expect(runToy({ directory, options: { checkLock: check, onEvent } })).rejects.toBe(lost);
  const { "calls.jsonl": _calls, ...others } = written();
  expect(atLoss).toMatchObject(others);
  expect(Object.keys(others)).not.toContain("failures.jsonl");
});

// As root on Linux, as in CI; elsewhere the records above stand for other containers.
describe.skipIf(!canStartInNamespace)(
  `two containers on one directory${canStartInNamespace ? "" : " (left out: no process namespaces here)"}`,
  () => {
    const patient = { length: 3_600_000, beat: 10 };
    const hasty = { length: 200, beat: 10 };

    async function startHolder(lease: typeof patient, directory: string): Promise<ChildApart> {
      const child = startNamespacedChild(lease, "hold", directory);
      expect(await child.next()).toBe("ready");
      child.send("take it");
      expect(await child.next()).toBe("taken");
      return child;
    }

    test("are told apart: the second one asks nothing and says who works there", async () => {
      const directory = newFolder();
      const asked = join(newFolder(), "asked");
      const first = await startHolder(patient, directory);
      const second = startNamespacedChild(patient, "run", directory, asked);
      expect(await second.next()).toMatch(/^Another process \(1 on .+\) holds /);
      expect(await second.next()).toMatch(
        /^refused locked: Another process \(1 on .+, since .+, last heartbeat .+\) is working on /,
      );
      await second.ended();
      expect(existsSync(asked)).toBe(false);
      first.send("give it back");
      expect(await first.next()).toBe("given back");
      await first.ended();
    });

    test("one that was killed is followed by the next one without anybody's help", async () => {
      const directory = newFolder();
      await (await startHolder(hasty, directory)).kill();
      const next = startNamespacedChild(hasty, "run", directory, join(newFolder(), "asked"));
      const said: (string | undefined)[] = [];
      for (let line = await next.next(); line !== undefined; line = await next.next())
        said.push(line);
      expect([said[0], said.at(-1)]).toEqual([
        expect.stringMatching(/^Another process \(1 on .+\) holds /),
        "finished",
      ]);
      expect(readdirSync(directory)).not.toContain("lock");
    });

    test("one that was suspended until another took its place notices before it does anything more", async () => {
      const directory = newFolder();
      const first = await startHolder(hasty, directory);
      first.send("look");
      expect(await first.next()).toBe("still its own");
      await first.pause();
      const second = await lockDirectory(directory, { lease: hasty });
      first.resume();
      first.send("look");
      expect(await first.next()).toMatch(/^refused locked: This process no longer holds /);
      await first.ended();
      expect(lockHolder(directory)?.pid).toBe(process.pid);
      second.check();
      second.release();
    });
  },
);
