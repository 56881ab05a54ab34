// Splits each answer into claims that a judge can score one by one, with the evidence for each.

import { splitCorrection } from "../../schemas/items/correction-text.ts";
import { type KeypointReply, keypointsPrompt } from "../../schemas/items/prompts.ts";
import { type AnswerRow, answers, keypoints } from "../../schemas/items/records.ts";
import { isReverse } from "../../schemas/items/item-types.ts";
import { defineStage, made } from "../engine/stage.ts";
import { splitSentences } from "../text/sentences.ts";
import { keypointsProblem, toKeypoints } from "./keypoint-claims.ts";
import { toShownEvidence } from "./numbered-sentences.ts";

const cannotAnswer = {
  zh: (question: string) => `现有文档无法回答“${question}”。`,
  en: (question: string) => `The documents do not answer the question "${question}".`,
};

/** For a correction: the sentences that differ from the text with errors, if all are in the evidence. */
function correctionKeypoints({ question, answer, evidence, language }: AnswerRow): KeypointReply[] {
  if (question.type !== "correction") return [];
  const { continuation } = splitCorrection(question.question);
  const correctedTexts = splitSentences(answer, language).filter(
    ({ text }) => !continuation.includes(text),
  );
  const keypointReplies = correctedTexts.map(({ text }) => ({
    claim: text,
    kind: "fact" as const,
    evidence: evidence.flatMap(piece => (piece.text.includes(text) ? piece.number : [])),
  }));
  return keypointReplies.every(({ evidence: numbers }) => numbers.length > 0)
    ? keypointReplies
    : [];
}

export const keypointsStage = defineStage({
  name: "items/keypoints",
  module: import.meta.filename,
  prompts: [keypointsPrompt],
  over: answers,
  writes: keypoints,
  async each(answer, { ask }) {
    const { question, answer: text, evidence, language } = answer;
    // The only keypoint is already known, so no model is called.
    if (question.type === "unanswerable")
      return made(
        toKeypoints(answer, [
          { claim: cannotAnswer[language](question.question), kind: "conclusion", evidence: [] },
        ]),
      );
    if (isReverse(question.type) || answer.facts.length > 0) {
      const points = toKeypoints(
        answer,
        answer.facts.map(fact => ({ ...fact, kind: "fact" })),
      );
      // One place is enough as evidence, but a keypoint keeps all places that the question's author named.
      const spansByClaim = new Map(question.claims?.map(({ claim, spans }) => [claim, spans]));
      return made(
        points.map(point => ({ ...point, spans: spansByClaim.get(point.claim) ?? point.spans })),
      );
    }
    const correctedKeypoints = correctionKeypoints(answer);
    if (correctedKeypoints.length > 0) return made(toKeypoints(answer, correctedKeypoints));
    const variables = {
      type: question.type,
      question: question.question,
      answer: text,
      evidence: toShownEvidence(question, evidence),
    };
    const reply = await ask(keypointsPrompt, language, variables, {
      check: ({ keypoints }) => keypointsProblem(answer, keypoints),
    });
    return made(toKeypoints(answer, reply.keypoints));
  },
});
