// What rules asks of files: what stands on a label line or in the cell of a table, which is true because it is copied.

import { basename } from "node:path";
import { cofeQuestionsPrompt, reviewPrompt, titlePrompt } from "../../../schemas/cofe/prompts.ts";
import type { NumberedSentence } from "../../../schemas/items/prompts.ts";
import { askPlace } from "../../text/pointed-places.ts";
import { readLines } from "../../text/stated-lines.ts";
import { type Answerer, answers } from "../answerer.ts";
import type { AskedPlace, Source } from "./asked-place.ts";
import { labelPlaces } from "./label-places.ts";
import { tablePlaces } from "./table-places.ts";

/** All that can be asked of these sentences. */
export function placesIn(sentences: readonly NumberedSentence[], source: Source): AskedPlace[] {
  if (/[“”]/.test(source.title)) return [];
  const lines = readLines(sentences);
  return [...labelPlaces(lines, source), ...tablePlaces(lines, source)];
}

/** What these sentences answer a question of rules with; undefined for any other question. */
export const placeOf = (
  question: string,
  sentences: readonly NumberedSentence[],
  language: "zh" | "en",
): AskedPlace | undefined =>
  placesIn(sentences, { title: sentences[0]?.document ?? "", language }).find(
    ({ place }) => askPlace(place, language) === question,
  );

/** A file is called by its name, which names it alone. */
const titleAnswer = answers(titlePrompt, ({ file }) => ({ title: basename(file) }));

const questionsAnswer = answers(
  cofeQuestionsPrompt,
  ({ title, sentences, types }, { language, draw }) => {
    const places = types.includes("factual") ? placesIn(sentences, { title, language }) : [];
    const chosen = places.length === 0 ? undefined : places[draw(places.length)];
    if (chosen === undefined) return undefined;
    const factual = {
      question: askPlace(chosen.place, language),
      sentences: [...chosen.sentences],
    };
    return { factual, analytical: null, comparative: null, tutorial: null };
  },
);

/** Passes what rules made of these very sentences, found by making it once more; it judges nothing else. */
const reviewAnswer = answers(
  reviewPrompt,
  ({ question, answer, sentences, coarse, fine }, { language }) => {
    if (placeOf(question, sentences, language)?.answer !== answer) return undefined;
    const scores = { fluency: 5, accuracy: 5, relevance: 5, readability: 5, practicality: 5 };
    return {
      reason: "",
      clear: true,
      fitsType: true,
      inferable: true,
      coarse: coarse.map(() => true),
      fine: fine.map(() => true),
      ...scores,
    };
  },
);

export const cofeAnswerers: readonly Answerer[] = [titleAnswer, questionsAnswer, reviewAnswer];
