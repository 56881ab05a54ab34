// A user's chunks: read, placed, and refused with their line where they are none.

import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { knownDocuments } from "../../../pipelines/evaluate/evidence/known-documents.ts";
import { readOwnChunks } from "../../../pipelines/evaluate/evidence/own-chunks.ts";
import { freshFolder } from "../../support/folder.ts";
import { cases } from "../../support/cases.ts";

const at = freshFolder();
const smile = "😀 The harbour opened in 1901. 😀 It closed in 1988.";
const documents = knownDocuments([
  { id: "d1", name: "The harbour", text: smile, otherIds: ["7"] },
  {
    id: "d2",
    name: "港口",
    otherIds: [],
    text: "港口于1901年启用。港口于1988年关闭。港口于1901年启用。",
  },
]);

function readLines(...lines: (object | string)[]) {
  writeFileSync(
    at("chunks.jsonl"),
    lines.map(line => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
  );
  return readOwnChunks(at("chunks.jsonl"), documents);
}

test("offsets are code points and become UTF-16 units; a place alone gets its text", () => {
  const { chunks } = readLines(
    { id: 1, documentId: "d1", start: 2, end: 29 },
    { id: "b", documentId: 7, start: 32, end: 34, text: "It" },
  );
  expect(chunks[0]).toEqual({
    id: "1",
    documentId: "d1",
    start: 3,
    end: 30,
    text: "The harbour opened in 1901.",
  });
  // Two smiles stand before it.
  expect(chunks[1]).toMatchObject({ id: "b", documentId: "d1", start: 34, end: 36, text: "It" });
});

test("a text alone gets its place; texts that stand nowhere, in several places, or elsewhere than said are named", () => {
  const read = readLines(
    { id: "once", text: "The harbour opened in 1901." },
    { id: "changed", text: "The harbour, opened 1901, says nobody" },
    { id: "twice", documentId: "d2", text: "港口于1901年启用。" },
    { id: "off", documentId: "d2", start: 0, end: 11, text: "港口于1988年关闭。" },
    { id: "lost", documentId: "d2", start: 0, end: 11, text: "完全不同的文字" },
  );
  expect(read.chunks.map(({ id, documentId, start, end }) => [id, documentId, start, end])).toEqual(
    [
      ["once", "d1", 3, 30],
      ["changed", null, null, null],
      ["twice", "d2", null, null],
      ["off", "d2", 11, 22],
      ["lost", "d2", 0, 11],
    ],
  );
  const listed = {
    unlocatedIds: ["changed"],
    ambiguousIds: ["twice"],
    conflictingIds: ["off", "lost"],
  };
  expect(read).toMatchObject(listed);
});

cases<[name: string, lines: (string | object)[], message: string]>(
  "evaluate/evidence/own-chunks",
  "%s is refused with its place",
  (_, lines, message) => {
    expect(() => readLines(...lines)).toThrow(
      expect.objectContaining({
        code: "bad-input",
        message: expect.stringMatching(new RegExp(message)),
        hint: expect.stringContaining('"documentId"'),
      }),
    );
  },
);
