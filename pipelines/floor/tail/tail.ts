// The answerers of the tail's prompts: of all wings' separate ones, and of the one for all keys of a material.

import { keysPrompt } from "../../../schemas/questions/prompts.ts";
import { type Answerer, answers } from "../answerer.ts";
import { keypointsAnswerer, keypointsOf } from "./tail-keypoints.ts";
import { keywordsAnswerer, keywordsOf } from "./tail-keywords.ts";
import { referencesAnswerer, refinementAnswerer } from "./tail-references.ts";

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
