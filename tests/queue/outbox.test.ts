// Replies on the worker's own disk: there after any stop, and gone when they are kept elsewhere.

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { afterEach, expect, test } from "vitest";
import type { CallLine } from "../../pipelines/llm/journal.ts";
import { Outbox } from "../../pipelines/queue/outbox.ts";
import { freshFolder } from "../support/folder.ts";
import { aCallLine } from "./call-lines.ts";

const inFolder = freshFolder();
const directory = () => inFolder("outbox");

let opened: Outbox[] = [];
/** Left open by the test: a process that is killed closes nothing. */
async function openOutbox(): Promise<Outbox> {
  const outbox = await Outbox.open(directory());
  opened.push(outbox);
  return outbox;
}
afterEach(async () => {
  for (const outbox of opened) await outbox.close();
  opened = [];
});

const keysOf = (lines: readonly CallLine[]) => lines.map(({ key }) => key);
const large = "大".repeat(800_000);

test("what was kept and not forgotten is there after a stop without a word, in the order it came", async () => {
  const outbox = await openOutbox();
  await Promise.all(["b", "a", "c"].map(key => outbox.keep(aCallLine(key))));
  await outbox.forget(["a", "unknown"]);
  expect(keysOf(outbox.readRemaining())).toEqual(["b", "c"]);
  // Nothing is closed: as after a kill. What was forgotten comes again, since its file still holds others.
  const next = await openOutbox();
  expect(next.readRemaining()).toEqual([aCallLine("b"), aCallLine("a"), aCallLine("c")]);
  await next.keep(aCallLine("d"));
  expect(keysOf((await openOutbox()).readRemaining())).toEqual(["b", "a", "c", "d"]);
});

test("a reply is on disk when it counts as kept", async () => {
  const outbox = await openOutbox();
  await outbox.keep(aCallLine("a", "回答\n\ud800"));
  expect(readFileSync(inFolder("outbox", "replies-1.jsonl"), "utf8")).toBe(
    `${JSON.stringify(aCallLine("a", "回答\n\ud800"))}\n`,
  );
});

test("of two replies to a key the first is kept, whether they come at once or one after a stop", async () => {
  const outbox = await openOutbox();
  await Promise.all([outbox.keep(aCallLine("a", "first")), outbox.keep(aCallLine("a", "second"))]);
  const next = await openOutbox();
  await next.keep(aCallLine("a", "third"));
  expect(next.readRemaining()).toEqual([aCallLine("a", "first")]);
  writeFileSync(
    inFolder("outbox", "replies-9.jsonl"),
    `${JSON.stringify(aCallLine("a", "fourth"))}\n${JSON.stringify(aCallLine("b"))}\n`,
  );
  const last = await openOutbox();
  expect(last.readRemaining()).toEqual([aCallLine("a", "first"), aCallLine("b")]);
  await last.forget(["a", "b"]);
  expect(readdirSync(directory())).toEqual([]);
});

test("a file is deleted when all its replies are forgotten and it is full, and a full one is not written on", async () => {
  const outbox = await openOutbox();
  await outbox.keep(aCallLine("a", large));
  await outbox.keep(aCallLine("b", large));
  await outbox.keep(aCallLine("c"));
  expect(readdirSync(directory()).toSorted()).toEqual(["replies-1.jsonl", "replies-2.jsonl"]);
  await outbox.forget(["b", "c"]);
  expect(keysOf(outbox.readRemaining())).toEqual(["a"]);
  await outbox.forget(["a"]);
  expect(readdirSync(directory())).toEqual(["replies-2.jsonl"]);
  await outbox.keep(aCallLine("d", large));
  await outbox.keep(aCallLine("e", large));
  await outbox.forget(["d", "e"]);
  expect(readdirSync(directory())).toEqual([]);
  await outbox.keep(aCallLine("f"));
  expect(readdirSync(directory())).toEqual(["replies-3.jsonl"]);
  await outbox.close();
  expect(keysOf((await openOutbox()).readRemaining())).toEqual(["f"]);
});

test("a reply that is forgotten while it is written leaves nothing behind", async () => {
  const outbox = await openOutbox();
  const keeping = [
    outbox.keep(aCallLine("a", large)),
    outbox.keep(aCallLine("b", large)),
    outbox.keep(aCallLine("c")),
  ];
  await outbox.forget(["a", "b", "c"]);
  await Promise.all(keeping);
  await outbox.close();
  expect(readdirSync(directory())).toEqual([]);
});

test("a torn tail is passed over, in any file, and a file that holds no more than that is deleted", async () => {
  mkdirSync(directory());
  const whole = `${JSON.stringify(aCallLine("a"))}\n`;
  writeFileSync(inFolder("outbox", "replies-2.jsonl"), `${whole}{"key":"b","messa`);
  writeFileSync(inFolder("outbox", "replies-10.jsonl"), JSON.stringify(aCallLine("c")));
  writeFileSync(inFolder("outbox", "replies-11.jsonl"), "\0\0\0\0");
  writeFileSync(inFolder("outbox", "notes.txt"), "of somebody else");
  const outbox = await openOutbox();
  expect(keysOf(outbox.readRemaining())).toEqual(["a", "c"]);
  expect(existsSync(inFolder("outbox", "replies-11.jsonl"))).toBe(false);
  await outbox.keep(aCallLine("d"));
  expect(keysOf((await openOutbox()).readRemaining())).toEqual(["a", "c", "d"]);
  expect(existsSync(inFolder("outbox", "notes.txt"))).toBe(true);
});

test("a bad line in the midst is told with its place", async () => {
  const outbox = await openOutbox();
  await outbox.keep(aCallLine("a"));
  await outbox.close();
  appendFileSync(inFolder("outbox", "replies-1.jsonl"), 'rubbish\n{"key":"b"}\n');
  await expect(openOutbox()).rejects.toMatchObject({
    code: "corrupt-file",
    message: expect.stringContaining("replies-1.jsonl line 2"),
    hint: expect.stringContaining("line 2"),
  });
});

test("a folder that cannot be written is an error for its reader, and the reply does not count as kept", async () => {
  writeFileSync(inFolder("file"), "");
  await expect(Outbox.open(inFolder("file", "outbox"))).rejects.toMatchObject({ code: "disk" });
  const outbox = await openOutbox();
  mkdirSync(inFolder("outbox", "replies-1.jsonl"), { recursive: true });
  for (const _ of [1, 2])
    await expect(outbox.keep(aCallLine("a"))).rejects.toMatchObject({ code: "disk" });
  rmdirSync(inFolder("outbox", "replies-1.jsonl"));
});
