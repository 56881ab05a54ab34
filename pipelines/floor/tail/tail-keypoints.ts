// Splits an answer into claims that are true or false on their own, each with its kind and its evidence.

import {
  keypointsPrompt,
  type KeypointReply,
  type NumberedSentence,
} from "../../../schemas/items/prompts.ts";
import { unsupportedValues } from "../../text/derivation.ts";
import { answers } from "../answerer.ts";
import { asSentence, lowerFirst } from "../questions/phrase.ts";
import { say } from "../wording.ts";
import { claimedSentences, isConclusion, namesDocument } from "./answer-claims.ts";
import { readSentences, sentencesFor } from "./sentence-support.ts";

type Language = "zh" | "en";

export interface Answered {
  readonly question: string;
  readonly answer: string;
  readonly evidence: readonly NumberedSentence[];
}

/** A claim that does not name its subject is given it; one about several subjects needs none. */
function withSubject(claim: string, documents: readonly string[], language: Language): string {
  const [subject, ...more] = documents;
  if (
    subject === undefined ||
    more.length > 0 ||
    documents.some(name => namesDocument(claim, name))
  )
    return claim;
  return say("claim-of", language, { subject, claim, low: lowerFirst(claim) });
}

/** Facts as stated; what follows from the claims before it is concluded, or computed, and rests on all of them together. */
export function keypointsOf(
  { question, answer, evidence }: Answered,
  language: Language,
): KeypointReply[] {
  const sentences = readSentences(evidence, language);
  const documents = [...new Set(evidence.map(({ document }) => document))].filter(
    name => name !== "",
  );
  const known = [...evidence.map(({ text }) => text), question];
  const claims = claimedSentences(answer, language).flatMap(sentence => sentence.claims);
  return (claims.length > 0 ? claims : [answer]).map(text => {
    const kind = isConclusion(text)
      ? ("conclusion" as const)
      : unsupportedValues(text, known, [], language).length > 0
        ? ("inference" as const)
        : ("fact" as const);
    const rests =
      kind === "fact" ? sentencesFor(text, sentences, { question, answer, language }) : evidence;
    return {
      claim: asSentence(
        `${withSubject(text, documents, language)}${language === "zh" ? "。" : "."}`,
      ),
      kind,
      evidence: rests.map(({ number }) => number),
    };
  });
}

export const keypointsAnswerer = answers(keypointsPrompt, (variables, { language }) => ({
  keypoints: keypointsOf(variables, language),
}));
