// The tail of a question that names a place: the whole of what stands there, as it stands there.

import {
  answerPrompt,
  keypointsPrompt,
  keywordsPrompt,
  referencesPrompt,
} from "../../../schemas/items/prompts.ts";
import { linesAt, type Place, placeAsked } from "../../text/pointed-places.ts";
import { readLines } from "../../text/stated-lines.ts";
import { type Answerer, answers } from "../answerer.ts";
import { say } from "../wording.ts";
import { placeOf } from "./cofe.ts";

const answer = answers(answerPrompt, ({ question, sentences }, { language }) => {
  const place = placeOf(question, sentences, language);
  return place && { answerable: true, answer: place.answer, sentences: [...place.sentences] };
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

export const placeAnswerers: readonly Answerer[] = [answer, references, keypoints, keywords];
