// A disk that is full, forbidden or not what it should be: a clear error, and nothing that was whole is harmed.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { AppendFile, explainDiskErrors, replaceFile } from "../../pipelines/engine/files.ts";
import { lockDirectory } from "../../pipelines/engine/lock.ts";
import { readCalls } from "../../pipelines/llm/journal.ts";
import { artifactsOf, newFolder, runToy, toyModel } from "../support/toy-run.ts";
import { cases } from "../support/cases.ts";

/** Bytes the disk still takes; whether a file can be cut. */
const disk = vi.hoisted(() => ({
  left: Number.POSITIVE_INFINITY,
  written: 0,
  cuts: true,
  takesNothing: false,
}));

const failWith = vi.hoisted(() => (code: string) => {
  throw Object.assign(new Error(`${code}: as a disk says it`), { code });
});

const afford = vi.hoisted(() => (disk: { left: number; written: number }, wanted: number) => {
  if (disk.left <= 0) failWith("ENOSPC");
  const length = Math.min(wanted, disk.left);
  disk.left -= length;
  disk.written += length;
  return length;
});

vi.mock("node:fs", async original => {
  const fs = await original<typeof import("node:fs")>();
  return {
    ...fs,
    // A nearly full disk takes a part of a write and says nothing; the next write meets the error.
    writeSync: (descriptor: number, bytes: Buffer, offset = 0) =>
      disk.takesNothing || bytes.length === offset
        ? 0
        : fs.writeSync(descriptor, bytes, offset, afford(disk, bytes.length - offset)),
    ftruncateSync: (descriptor: number, size: number) =>
      disk.cuts ? fs.ftruncateSync(descriptor, size) : failWith("EIO"),
  };
});

vi.mock("node:fs/promises", async original => {
  const fs = await original<typeof import("node:fs/promises")>();
  return {
    ...fs,
    open: async (...args: Parameters<typeof fs.open>) => {
      const handle = await fs.open(...args);
      const write = (bytes: Buffer, offset: number, length: number, position: number) =>
        handle.write(bytes, offset, afford(disk, length), position);
      const [read, datasync, truncate, close] = [
        handle.read,
        handle.datasync,
        handle.truncate,
        handle.close,
      ].map(method => (method as () => unknown).bind(handle));
      return { write, read, datasync, truncate, close };
    },
  };
});

afterEach(() => makeRoom());

function makeRoom(left = Number.POSITIVE_INFINITY) {
  Object.assign(disk, { left, written: 0, cuts: true, takesNothing: false });
}

const filesIn = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: "utf8" });
const contentOf = (path: string) => readFileSync(path, "utf8");

function expectWholeLines(directory: string) {
  for (const file of filesIn(directory).filter(name => name.endsWith(".jsonl"))) {
    const lines = contentOf(join(directory, file)).split("\n");
    expect(lines.pop(), `${file} ends with a line`).toBe("");
    for (const line of lines) expect(() => JSON.parse(line), `${file}: ${line}`).not.toThrow();
  }
}

const journaled = (directory: string) =>
  [...readCalls(join(directory, "calls.jsonl"))].map(({ call }) => call.key);

test("a disk that fills up at any byte is a clear error, loses no whole line, and the run goes on to the same bytes when there is room", async () => {
  const uncut = newFolder();
  makeRoom();
  await runToy({ directory: uncut });
  const total = disk.written;
  const wanted = artifactsOf(uncut);
  let stopped = 0;
  for (let point = 0; point < 40; point++) {
    const directory = newFolder();
    makeRoom(Math.floor((total * (point + 0.5)) / 40));
    const ended = await runToy({ directory }).catch((error: unknown) => error);
    // How often a file is written again is by the clock: near the end, a run may have had room enough.
    if (disk.left > 0) continue;
    stopped++;
    expect(ended, `full at ${point}`).toMatchObject({
      name: "PipelineError",
      code: "disk",
      message: expect.stringContaining("the disk is full"),
      hint: expect.stringContaining("run the same command again"),
    });
    expectWholeLines(directory);
    expect(filesIn(directory).filter(file => file.endsWith(".new"))).toEqual([]);
    const before = new Set(journaled(directory));
    makeRoom();
    const model = toyModel();
    await runToy({ directory, model });
    expect(artifactsOf(directory)).toEqual(wanted);
    expect(model.asked.filter(key => before.has(key))).toEqual([]);
  }
  expect(stopped).toBeGreaterThan(20);
});

