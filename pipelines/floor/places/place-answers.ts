// Questions of `rules` about documents without known facts: they ask for values of label lines and table cells, which are correct because they are copied.

import type { Language } from "../../../schemas/items/item-types.ts";
import { basename } from "node:path";
import { titlePrompt } from "../../../schemas/cofe/prompts.ts";
import { type NumberedSentence, referencesPrompt } from "../../../schemas/items/prompts.ts";
import {
  type CandidateReply,
  initPrompt,
  keysPrompt,
  type ShownDocument,
} from "../../../schemas/questions/prompts.ts";
import {
  questionAbout,
  linesAt,
  type NamedPlace,
  placeInQuestion,
} from "../../text/place-questions.ts";
import { shuffle } from "../../text/random.ts";
import { readLines } from "../../text/stated-lines.ts";
import { type Answerer, answererFor } from "../answerer.ts";
import { emptyReview } from "../tail/tail-answers.ts";
import { fillPhrase } from "../wording.ts";
import { type AskablePlace, placesIn } from "./askable-places.ts";

/** The title of a file is its name, which is unique. */
const titleAnswer = answererFor(titlePrompt, ({ file }) => ({ title: basename(file) }));

const toCandidate = (
  { place, answer, sentence }: AskablePlace,
  language: Language,
): CandidateReply => ({
  type: "factual",
  asker: "",
  question: questionAbout(place, language),
  answer,
  sentences: [sentence],
  derivations: [],
  worth: 1,
});

/** Asks the requested number of factual questions about one document; declines if it has no places to ask about. */
const initAnswer = answererFor(
  initPrompt,
  ({ documents: [document, ...others], facts, wanted }, { language, draw }) => {
    const count = wanted.find(({ type }) => type === "factual")?.count ?? 0;
    if (document === undefined || others.length + facts.length > 0) return undefined;
    const places = placesIn(sentencesOf(document), { title: document.name, language });
    const chosen = shuffle(draw, places).slice(0, count);
    return chosen.length > 0
      ? { brief: null, candidates: chosen.map(place => toCandidate(place, language)) }
      : undefined;
  },
);

const sentencesOf = ({ name, sentences }: ShownDocument): NumberedSentence[] =>
  sentences.map(sentence => ({ ...sentence, document: name }));

function claimOf(place: NamedPlace, answer: string, language: Language): string {
  if (place.kind === "cell") return fillPhrase("cell", language, { ...place, answer });
  const under = place.under === null ? "" : fillPhrase("under", language, { under: place.under });
  return fillPhrase("label-line", language, { ...place, under, answer });
}

/** Keywords: the label or the row from the question; the value from the answer's line. */
function keywordsOf(place: NamedPlace, answer: string, evidence: readonly NumberedSentence[]) {
  const cells = linesAt(place, readLines(evidence)).flatMap(line => line.cells);
  const soughtHeader = place.kind === "label" ? place.label : place.column;
  const value = cells.find(({ header }) => header === soughtHeader)?.value ?? answer;
  return place.kind === "label"
    ? { coarse: [place.label], fine: [[value]] }
    : { coarse: [place.row], fine: [[place.column, value]] };
}

/** Keys of questions that name places; declines all others. */
const keysAnswer = answererFor(keysPrompt, ({ items }, { language }) => {
  const keys = items.flatMap(({ number, question, answer, lines }) => {
    const place = placeInQuestion(question, language);
    const claim = place && claimOf(place, answer, language);
    const evidence = lines.map(line => line.number);
    return place && claim !== undefined
      ? {
          number,
          keypoints: [{ claim, kind: "fact" as const, evidence }],
          ...keywordsOf(place, answer, lines),
          ...emptyReview,
        }
      : [];
  });
  return keys.length === items.length ? { items: keys } : undefined;
});

/** References: only the document itself states the value. */
const referencesAnswer = answererFor(
  referencesPrompt,
  ({ question }, { language }) => placeInQuestion(question, language) && { sentences: [] },
);

/** All answerers for places; for prompts shared with other answerers, they decline questions that name no place. */
export const placeAnswerers: readonly Answerer[] = [
  titleAnswer,
  initAnswer,
  keysAnswer,
  referencesAnswer,
];
