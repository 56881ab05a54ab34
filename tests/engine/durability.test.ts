// A run is cut at random bytes of its writes, as kill -9 would, and run on; nothing may differ from a run never cut.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { readCalls } from "../../pipelines/llm/journal.ts";
import { artifactsOf, newFolder, runToy, toyModel } from "../support/toy-run.ts";

/** Bytes that still reach the disk; when they are used up the process is dead and no file changes any more. */
const life = vi.hoisted(() => ({
  left: Number.POSITIVE_INFINITY,
  spent: 0,
  dead: false,
  underWay: new Set<Promise<unknown>>(),
}));

class Killed extends Error {}

vi.mock("node:fs", async original => {
  const fs = await original<typeof import("node:fs")>();
  const { mortal, mortalWrite } = makeMortal(life);
  return {
    ...fs,
    writeSync: (descriptor: number, bytes: Buffer, offset = 0) =>
      mortalWrite(bytes.length - offset, length => fs.writeSync(descriptor, bytes, offset, length)),
    renameSync: mortal(fs.renameSync),
    truncateSync: mortal(fs.truncateSync),
    ftruncateSync: mortal(fs.ftruncateSync),
    openSync: mortal(fs.openSync),
    mkdirSync: mortal(fs.mkdirSync),
    rmSync: mortal(fs.rmSync),
  };
});

vi.mock("node:fs/promises", async original => {
  const fs = await original<typeof import("node:fs/promises")>();
  const { mortal, mortalWrite, awaited } = makeMortal(life);
  return {
    ...fs,
    open: async (...args: Parameters<typeof fs.open>) => {
      const handle = await mortal(fs.open)(...args);
      return {
        write: (
          bytes: Buffer,
          offset = 0,
          length = bytes.length - offset,
          position: number | null = null,
        ) =>
          // Of its own bytes: a dead process writes no later text into them.
          mortalWrite(length, allowed =>
            awaited(
              handle.write(
                Buffer.from(bytes.subarray(offset, offset + allowed)),
                0,
                allowed,
                position,
              ),
            ),
          ),
        read: handle.read.bind(handle),
        // The process is cut, not the power: what it has written stands without.
        datasync: mortal(() => Promise.resolve()),
        truncate: mortal((length: number) => awaited(handle.truncate(length))),
        close: handle.close.bind(handle),
      };
    },
  };
});

/** Each operation costs a byte, each write its length; a write that is cut leaves what it could afford. */
function makeMortal(life: {
  left: number;
  spent: number;
  dead: boolean;
  underWay: Set<Promise<unknown>>;
}) {
  const die = (): never => {
    life.dead = true;
    throw new Killed("killed");
  };
  const spend = (cost: number) => {
    if (life.dead) die();
    life.left -= cost;
    life.spent += cost;
  };
  const mortal =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      spend(1);
      return life.left < 0 ? die() : work(...args);
    };
  const mortalWrite = <R>(length: number, write: (length: number) => R): R => {
    const afforded = Math.max(0, Math.min(length, life.left));
    spend(length);
    const result = write(afforded);
    return life.left < 0 ? die() : result;
  };
  /** What has begun ends before the next life, as a kernel ends it. */
  const awaited = <R>(work: Promise<R>): Promise<R> => {
    const kept = work.finally(() => life.underWay.delete(kept));
    life.underWay.add(kept);
    return kept;
  };
  return { mortal, mortalWrite, awaited };
}

afterEach(() => {
  revive();
  vi.unstubAllGlobals();
});

function revive(left = Number.POSITIVE_INFINITY) {
  Object.assign(life, { left, spent: 0, dead: false });
}

const journaled = (directory: string) =>
  [...readCalls(join(directory, "calls.jsonl"))].map(({ call }) => call.key);

/** A linear congruential generator: the same cuts in every run of the test. */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

async function cutRun(directory: string, bytes: number, seed: number) {
  revive(bytes);
  const outcome = await runToy({ directory, model: toyModel(randomFrom(seed)) }).then(
    () => "finished",
    error => (life.dead ? "killed" : Promise.reject(error)),
  );
  while (life.underWay.size > 0) await Promise.allSettled(life.underWay);
  revive();
  return outcome;
}

/** A wait for more texts lasts a turn of the event loop: so many runs would else mostly wait. */
function shortenWaits() {
  vi.stubGlobal("setTimeout", (act: () => void) => setImmediate(act));
  vi.stubGlobal("clearTimeout", clearImmediate);
}

test("200 cuts at random bytes: the same artifacts, no journaled reply asked for again, no equal requests in flight", async () => {
  shortenWaits();
  const uncut = newFolder();
  revive();
  await runToy({ directory: uncut });
  const total = life.spent;
  const wanted = artifactsOf(uncut);
  const random = randomFrom(20261121);
  let killed = 0;
  for (let cut = 0; cut < 200; cut++) {
    const directory = newFolder();
    const bytes = Math.floor(random() * total);
    if ((await cutRun(directory, bytes, cut)) === "killed") killed++;
    // Every fourth run is cut a second time on its way on.
    if (cut % 4 === 0) await cutRun(directory, Math.floor(random() * total * 0.7), cut + 1);
    const before = new Set(journaled(directory));
    const model = toyModel(randomFrom(cut + 2));
    await runToy({ directory, model });
    expect(artifactsOf(directory), `cut after ${bytes} of ${total} bytes`).toEqual(wanted);
    expect(
      model.asked.filter(key => before.has(key)),
      "asked again",
    ).toEqual([]);
    const keys = journaled(directory);
    expect(new Set(keys).size, "journaled twice").toBe(keys.length);
  }
  expect(killed).toBeGreaterThan(190);
});

test("a corrupt line in a journal that is not its torn tail stops with file, line and what to do", async () => {
  const directory = newFolder();
  await runToy({ directory });
  const path = join(directory, "toy/drafts.done.jsonl");
  const lines = readFileSync(path, "utf8").split("\n");
  const { writeFileSync } = await vi.importActual<typeof import("node:fs")>("node:fs");
  writeFileSync(
    path,
    lines.map((line, index) => (index === 2 ? line.slice(0, 30) : line)).join("\n"),
  );
  await expect(runToy({ directory })).rejects.toMatchObject({
    code: "corrupt-file",
    message: expect.stringContaining("drafts.done.jsonl line 3"),
    hint: expect.stringContaining("line 3"),
  });
});
