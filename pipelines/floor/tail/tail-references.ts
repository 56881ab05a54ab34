// For each claim of an answer the sentence of its document that says it; what was made by construction stands as it is.

import { referencesPrompt, refinementPrompt } from "../../../schemas/items/prompts.ts";
import { answers } from "../answerer.ts";
import { claimedSentences, isConclusion } from "./answer-claims.ts";
import { readSentences, sentencesFor } from "./sentence-support.ts";

export const referencesAnswerer = answers(
  referencesPrompt,
  ({ question, answer, sentences }, { language }) => {
    const read = readSentences(sentences, language);
    // A conclusion rests on what the other claims cite.
    const cited = claimedSentences(answer, language)
      .flatMap(({ text, claims }) => (isConclusion(text) ? [] : claims))
      .flatMap(claim => sentencesFor(claim, read, { question, answer, language }));
    return { sentences: [...new Set(cited.map(({ number }) => number))].sort((a, b) => a - b) };
  },
);

export const refinementAnswerer = answers(refinementPrompt, ({ answer, cited }) => ({
  answer,
  sentences: cited.map(({ number }) => number),
  derivations: [],
  changes: [],
}));
