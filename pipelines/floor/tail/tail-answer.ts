// Tells whether any sentence answers a question that was built to have no answer.

import { answerabilityPrompt } from "../../../schemas/items/prompts.ts";
import { answers } from "../answerer.ts";
import { matchQuestion } from "./question-match.ts";

/** What share of the question's words a sentence needs, and needs around its value. */
const LEAST = { share: 0.62, near: 0.52 };

export const answerabilityAnswerer = answers(
  answerabilityPrompt,
  ({ question, sentences }, { language }) => {
    const certain = matchQuestion(question, sentences, language).filter(
      ({ share, near }) => share >= LEAST.share && near >= LEAST.near,
    );
    return {
      answerable: certain.length > 0,
      sentences: certain.slice(0, 3).map(({ sentence }) => sentence.number),
    };
  },
);