test("an append that fails leaves the file as it was, and the next one is whole", () => {
  const path = join(newFolder(), "rows.jsonl");
  const file = new AppendFile(path);
  file.append("one\n");
  makeRoom(3);
  expect(() => file.append("second\n")).toThrow(/Cannot write .*rows\.jsonl: the disk is full/);
  expect(contentOf(path)).toBe("one\n");
  makeRoom();
  expect(file.append("third\n")).toBe(4);
  expect(contentOf(path)).toBe("one\nthird\n");
  expect(file.read(4, 5)).toBe("third");
  file.close();
});

test("a file that could not be cut back takes nothing more until it can be", () => {
  const path = join(newFolder(), "rows.jsonl");
  const file = new AppendFile(path);
  file.append("one\n");
  makeRoom(3);
  disk.cuts = false;
  expect(() => file.append("second\n")).toThrow("the disk is full");
  disk.left = 100;
  expect(() => file.append("third\n")).toThrow("the disk reported an error");
  expect(contentOf(path)).toBe("one\nsec");
  disk.cuts = true;
  file.append("fourth\n");
  expect(contentOf(path)).toBe("one\nfourth\n");
  file.close();
});

test("a disk that takes no byte and gives no reason ends in an error, not in an endless loop", () => {
  const file = new AppendFile(join(newFolder(), "rows.jsonl"));
  disk.takesNothing = true;
  expect(() => file.append("one\n")).toThrow("the disk reported an error");
  file.close();
});

test("a file that is to be replaced stays as it was when the new one finds no room, and the half one is gone", () => {
  const directory = newFolder();
  const path = join(directory, "run.json");
  replaceFile(path, ["old\n"]);
  makeRoom(5);
  expect(() => replaceFile(path, ["the new content\n"])).toThrow("the disk is full");
  expect(filesIn(directory)).toEqual(["run.json"]);
  expect(contentOf(path)).toBe("old\n");
});

cases<[code: string, reason: string]>(
  "engine/full-disk",
  "%s becomes an error with path, reason and what to do",
  (code, reason) => {
    const work = () => explainDiskErrors("out/x.jsonl", () => failWith(code));
    expect(work).toThrow(
      expect.objectContaining({
        code: "disk",
        message: `Cannot write out/x.jsonl: ${reason}.`,
        hint: expect.stringContaining("run the same command again"),
      }),
    );
  },
);

test("a fault that is not the disk's keeps its own error", () => {
  const bug = new TypeError("x is not a function");
  expect(() =>
    explainDiskErrors("out/x.jsonl", () => {
      throw bug;
    }),
  ).toThrow(bug);
});

test("a device in the place of a file is refused before anything is written to it", () => {
  expect(() => new AppendFile("/dev/full")).toThrow(
    "Cannot write /dev/full: it is not an ordinary file (a pipe, a device or a socket).",
  );
});

test("a run directory below a file, on a file, or with a folder in an artifact's place is refused with the path", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "file"), "");
  await expect(lockDirectory(join(folder, "file/run"))).rejects.toThrow(
    /file\/run\/lock: part of the path is a file/,
  );
  await expect(lockDirectory(join(folder, "file"))).rejects.toThrow(
    /Cannot write .*: there is a file where a folder is needed/,
  );
  mkdirSync(join(folder, "run/toy/drafts.jsonl"), { recursive: true });
  await expect(runToy({ directory: join(folder, "run") })).rejects.toMatchObject({
    code: "disk",
    message: expect.stringMatching(/drafts\.jsonl: it is a folder, not a file/),
  });
});
