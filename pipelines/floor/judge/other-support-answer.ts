// Whether sentences of another document give an answer, too: only where they name whom the question is about.

import { otherSupportPrompt } from "../../../schemas/evaluation/prompts.ts";
import type { NumberedSentence } from "../../../schemas/items/prompts.ts";
import { eventKeys } from "../../text/event-keys.ts";
import { says } from "../../text/same-value.ts";
import { findValues } from "../../text/values.ts";
import { answers } from "../answerer.ts";
import { unitsOf } from "../tail/content-units.ts";
import { readSentences } from "../tail/sentence-support.ts";
import { judgeClaims } from "./claim-verdict.ts";
import { isCannotAnswer } from "./declining.ts";
import { clausesIn, readAnswer, shareIn, valuesAndUnits } from "./read-answer.ts";

type Language = "zh" | "en";

/** The share of the question's words that a sentence, with its document's name, must have. */
const ON_THE_MATTER = 0.6;

const words = {
  supports: {
    zh: "句子说的是同一对象，答案的数值和主要用词都在其中。",
    en: "The sentences are about the same subject and have the answer's values and most of its words.",
  },
  contradicts: {
    zh: "句子说的是同一对象，数值却不同。",
    en: "The sentences are about the same subject and have another value.",
  },
  neither: {
    zh: "没有一句说的是所问的对象和事情。",
    en: "No sentence speaks of the subject and matter asked about.",
  },
};

/** The sentences that speak of all whom and of most of what the question names, and of the days and numbers it says. */
function onTheMatter(
  question: string,
  sentences: readonly NumberedSentence[],
  language: Language,
): NumberedSentence[] {
  const names = eventKeys(question, language).flatMap(({ kind, key, text }) =>
    kind === "name" && !(language === "en" && question.startsWith(text)) ? [key] : [],
  );
  const { values, units } = valuesAndUnits(question, language);
  const read = readSentences(
    sentences.map(sentence => ({ ...sentence, text: `${sentence.document}: ${sentence.text}` })),
    language,
  );
  const fitting = read.filter(
    ({ folded, values: said, units: having }) =>
      names.every(name => folded.includes(name)) &&
      values.every(value => said.some(found => says(found, value))) &&
      shareIn(units, having) >= ON_THE_MATTER,
  );
  const numbers = new Set(fitting.map(({ number }) => number));
  return sentences.filter(({ number }) => numbers.has(number));
}

export const otherSupportAnswerer = answers(
  otherSupportPrompt,
  ({ question, answer, sentences }, { language }) => {
    const nothing = { sentences: [], reason: words.neither[language], verdict: "neither" as const };
    const fitting = onTheMatter(question, sentences, language);
    if (fitting.length === 0 || isCannotAnswer(answer, language)) return nothing;
    const claims = clausesIn(answer, language);
    // Values are said twice over by chance: one sentence must say them all.
    const values = findValues(answer, language).filter(({ kind }) => kind !== "ordinal");
    for (const { number, text } of fitting) {
      const verdicts = judgeClaims(claims, {
        question,
        answer: readAnswer(text, language),
        language,
      }).map(({ verdict }) => verdict);
      const said = findValues(text, language);
      const hasWords =
        shareIn(
          valuesAndUnits(answer, language).units,
          new Set([...unitsOf(text, language), ...unitsOf(question, language)]),
        ) >= ON_THE_MATTER;
      if (
        claims.length > 0 &&
        hasWords &&
        verdicts.every(verdict => verdict === "covered") &&
        values.every(value => said.some(found => says(found, value)))
      )
        return {
          sentences: [number],
          reason: words.supports[language],
          verdict: "supports" as const,
        };
      if (verdicts.includes("contradicted"))
        return {
          sentences: [number],
          reason: words.contradicts[language],
          verdict: "contradicts" as const,
        };
    }
    return nothing;
  },
);
