// Texts of many callers in one write: each is whole in the file or not there, whatever comes at what moment.

import { appendFileSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { guardedOpen, CommitFile, type FileMethods } from "../../pipelines/llm/commit-file.ts";
import { noLines } from "../../pipelines/llm/line-in-file.ts";
import { withWrites, type WriteBytes } from "./changed-writes.ts";
import { freshFolder } from "../support/folder.ts";

const at = freshFolder();
const path = () => at("run", "calls.jsonl");

test("of texts written together that find no room none stays, and all who wait are told", async () => {
  let fails = true;
  const full = withWrites(handle => ({
    write: (async (bytes, from, length, place) => {
      if (!fails) return handle.write(bytes, from, length, place);
      fails = false;
      await handle.write(bytes, from, 5, place);
      throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    }) satisfies WriteBytes as FileMethods["write"],
  }));
  const file = await CommitFile.open(path(), noLines, full);
  const lost = await Promise.allSettled(
    ["one\n", "two\n", "three\n"].map(text => file.append(text, true)),
  );
  expect(lost.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  const large = "大".repeat(100_000);
  expect(
    await Promise.all([
      file.append("four\n", true),
      file.append(`${large}\n`, false),
      file.append("", true),
      file.append("\ud800\n", true),
    ]),
  ).toEqual([0, 5, 300_006, 300_006]);
  await file.close();
  expect(readFileSync(path(), "utf8")).toBe(`four\n${large}\n\ufffd\n`);
});

test("lines appended at the very moment the file comes to rest are written too", async () => {
  const file = await CommitFile.open(path(), noLines);
  const offsets: number[] = [];
  for (let turn = 0; turn < 30; turn++) offsets.push(await file.append("ab\n", turn % 2 === 0));
  await Promise.all(
    Array.from({ length: 5 }, (_, turn) =>
      file.append("cd\n", false).then(() => (turn % 2 ? file.append("ef\n", true) : 0)),
    ),
  );
  await file.close();
  expect(offsets).toEqual(Array.from({ length: 30 }, (_, turn) => turn * 3));
  expect(readFileSync(path(), "utf8").match(/ab\n|cd\n|ef\n/g)).toHaveLength(37);
});

test("a file in a folder that is another's by now takes nothing more, and is not cut either", async () => {
  let isOurs = true;
  const check = () => {
    if (!isOurs) throw new Error("another's");
  };
  const file = await CommitFile.open(path(), noLines, guardedOpen(check));
  await file.append("one\n", true);
  isOurs = false;
  await expect(file.append("two\n", true)).rejects.toThrow("another's");
  appendFileSync(path(), "another's line\n");
  await expect(file.close()).rejects.toThrow("another's");
  expect(readFileSync(path(), "utf8")).toBe("one\nanother's line\n");
});
