// Whether an answer's clauses stand in the passages: their values all, their words mostly in one of them.

import { faithfulnessPrompt } from "../../../schemas/evaluation/prompts.ts";
import { says } from "../../text/same-value.ts";
import { answers } from "../answerer.ts";
import { unitsOf } from "../tail/content-units.ts";
import { readAnswer, readClauses, shareIn } from "./read-answer.ts";

/** What share of a clause's words one passage must have. */
const SUPPORTED = 0.6;

const reasons = {
  zh: {
    faithful: "各句的数值和用词都能在段落中找到。",
    silent: "回答没有作出任何说法。",
    unsupported: (clause: string) => `段落里找不到“${clause}”的依据。`,
  },
  en: {
    faithful: "The values and words of each clause are found in the passages.",
    silent: "The answer states nothing.",
    unsupported: (clause: string) => `The passages do not support "${clause}".`,
  },
};

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
    const [first] = unsupported;
    const said = reasons[language];
    if (first !== undefined)
      return { unsupported, reason: said.unsupported(first), faithful: false };
    const reason = parts.length === 0 ? said.silent : said.faithful;
    return { unsupported, reason, faithful: true };
  },
);
