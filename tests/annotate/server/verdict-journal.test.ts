// The journal of verdicts: what was appended is found again, a cut end is repaired, and nothing that is whole is ever thrown away.

import { readFileSync, writeFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { VerdictJournal } from "../../../pipelines/annotate/server/verdict-journal.ts";
import { freshFolder } from "../../support/folder.ts";
import { cases } from "../../support/cases.ts";

const disk = vi.hoisted(() => ({ writes: true, syncs: true }));

vi.mock("node:fs", async original => {
  const fs = await original<typeof import("node:fs")>();
  const full = () => {
    throw Object.assign(new Error("ENOSPC: as a disk says it"), { code: "ENOSPC" });
  };
  return {
    ...fs,
    // Takes one byte and is full then.
    writeSync: (descriptor: number, bytes: Buffer, offset = 0) =>
      disk.writes
        ? fs.writeSync(descriptor, bytes, offset)
        : offset === 0
          ? fs.writeSync(descriptor, bytes, 0, 1)
          : full(),
    fsyncSync: (descriptor: number) => (disk.syncs ? fs.fsyncSync(descriptor) : full()),
  };
});

const path = freshFolder();
const file = () => path("verdicts.jsonl");
const verdict = (over = {}) => ({
  taskId: "t1",
  annotator: "李明",
  values: { verdict: "reasonable" },
  decidedAt: "2026-01-02T03:04:05.000Z",
  seconds: 4,
  complete: true,
  revision: 1,
  ...over,
});

function written(...verdicts: ReturnType<typeof verdict>[]): string {
  const journal = new VerdictJournal(path());
  for (const one of verdicts) journal.append(one);
  journal.close();
  return readFileSync(file(), "utf8");
}

function reopened<T>(look: (journal: VerdictJournal) => T): T {
  const journal = new VerdictJournal(path());
  try {
    return look(journal);
  } finally {
    journal.close();
  }
}

test("the last line of a person on a task counts, earlier ones stay in the file", () => {
  const text = written(
    verdict({ complete: false }),
    verdict({ taskId: "t2" }),
    verdict({ values: { note: "换行\n与 “引号”" }, revision: 2 }),
  );
  expect(text.split("\n")).toHaveLength(4);
  expect(reopened(journal => journal.find("李明", "t1"))).toEqual(
    verdict({ values: { note: "换行\n与 “引号”" }, revision: 2 }),
  );
});

test("states are told of one person only", () => {
  written(
    verdict({ complete: false }),
    verdict({ taskId: "t2" }),
    verdict({ annotator: "Ann", taskId: "t3" }),
  );
  expect(reopened(journal => [...journal.statesOf("李明")])).toEqual([
    ["t1", "begun"],
    ["t2", "complete"],
  ]);
  expect(reopened(journal => [...journal.statesOf("nobody")])).toEqual([]);
});

test("a line cut at any byte is taken off, and the lines before it stay to the byte", () => {
  const whole = written(verdict());
  const next = Buffer.from(JSON.stringify(verdict({ taskId: "t2", values: { note: "备注" } })));
  for (let cut = 1; cut < next.length; cut++) {
    writeFileSync(file(), Buffer.concat([Buffer.from(whole), next.subarray(0, cut)]));
    expect(
      reopened(journal => journal.find("李明", "t2")),
      `cut at ${cut}`,
    ).toBeUndefined();
    expect(readFileSync(file(), "utf8"), `cut at ${cut}`).toBe(whole);
  }
});

test("a whole line that lacks only its newline is kept and gets it", () => {
  const whole = written(verdict());
  writeFileSync(file(), whole.trimEnd());
  expect(reopened(journal => journal.find("李明", "t1")?.revision)).toBe(1);
  expect(readFileSync(file(), "utf8")).toBe(whole);
});

cases<[name: string, line: string, message: string]>(
  "annotate/server/verdict-journal",
  "%s is told with its line, and the file stays as it was",
  (_, line, message) => {
    const text = `${written(verdict())}${line}`;
    writeFileSync(file(), text);
    expect(() => new VerdictJournal(path())).toThrow(
      expect.objectContaining({ code: "corrupt-file", message: expect.stringContaining(message) }),
    );
    expect(readFileSync(file(), "utf8")).toBe(text);
  },
);

test("an unfit line is told before a cut end is repaired", () => {
  const text = `nonsense\n${JSON.stringify(verdict())}\n{"taskId":"t`;
  writeFileSync(file(), text);
  expect(() => new VerdictJournal(path())).toThrow("line 1");
  expect(readFileSync(file(), "utf8")).toBe(text);
});

test("a disk that refuses keeps the verdict before, leaves no half line, and takes the next one when it can", () => {
  const whole = written(verdict());
  const journal = new VerdictJournal(path());
  const next = verdict({ values: { verdict: "needs-refinement" }, revision: 2 });
  disk.writes = false;
  expect(() => journal.append(next)).toThrow("the disk is full");
  disk.writes = true;
  expect(readFileSync(file(), "utf8")).toBe(whole);
  disk.syncs = false;
  expect(() => journal.append(next)).toThrow("the disk is full");
  disk.syncs = true;
  expect(journal.find("李明", "t1")).toEqual(verdict());
  journal.append(next);
  expect(journal.find("李明", "t1")).toEqual(next);
  journal.close();
  expect(reopened(again => again.find("李明", "t1"))).toEqual(next);
});
