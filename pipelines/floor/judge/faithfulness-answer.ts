// Whether an answer's clauses stand in the passages: their values all, their words mostly in one of them.

import { faithfulnessPrompt } from "../../../schemas/evaluation/prompts.ts";
import { says } from "../../text/same-value.ts";
import { answers } from "../answerer.ts";
import { say } from "../wording.ts";
import { unitsOf } from "../tail/content-units.ts";
import { readAnswer, readClauses, shareIn } from "./read-answer.ts";

/** What share of a clause's words one passage must have. */
const SUPPORTED = 0.6;

export const faithfulnessAnswerer = answers(
  faithfulnessPrompt,
  ({ answer, passages }, { language }) => {
    const texts = passages.map(({ text }) => text);
    const { parts } = readAnswer(answer, language);
    const shown = readClauses(texts, language).flatMap(({ values }) => values);
    const units = texts.map(text => unitsOf(text, language));
    const unsupported = parts
      .filter(
        ({ values, units: own }) =>
          !values.every(value => value.kind === "ordinal" || shown.some(one => says(one, value))) ||
          !units.some(having => shareIn(own, having) >= SUPPORTED),
      )
      .map(({ text }) => text);
    const [clause] = unsupported;
    const supported = parts.length === 0 ? "states-nothing" : "supported";
    const reason = say(clause ? "unsupported" : supported, language, { clause: clause ?? "" });
    return { unsupported, reason, faithful: clause === undefined };
  },
);
