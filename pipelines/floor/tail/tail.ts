// The answerers of the tail's prompts: of all wings' separate ones, and of the one for all keys of a material.

import { referencesPrompt, refinementPrompt } from "../../../schemas/items/prompts.ts";
import { keysPrompt } from "../../../schemas/questions/prompts.ts";
import { type Answerer, answers } from "../answerer.ts";
import { keypointsAnswerer, keypointsOf } from "./tail-keypoints.ts";
import { keywordsAnswerer, keywordsOf } from "./tail-keywords.ts";
import { claimedSentences, isConclusion } from "./answer-claims.ts";
import { readSentences, sentencesFor } from "./sentence-support.ts";

/** For each claim of an answer the sentence of its document that says it. */
const referencesAnswerer = answers(
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

/** What was made by construction stands as it is. */
const refinementAnswerer = answers(refinementPrompt, ({ answer, cited }) => ({
  answer,
  sentences: cited.map(({ number }) => number),
  derivations: [],
  changes: [],
}));

const keysAnswerer = answers(keysPrompt, ({ documents, questions }, { language }) => {
  const shown = documents.flatMap(({ name, sentences }) =>
    sentences.map(sentence => ({ ...sentence, document: name })),
  );
  return {
    questions: questions.map(({ number, question, answer, sentences }) => {
      const evidence = shown.filter(sentence => sentences.includes(sentence.number));
      const asked = { question, answer, evidence };
      return {
        number,
        keypoints: keypointsOf(asked, language),
        unproved: "",
        ...keywordsOf(asked, language),
      };
    }),
  };
});

export const tailAnswerers: readonly Answerer[] = [
  referencesAnswerer,
  refinementAnswerer,
  keypointsAnswerer,
  keywordsAnswerer,
  keysAnswerer,
];
