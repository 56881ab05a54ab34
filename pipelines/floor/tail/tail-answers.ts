// The answerers of the final prompts: the separate ones of all wings, and the one for all keys of a material.

import type { Language } from "../../../schemas/items/item-types.ts";
import {
  keypointsPrompt,
  type KeypointReply,
  referencesPrompt,
  refinementPrompt,
} from "../../../schemas/items/prompts.ts";
import { keysPrompt } from "../../../schemas/questions/prompts.ts";
import { unsupportedValues } from "../../text/derivation.ts";
import { type Answerer, answererFor } from "../answerer.ts";
import { sortedUnique } from "../questions/construction.ts";
import { lowerFirst, fillPhrase, clausesAsSentence } from "../wording.ts";
import { sentencesWithClaims, isConclusion, namesDocument } from "./content-units.ts";
import { documentNamesOf, readSentences, sentencesFor } from "./sentence-support.ts";
import { type AnsweredQuestion, keywordsAnswerer, keywordsOf } from "./tail-keywords.ts";

/** Adds the subject to a claim that does not name it; a claim about several subjects needs none. */
function withSubject(claim: string, documents: readonly string[], language: Language): string {
  const [subject, ...otherDocuments] = documents;
  return subject === undefined || otherDocuments.length > 0 || namesDocument(claim, subject)
    ? claim
    : fillPhrase("claim-of", language, { subject, claim, low: lowerFirst(claim) });
}

/** Keypoints of an answer: facts as stated; conclusions and computed results rest on all preceding claims. */
export function keypointsOf(
  { question, answer, evidence }: AnsweredQuestion,
  language: Language,
): KeypointReply[] {
  const sentences = readSentences(evidence, language);
  const documents = documentNamesOf(evidence);
  const knownTexts = [...evidence.map(({ text }) => text), question];
  const claims = sentencesWithClaims(answer, language).flatMap(sentence => sentence.claims);
  return (claims.length > 0 ? claims : [answer]).map(text => {
    const kind = isConclusion(text)
      ? ("conclusion" as const)
      : unsupportedValues(text, knownTexts, [], language).length > 0
        ? ("inference" as const)
        : ("fact" as const);
    const supporting =
      kind === "fact"
        ? sentencesFor(text, sentences, { question, answer, language, areEvidence: true })
        : evidence;
    return {
      claim: clausesAsSentence([withSubject(text, documents, language)], language),
      kind,
      evidence: supporting.map(({ number }) => number),
    };
  });
}

const keypointsAnswerer = answererFor(keypointsPrompt, (variables, { language }) => ({
  keypoints: keypointsOf(variables, language),
}));

/** For each claim of an answer, the sentence of its document that states it. */
const referencesAnswerer = answererFor(
  referencesPrompt,
  ({ question, answer, sentences }, { language }) => {
    const parsedSentences = readSentences(sentences, language);
    // A conclusion rests on what the other claims cite.
    const cited = sentencesWithClaims(answer, language)
      .flatMap(({ text, claims }) => (isConclusion(text) ? [] : claims))
      .flatMap(claim =>
        sentencesFor(claim, parsedSentences, { question, answer, language, areEvidence: false }),
      );
    return { sentences: sortedUnique(cited.map(({ number }) => number)) };
  },
);

/** Answers made by construction are left unchanged. */
const refinementAnswerer = answererFor(refinementPrompt, ({ answer, cited }) => ({
  answer,
  sentences: cited.map(({ number }) => number),
  derivations: [],
  changes: [],
}));

/** The review of an item that no reader reviewed: without faults and ratings. */
export const emptyReview = {
  unproved: "",
  idle: [],
  faults: [],
  why: "",
  right: null,
  worth: null,
};

const keysAnswerer = answererFor(keysPrompt, ({ items }, { language }) => ({
  items: items.map(({ number, question, answer, lines: evidence }) => {
    const answeredQuestion = { question, answer, evidence };
    return {
      number,
      keypoints: keypointsOf(answeredQuestion, language),
      ...keywordsOf(answeredQuestion, language),
      ...emptyReview,
    };
  }),
}));

export const tailAnswerers: readonly Answerer[] = [
  referencesAnswerer,
  refinementAnswerer,
  keypointsAnswerer,
  keywordsAnswerer,
  keysAnswerer,
];
