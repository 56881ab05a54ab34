// The answerers of the tail's prompts.

import type { Answerer } from "../answerer.ts";
import { answerabilityAnswerer } from "./tail-answer.ts";
import { keypointsAnswerer } from "./tail-keypoints.ts";
import { keywordsAnswerer } from "./tail-keywords.ts";
import { referencesAnswerer } from "./tail-references.ts";
import { refinementAnswerer } from "./tail-refinement.ts";

/** References, refinement, answerability, keypoints and keywords, in both languages. */
export const tailAnswerers: readonly Answerer[] = [
  referencesAnswerer,
  refinementAnswerer,
  answerabilityAnswerer,
  keypointsAnswerer,
  keywordsAnswerer,
];
