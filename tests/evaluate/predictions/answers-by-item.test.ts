// Answers of a RAG system: read line by line, and refused with the line where they are none.

import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readPredictions } from "../../../pipelines/evaluate/predictions/answers-by-item.ts";
import { freshFolder } from "../../support/folder.ts";

const at = freshFolder();

function readText(text: string) {
  writeFileSync(at("predictions.jsonl"), text);
  return readPredictions(at("predictions.jsonl"));
}

test("a byte order mark, blank lines, Windows line ends and further fields are passed over; an empty answer is one", () => {
  const text =
    '\uFEFF{"id":"item-1","answer":"In 1998."}\r\n\r\n{"id":"item-2","answer":"","model":"x"}\n   \n{"answer":"三千万元。","id":"条目"}';
  expect([...readText(text)]).toEqual([
    ["item-1", "In 1998."],
    ["item-2", ""],
    ["条目", "三千万元。"],
  ]);
});

test.each([
  ["a line that is not JSON", '{"id":"a","answer":"b"}\n\n{"id":', /line 3: this is not JSON/],
  ["a line without id", '{"answer":"b"}', /line 1: id: /],
  ["a line without answer", '{"id":"a"}', /line 1: answer: /],
  ["an answer that is no text", '{"id":"a","answer":3}', /line 1: answer: /],
  ["an empty id", '{"id":"","answer":"x"}', /line 1: id: /],
  ["a bare text", '"a"', /line 1: a JSON object/],
  ["null", "null", /line 1: a JSON object/],
  [
    "an id that comes twice",
    '{"id":"a","answer":"b"}\n{"id":"a","answer":"c"}',
    /line 2: a is answered a second time \(first: line 1\)/,
  ],
  ["an empty file", "\uFEFF\n\n", /it holds nothing/],
])("%s is refused with its place", (_, text, message) => {
  expect(() => readText(text)).toThrow(
    expect.objectContaining({
      code: "bad-input",
      message: expect.stringMatching(message),
      hint: expect.stringContaining('{"id"'),
    }),
  );
});
