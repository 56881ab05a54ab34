// Every prompt that code answers, in the order of the wings.

import type { Answerer } from "./answerer.ts";
import { baselineAnswerers } from "./baseline/baseline.ts";
import { cofeAnswerers } from "./cofe/cofe.ts";
import { placeAnswerers } from "./cofe/place-answers.ts";
import { plantedErrors } from "./corrections/planted-errors.ts";
import { configAnswer } from "./documents/config-answer.ts";
import { judgeAnswerers } from "./judge/judge.ts";
import { familiesAnswerer } from "./questions/families.ts";
import { listsAnswerer } from "./questions/lists.ts";
import { initAnswerer } from "./questions/questions.ts";
import { familyAnswer } from "./documents/family-answer.ts";
import { sectionAnswer } from "./documents/section-answer.ts";
import { tailAnswerers } from "./tail/tail.ts";

/** What stands at a named place is answered as it stands; all else as ever, or not at all. */
const tailOfPlaces: readonly Answerer[] = placeAnswerers.map(own => {
  const general = tailAnswerers.find(({ prompt }) => prompt === own.prompt);
  return {
    prompt: own.prompt,
    answer: (variables, context) =>
      own.answer(variables, context) ?? general?.answer(variables, context),
  };
});

export const ruleAnswerers: readonly Answerer[] = [
  configAnswer,
  familyAnswer,
  sectionAnswer,
  initAnswerer,
  familiesAnswerer,
  listsAnswerer,
  plantedErrors,
  ...cofeAnswerers,
  ...tailAnswerers,
  // Later ones of the same prompt stand before earlier ones.
  ...tailOfPlaces,
  ...judgeAnswerers,
  ...baselineAnswerers,
];
