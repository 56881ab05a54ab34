// Leaves out references that are unrelated to the question and the answer.

import type { AnswerRow, Evidence } from "../../schemas/items/records.ts";
import { searchTokens } from "../text/segment.ts";
import { findValues } from "../text/values.ts";

type Language = AnswerRow["language"];

/** Whether a text is only context (the head of a list, half a sentence, a label), read with its neighbours. */
const isContext = (text: string): boolean =>
  !/[.!?。！？…]["'”’」』)）\]】》]*$/u.test(text.trim());

/** Words of more than one letter or Han character; shorter ones carry no meaning. */
export const meaningfulWords = (text: string, language: Language): string[] =>
  searchTokens(text, language).filter(word => word.length > 1);

/**
 * The evidence, renumbered, without pieces whose only words or values in common with the question and the answer are
 * subject names. Context stays, as does all of a document's evidence if none of it would otherwise remain.
 */
export function dropUnrelatedEvidence(
  evidence: readonly Evidence[],
  { question, answer, language }: Pick<AnswerRow, "question" | "answer" | "language">,
): Evidence[] {
  const aboutText = question.subjects
    .filter(subject => subject !== "")
    .reduce((text, subject) => text.replaceAll(subject, " "), `${answer}\n${question.question}`);
  const aboutWords = new Set(meaningfulWords(aboutText, language));
  const answerValues = new Set(findValues(answer).map(({ canonical }) => canonical));
  const isRelevant = ({ text }: Evidence): boolean =>
    isContext(text) ||
    meaningfulWords(text, language).some(word => aboutWords.has(word)) ||
    findValues(text).some(({ canonical }) => answerValues.has(canonical));
  const relevantIds = new Set(evidence.filter(isRelevant).map(({ span }) => span.documentId));
  return evidence
    .filter(piece => isRelevant(piece) || !relevantIds.has(piece.span.documentId))
    .map((piece, index) => ({ ...piece, number: index + 1 }));
}
