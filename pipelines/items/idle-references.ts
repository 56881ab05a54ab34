// Leaves out references that say nothing of what question and answer are about.

import type { AnswerRow, Evidence } from "../../schemas/items/records.ts";
import { words } from "../text/segment.ts";
import { findValues } from "../text/values.ts";

type Language = AnswerRow["language"];

/** The head of a list, half a sentence, a label: read with what stands beside it. */
const isContext = (text: string): boolean =>
  !/[.!?。！？…]["'”’」』)）\]】》]*$/u.test(text.trim());

/** Words of one letter, or one Han character, carry nothing. */
const telling = (text: string, language: Language): string[] =>
  words(text, language).filter(word => word.length > 1);

/**
 * The evidence, numbered again, without what shares no word or value with question and answer beyond the names of their
 * subjects; context stays, and so does all that a document has.
 */
export function withoutIdle(
  evidence: readonly Evidence[],
  { question, answer, language }: Pick<AnswerRow, "question" | "answer" | "language">,
): Evidence[] {
  const about = question.subjects
    .filter(subject => subject !== "")
    .reduce((text, subject) => text.replaceAll(subject, " "), `${answer}\n${question.question}`);
  const said = new Set(telling(about, language));
  const values = new Set(findValues(answer, language).map(({ canonical }) => canonical));
  const serves = ({ text }: Evidence): boolean =>
    isContext(text) ||
    telling(text, language).some(word => said.has(word)) ||
    findValues(text, language).some(({ canonical }) => values.has(canonical));
  const served = new Set(evidence.filter(serves).map(({ span }) => span.documentId));
  return evidence
    .filter(piece => serves(piece) || !served.has(piece.span.documentId))
    .map((piece, index) => ({ ...piece, number: index + 1 }));
}
