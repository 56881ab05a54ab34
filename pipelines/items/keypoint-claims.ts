// Checks a list of keypoints against the answer it splits, and turns it into rows.

import type { KeypointReply } from "../../schemas/items/prompts.ts";
import type { AnswerRow, KeypointRow } from "../../schemas/items/records.ts";
import { questionTypeNames, questionTypes } from "../../schemas/items/question-types.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { findValues, isCount } from "../text/values.ts";
import { unknownSentences } from "./numbered-sentences.ts";

const needsConclusion = new Set<string>(
  questionTypeNames.filter(type => questionTypes[type].conclusion),
);

const needsItsConclusion = {
  zh: '要有一条要点是结论（kind 为 "conclusion"）。',
  en: 'One keypoint must be the conclusion (kind "conclusion").',
};
const needsClaim = { zh: "每条要点都要写明 claim。", en: "Every keypoint needs its claim." };

/** Everything that is wrong with a list of keypoints, in words for the model. */
export function keypointsProblem(
  { question, answer, evidence, derivations, language }: AnswerRow,
  replies: readonly KeypointReply[],
): string | undefined {
  const unknown = unknownSentences(
    replies.flatMap(reply => reply.evidence),
    evidence,
    language,
  );
  const lacksConclusion =
    needsConclusion.has(question.type) && !replies.some(({ kind }) => kind === "conclusion");
  // A self-contained claim may name its document, whose title may have a year in it.
  const known = [
    answer,
    question.question,
    ...question.subjects,
    ...evidence.map(({ text }) => text),
  ];
  // "The second objection": claims may number what the answer lists.
  const isOrder = (value: string) =>
    findValues(value).every(
      ({ kind, canonical }) => kind === "ordinal" && Number(canonical) <= replies.length,
    );
  const invented = replies.flatMap(({ claim }) =>
    unsupportedValues(claim, known, derivations, language).filter(
      value => !isCount(value) && !isOrder(value),
    ),
  );
  const problems = [
    unknown ?? [],
    lacksConclusion ? needsItsConclusion[language] : [],
    replies.some(({ claim }) => claim.trim() === "") ? needsClaim[language] : [],
    invented.length > 0
      ? {
          zh: `答案里没有说到${[...new Set(invented)].join("、")}。`,
          en: `The answer does not say ${[...new Set(invented)].join(", ")}.`,
        }[language]
      : [],
  ].flat();
  return problems.length > 0 ? problems.join("\n") : undefined;
}

// A repeated claim would count twice towards completeness; the first one is kept.
function distinct(replies: readonly KeypointReply[]): KeypointReply[] {
  const seen = new Set<string>();
  return replies.filter(({ claim }) => !seen.has(claim.trim()) && seen.add(claim.trim()));
}

export function toKeypoints(answer: AnswerRow, replies: readonly KeypointReply[]): KeypointRow[] {
  const spanOf = new Map(answer.evidence.map(({ number, span }) => [number, span]));
  return distinct(replies).map(({ claim, kind, evidence }, index) => ({
    id: `${answer.id}/k${index + 1}`,
    answerId: answer.id,
    language: answer.language,
    kind,
    claim: claim.trim(),
    spans: [...new Set(evidence)].flatMap(number => spanOf.get(number) ?? []),
  }));
}
