// Whether passages and answer speak to a question: by the words they share with it, and with one another.

import { relevancePrompt } from "../../../schemas/evaluation/prompts.ts";
import { says } from "../../text/same-value.ts";
import { answers } from "../answerer.ts";
import { unitsOf } from "../tail/content-units.ts";
import {
  type ReadAnswer,
  readAnswer,
  readPassages,
  shareIn,
  valuesAndUnits,
} from "./read-answer.ts";

/** The share of the question's words that a passage must have to be about its matter, and an answer by itself. */
const PASSAGE = 0.5;
const ANSWER = 0.3;

const words = {
  relevant: {
    zh: "回答和段落都与问题共有主要的词。",
    en: "Answer and passages share the question's main words.",
  },
  passages: {
    zh: "没有一段与问题共有主要的词。",
    en: "No passage shares the question's main words.",
  },
  answer: {
    zh: "回答与问题和相关段落没有足够共同的内容。",
    en: "The answer shares too little with the question and the passages on it.",
  },
};

/** A short answer ("in 2019") shares nothing with its question, but its values or words stand in a passage on the matter. */
function isToThePoint(
  { parts }: ReadAnswer,
  asked: ReadonlySet<string>,
  passages: readonly string[],
  language: "zh" | "en",
): boolean {
  const units = new Set(parts.flatMap(part => [...part.units]));
  if (parts.length > 0 && shareIn(asked, units) >= ANSWER) return true;
  const said = parts.map(({ text }) => valuesAndUnits(text, language));
  const sentences = readPassages(
    passages.map(text => ({ text })),
    language,
  );
  return said.some(({ values, units: own }) =>
    sentences.some(
      sentence =>
        values.every(value => sentence.values.some(found => says(found, value))) &&
        shareIn(own, sentence.units) >= PASSAGE &&
        values.length + own.size > 0,
    ),
  );
}

export const relevanceAnswerer = answers(
  relevancePrompt,
  ({ question, answer, passages }, { language }) => {
    const asked = valuesAndUnits(question, language).units;
    const onMatter = passages
      .map(({ text }) => text)
      .filter(text => shareIn(asked, unitsOf(text, language)) >= PASSAGE);
    if (onMatter.length === 0) return { reason: words.passages[language], relevant: false };
    const relevant = isToThePoint(readAnswer(answer, language), asked, onMatter, language);
    return { reason: words[relevant ? "relevant" : "answer"][language], relevant };
  },
);
