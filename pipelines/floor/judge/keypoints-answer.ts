// Verdicts on keypoints by values, names and wording.

import { keypointVerdictsPrompt } from "../../../schemas/evaluation/prompts.ts";
import { answers } from "../answerer.ts";
import { judgeClaims } from "./claim-verdict.ts";
import { readAnswer } from "./read-answer.ts";

export const keypointVerdictsAnswerer = answers(
  keypointVerdictsPrompt,
  ({ question, answer, keypoints }, { language }) => {
    const verdicts = judgeClaims(
      keypoints.map(({ claim }) => claim),
      { question, answer: readAnswer(answer, language), language },
    );
    return {
      verdicts: verdicts.map((verdict, at) => ({ id: keypoints[at]?.id ?? "", ...verdict })),
    };
  },
);
