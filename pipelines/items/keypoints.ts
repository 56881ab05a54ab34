// Splits each answer into claims that a judge can score one by one, with the evidence each rests on.

import { keypointsPrompt } from "../../schemas/items/prompts.ts";
import { answers, keypoints } from "../../schemas/items/records.ts";
import { isReverse } from "../../schemas/items/item-types.ts";
import { defineStage, made } from "../engine/stage.ts";
import { keypointsProblem, toKeypoints } from "./keypoint-claims.ts";
import { shownEvidence } from "./numbered.ts";

const cannotAnswer = {
  zh: (question: string) => `现有文档无法回答“${question}”。`,
  en: (question: string) => `The documents do not answer the question "${question}".`,
};

export const keypointsStage = defineStage({
  name: "items/keypoints",
  module: import.meta.filename,
  prompts: [keypointsPrompt],
  over: answers,
  writes: keypoints,
  async each(answer, { ask }) {
    const { question, answer: text, evidence, language } = answer;
    // Nothing is left to a model here, so none is paid for it.
    if (question.type === "unanswerable")
      return made(
        toKeypoints(answer, [
          { claim: cannotAnswer[language](question.question), kind: "conclusion", evidence: [] },
        ]),
      );
    if (isReverse(question.type))
      return made(
        toKeypoints(
          answer,
          answer.facts.map(fact => ({ ...fact, kind: "fact" })),
        ),
      );
    const variables = {
      type: question.type,
      question: question.question,
      answer: text,
      evidence: shownEvidence(question, evidence),
    };
    const reply = await ask(keypointsPrompt, language, variables, {
      check: ({ keypoints }) => keypointsProblem(answer, keypoints),
    });
    return made(toKeypoints(answer, reply.keypoints));
  },
});
