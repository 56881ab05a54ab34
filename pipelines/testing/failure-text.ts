// Writes the message of a failed test: its item, the answer, and what is wrong.

import type { PackedItem } from "../../schemas/formats/pack.ts";
import type { ParsedReply } from "../systems/ask-once.ts";
import type { CheckedItem } from "./item-check.ts";

/** Maximum number of characters of an answer to show. */
const maxLength = 1200;

const truncate = (text: string) =>
  text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;

export const failureText = (
  { question, answer }: PackedItem,
  reply: ParsedReply,
  { problems, lostStep }: CheckedItem,
): string =>
  [
    problems.join("; "),
    "",
    `question  ${question}`,
    `expected  ${answer}`,
    `got       ${reply.answer === null ? "(no answer)" : truncate(reply.answer)}`,
    `lost in   ${lostStep}`,
  ].join("\n");

/** Creates an error without a stack trace: the fault is not in this package's code. */
export function failure(text: string): Error {
  const error = new Error(text);
  error.name = "BenchmarkFailure";
  error.stack = `BenchmarkFailure: ${text}`;
  return error;
}
