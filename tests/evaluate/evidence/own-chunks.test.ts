// A user's chunks: read, placed, and refused with their line where they are none.

import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { knownDocuments } from "../../../pipelines/evaluate/evidence/known-documents.ts";
import { readOwnChunks } from "../../../pipelines/evaluate/evidence/own-chunks.ts";
import { freshFolder } from "../../support/folder.ts";

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
  expect([read.nowhere, read.ambiguous, read.disagreeing]).toEqual([
    ["changed"],
    ["twice"],
    ["off", "lost"],
  ]);
});

test.each([
  ["a line that is not JSON", ["{"], /line 1: this is not JSON/],
  ["an empty list", ["[]"], /it holds no chunks/],
  ["a bare number", ["3"], /line 1: a JSON object/],
  ["a chunk without id", [{ text: "x" }], /line 1: id: /],
  [
    "an id that comes twice",
    [{ id: 1, text: "港口于1988年关闭。" }, "", { id: "1", text: "x" }],
    /line 3: the id 1 comes a second time \(first: line 1\)/,
  ],
  [
    "an unknown document",
    [{ id: 1, documentId: "d9", text: "x" }],
    /line 1: there is no document d9/,
  ],
  [
    "a place beyond the document",
    [{ id: 1, documentId: "d1", start: 0, end: 52 }],
    /line 1: start 0 and end 52 reach beyond document d1, which has 50 code points/,
  ],
  [
    "an end before its start",
    [{ id: 1, documentId: "d1", start: 9, end: 9 }],
    /line 1: start 9 is not before end 9/,
  ],
  [
    "a start without end",
    [{ id: 1, documentId: "d1", start: 9 }],
    /line 1: it has a start and no end/,
  ],
  [
    "a place in no document",
    [{ id: 1, start: 0, end: 9 }],
    /line 1: it has a start and an end, and no documentId/,
  ],
  [
    "neither text nor place",
    [{ id: 1, documentId: "d1", text: " " }],
    /line 1: it has neither a text nor a place/,
  ],
  [
    "an offset that is no whole number",
    [{ id: 1, documentId: "d1", start: 0.5, end: 2 }],
    /line 1: start: /,
  ],
  ["an empty file", ["\uFEFF", ""], /it holds nothing/],
])("%s is refused with its place", (_, lines, message) => {
  expect(() => readLines(...lines)).toThrow(
    expect.objectContaining({
      code: "bad-input",
      message: expect.stringMatching(message),
      hint: expect.stringContaining('"documentId"'),
    }),
  );
});
