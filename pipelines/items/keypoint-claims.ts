// Checks a list of keypoints against the answer that it splits, and turns it into rows.

import type { KeypointReply } from "../../schemas/items/prompts.ts";
import type { AnswerRow, KeypointRow } from "../../schemas/items/records.ts";
import { questionTypeNames, questionTypes } from "../../schemas/items/question-types.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { findValues, isCount } from "../text/values.ts";
import { unknownSentencesProblem } from "./numbered-sentences.ts";

const typesWithConclusion = new Set<string>(
  questionTypeNames.filter(type => questionTypes[type].conclusion),
);

const missingConclusion = {
  zh: '要有一条要点是结论（kind 为 "conclusion"）。',
  en: 'One keypoint must be the conclusion (kind "conclusion").',
};
const missingClaim = { zh: "每条要点都要写明 claim。", en: "Every keypoint needs its claim." };

/** Everything that is wrong with a list of keypoints, in words for the model. */
export function keypointsProblem(
  { question, answer, evidence, derivations, language }: AnswerRow,
  replies: readonly KeypointReply[],
): string | undefined {
  const unknownNumbers = unknownSentencesProblem(
    replies.flatMap(reply => reply.evidence),
    evidence,
    language,
  );
  const lacksConclusion =
    typesWithConclusion.has(question.type) && !replies.some(({ kind }) => kind === "conclusion");
  // A self-contained claim may name its document, whose title may have a year in it.
  const sources = [
    answer,
    question.question,
    ...question.subjects,
    ...evidence.map(({ text }) => text),
  ];
  // "The second objection": claims may number what the answer lists.
  const isPositionInList = (value: string) =>
    findValues(value).every(
      ({ kind, canonical }) => kind === "ordinal" && Number(canonical) <= replies.length,
    );
  const inventedValues = replies.flatMap(({ claim }) =>
    unsupportedValues(claim, sources, derivations, language).filter(
      value => !isCount(value) && !isPositionInList(value),
    ),
  );
  const problems = [
    unknownNumbers ?? [],
    lacksConclusion ? missingConclusion[language] : [],
    replies.some(({ claim }) => claim.trim() === "") ? missingClaim[language] : [],
    inventedValues.length > 0
      ? {
          zh: `答案里没有说到${[...new Set(inventedValues)].join("、")}。`,
          en: `The answer does not say ${[...new Set(inventedValues)].join(", ")}.`,
        }[language]
      : [],
  ].flat();
  return problems.length > 0 ? problems.join("\n") : undefined;
}

/** Drops repeated claims, which would count twice towards completeness. */
function dropRepeats(replies: readonly KeypointReply[]): KeypointReply[] {
  const seenClaims = new Set<string>();
  return replies.filter(
    ({ claim }) => !seenClaims.has(claim.trim()) && seenClaims.add(claim.trim()),
  );
}

/** The rows of an answer's keypoints. */
export function toKeypoints(answer: AnswerRow, replies: readonly KeypointReply[]): KeypointRow[] {
  const spanOf = new Map(answer.evidence.map(({ number, span }) => [number, span]));
  return dropRepeats(replies).map(({ claim, kind, evidence }, index) => ({
    id: `${answer.id}/k${index + 1}`,
    answerId: answer.id,
    language: answer.language,
    kind,
    claim: claim.trim(),
    spans: [...new Set(evidence)].flatMap(number => spanOf.get(number) ?? []),
  }));
}
