// The matchers `toCover` and `toCite`: whether an answer states an item's keypoints, and whether the item's evidence was retrieved.

import type { PackedItem } from "../../schemas/formats/pack.ts";
import { checkAnswer, type AnswerCheckOptions } from "../evaluate/pack/check-answer.ts";
import { plainReply } from "../systems/result-reply.ts";
import { type ParsedReply, parseReply } from "../systems/ask-once.ts";
import { answerProblems, isDecidable, missingEvidence } from "./item-check.ts";

interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** Reads what a test passes to `expect`: a text, a list of passages, or an object with both. Promises must be awaited first. */
function replyOf(received: unknown): ParsedReply {
  if (received instanceof Promise)
    throw new TypeError("A promise was given. Await it: expect(await answer(question))");
  return parseReply(plainReply(received));
}

/** Whether the answer has the values and names of the item's keypoints, and gives no known wrong answer; if the question cannot be answered, whether it says so. */
export function toCover(
  received: unknown,
  item: PackedItem,
  options: AnswerCheckOptions = {},
): MatcherResult {
  const { answer } = replyOf(received);
  const answerCheck = checkAnswer(item, answer ?? "", options);
  const problems = answerProblems(answerCheck);
  const undecidedNote = isDecidable(answerCheck)
    ? ""
    : " (its keypoints have no values or names that code could look for: have a judge score it, ragwright evaluate --model)";
  return {
    pass: problems.length === 0 && (answer ?? "") !== "",
    message: () =>
      problems.length === 0
        ? `The answer ${answer ? `covers ${item.id}${undecidedNote}` : "is empty"}: ${answer ?? ""}`
        : `The answer does not cover ${item.id}: ${problems.join("; ")}\n\nquestion  ${item.question}\nexpected  ${item.answer}\ngot       ${answer ?? "(no answer)"}`,
  };
}

/** Whether every span of the item's evidence is in the passages that were retrieved or read. */
export function toCite(received: unknown, item: PackedItem): MatcherResult {
  const missingTexts = missingEvidence(item, replyOf(received));
  if (missingTexts === null)
    return {
      pass: false,
      message: () => "No passage has text: give {retrieved: […]} or {contexts: […]} with texts.",
    };
  return {
    pass: missingTexts.length === 0,
    message: () =>
      missingTexts.length === 0
        ? `All evidence of ${item.id} is in the passages.`
        : `${missingTexts.length} of ${item.evidence.length} evidence spans of ${item.id} are in no passage:\n${missingTexts.map(text => `  “${text}”`).join("\n")}\n\nquestion  ${item.question}`,
  };
}
