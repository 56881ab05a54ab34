// Verdicts on keypoints by values, names and words.

import { keypointVerdictsPrompt } from "../../../../schemas/evaluation/prompts.ts";
import { answers } from "../answerer.ts";
import { judgeClaim } from "./claim-verdict.ts";
import { readAnswer } from "./read-answer.ts";

export const keypointVerdictsAnswerer = answers(keypointVerdictsPrompt, ({ question, answer, keypoints }, { language }) => {
  const judging = { question, answer: readAnswer(answer, language), claims: keypoints.map(({ claim }) => claim), language };
  return { verdicts: keypoints.map(({ id, claim }) => ({ id, ...judgeClaim(claim, judging) })) };
});
