// What rules asks of files: what stands on a label line or in the cell of a table, which is true because it is copied.

import { basename } from "node:path";
import { cofeQuestionsPrompt, reviewPrompt, titlePrompt } from "../../../schemas/cofe/prompts.ts";
import {
  answerPrompt,
  keypointsPrompt,
  keywordsPrompt,
  type NumberedSentence,
  referencesPrompt,
} from "../../../schemas/items/prompts.ts";
import { askPlace, linesAt, type Place, placeAsked } from "../../text/pointed-places.ts";
import { readLines } from "../../text/stated-lines.ts";
import { type Answerer, answers } from "../answerer.ts";
import { say } from "../wording.ts";
import { type AskedPlace, placesIn } from "./asked-places.ts";

/** What these sentences answer a question of rules with; undefined for any other question. */
const placeOf = (
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
    const factual = { question: askPlace(chosen.place, language), sentences: [chosen.sentence] };
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

const answer = answers(answerPrompt, ({ question, sentences }, { language }) => {
  const place = placeOf(question, sentences, language);
  return place && { answerable: true, answer: place.answer, sentences: [place.sentence] };
});

/** No other document says what stands in this one. */
const references = answers(
  referencesPrompt,
  ({ question }, { language }) => placeAsked(question, language) && { sentences: [] },
);

/** What a question on a place and its answer say together. */
function claimOf(place: Place, answer: string, language: "zh" | "en"): string {
  if (place.kind === "cell") return say("cell", language, { ...place, answer });
  const under = place.under === null ? "" : say("under", language, { under: place.under });
  return say("label-line", language, { ...place, under, answer });
}

const keypoints = answers(keypointsPrompt, ({ question, answer, evidence }, { language }) => {
  const place = placeAsked(question, language);
  return (
    place && {
      keypoints: [
        {
          claim: claimOf(place, answer, language),
          kind: "fact" as const,
          evidence: evidence.map(({ number }) => number),
        },
      ],
    }
  );
});

/** The label or row stands for the question; the answer's own line has its value. */
const keywords = answers(keywordsPrompt, ({ question, answer, evidence }, { language }) => {
  const place = placeAsked(question, language);
  if (place === undefined) return undefined;
  const cells = linesAt(place, readLines(evidence)).flatMap(line => line.cells);
  const wanted = place.kind === "label" ? place.label : place.column;
  const value = cells.find(({ header }) => header === wanted)?.value ?? answer;
  return place.kind === "label"
    ? { coarse: [place.label], fine: [[value]] }
    : { coarse: [place.row], fine: [[place.column, value]] };
});

/** Those of the tail answer what names a place, and nothing else. */
export const cofeAnswerers: readonly Answerer[] = [
  titleAnswer,
  questionsAnswer,
  reviewAnswer,
  answer,
  references,
  keypoints,
  keywords,
];
