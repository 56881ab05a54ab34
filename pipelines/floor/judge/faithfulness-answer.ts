// Whether an answer's clauses stand in the passages: their values all, their words mostly in one stretch of them.

import { faithfulnessPrompt } from "../../../schemas/evaluation/prompts.ts";
import { says } from "../../text/same-value.ts";
import { answers } from "../answerer.ts";
import { unitsOf } from "../tail/content-units.ts";
import type { ReadSentence } from "../tail/sentence-support.ts";
import { readAnswer, readPassages, shareIn, valuesAndUnits } from "./read-answer.ts";

/** What share of a clause's words one passage must have. */
const SUPPORTED = 0.6;

const words = {
  faithful: {
    zh: "各句的数值和用词都能在段落中找到。",
    en: "The values and words of each clause are found in the passages.",
  },
  states: { zh: "回答没有作出任何说法。", en: "The answer states nothing." },
  unsupported: {
    zh: (clause: string) => `段落里找不到“${clause}”的依据。`,
    en: (clause: string) => `The passages do not support "${clause}".`,
  },
};

interface Read {
  readonly sentences: readonly ReadSentence[];
  readonly units: readonly ReadonlySet<string>[];
}

function isSupported(clause: string, { sentences, units }: Read, language: "zh" | "en"): boolean {
  const stated = valuesAndUnits(clause, language);
  return (
    stated.values.every(value =>
      sentences.some(sentence => sentence.values.some(found => says(found, value))),
    ) && units.some(having => shareIn(stated.units, having) >= SUPPORTED)
  );
}

export const faithfulnessAnswerer = answers(
  faithfulnessPrompt,
  ({ answer, passages }, { language }) => {
    const { parts } = readAnswer(answer, language);
    const read = {
      sentences: readPassages(passages, language),
      units: passages.map(({ text }) => unitsOf(text, language)),
    };
    const unsupported = parts
      .map(({ text }) => text)
      .filter(clause => !isSupported(clause, read, language));
    const [first] = unsupported;
    if (first !== undefined)
      return { unsupported, reason: words.unsupported[language](first), faithful: false };
    return {
      unsupported,
      reason: words[parts.length === 0 ? "states" : "faithful"][language],
      faithful: true,
    };
  },
);
