// Answers of a RAG system: read line by line, and refused with the line where they are none.

import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readAnswers } from "../../../pipelines/annotate/batch/answers-by-item.ts";
import { freshFolder } from "../../support/folder.ts";
import { cases } from "../../support/cases.ts";

const at = freshFolder();

function readText(text: string) {
  writeFileSync(at("predictions.jsonl"), text);
  return readAnswers(at("predictions.jsonl"));
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

cases<[name: string, text: string, message: string]>(
  "annotate/batch/answers-by-item",
  "%s is refused with its place",
  (_, text, message) => {
    expect(() => readText(text)).toThrow(
      expect.objectContaining({
        code: "bad-input",
        message: expect.stringMatching(new RegExp(message)),
        hint: expect.stringContaining('{"id"'),
      }),
    );
  },
);
