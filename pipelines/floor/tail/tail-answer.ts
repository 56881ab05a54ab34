// Tells whether any sentence answers a question that was built to have no answer: it has the question's words and a value of the kind asked for.

import { answerabilityPrompt } from "../../../schemas/items/prompts.ts";
import { findValues } from "../../text/values.ts";
import { answers } from "../answerer.ts";
import { nameParts, namesDocument } from "./answer-claims.ts";
import { isWanted, wantedBy } from "./asked-value.ts";
import { shareCovered, tellingUnits, weigh } from "./content-units.ts";
import { readSentences } from "./sentence-support.ts";

/** What share of the question's telling words a sentence of its document needs. */
const ENOUGH = 0.62;

export const answerabilityAnswerer = answers(
  answerabilityPrompt,
  ({ question, sentences }, { language }) => {
    const read = readSentences(sentences, language);
    const named = read.filter(
      ({ document }) => document !== "" && namesDocument(question, document),
    );
    const names = named.flatMap(({ document }) => nameParts(document));
    const weights = weigh(
      tellingUnits(question, language, names),
      read.map(({ units }) => units),
    );
    // A word that no sentence has speaks against every one of them.
    const rare = Math.log(1 + Math.max(1, read.length));
    const sought = new Map([...weights].map(([unit, weight]) => [unit, weight || rare]));
    const wanted = wantedBy(question, language);
    const told = new Set(findValues(question, language).map(({ canonical }) => canonical));
    const answering = (named.length > 0 ? named : read).filter(
      ({ units, values }) =>
        shareCovered(sought, units) >= ENOUGH &&
        (wanted === "words"
          ? [...units].filter(unit => !sought.has(unit)).length > 1
          : values.some(value => isWanted(value, wanted) && !told.has(value.canonical))),
    );
    return {
      answerable: answering.length > 0,
      sentences: answering.slice(0, 3).map(({ number }) => number),
    };
  },
);
