// Refinement: what was made by construction stands as it is.

import { refinementPrompt } from "../../../schemas/items/prompts.ts";
import { answers } from "../answerer.ts";

export const refinementAnswerer = answers(refinementPrompt, ({ answer, cited }) => ({
  answer,
  sentences: cited.map(({ number }) => number),
  derivations: [],
  changes: [],
}));
