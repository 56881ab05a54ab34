// Splits an answer into claims that are true or false on their own, each with its kind and its evidence.

import { keypointsPrompt, type KeypointReply } from "../../../schemas/items/prompts.ts";
import { unsupportedValues } from "../../text/derivation.ts";
import { claimedSentences, isConclusion, namesDocument } from "./answer-claims.ts";
import { answers } from "../answerer.ts";
import { asSentence, lowerFirst } from "../questions/phrase.ts";
import { readClaim, readSentences } from "./sentence-support.ts";
import { sentencesFor } from "./tail-references.ts";

type Language = "zh" | "en";
type Kind = KeypointReply["kind"];

/** A claim that does not name its subject is given it; one about several subjects needs none. */
function withSubject(claim: string, documents: readonly string[], language: Language): string {
  const [subject, ...more] = documents;
  if (
    subject === undefined ||
    more.length > 0 ||
    documents.some(name => namesDocument(claim, name))
  )
    return claim;
  return language === "zh" ? `就${subject}而言，${claim}` : `For ${subject}, ${lowerFirst(claim)}`;
}

const stop = (claim: string, language: Language): string =>
  asSentence(`${claim}${language === "zh" ? "。" : "."}`);

/** Computed, concluded from what was said before it, or stated. */
function kindOf(claim: string, evidence: readonly string[], language: Language): Kind {
  if (unsupportedValues(claim, evidence, [], language).length > 0) return "inference";
  return isConclusion(claim) ? "conclusion" : "fact";
}

/** A comparison and a sequence have a conclusion, come what may: where no claim reads like one, the last is it. */
function withConclusion(keypoints: KeypointReply[], type: string): KeypointReply[] {
  if (
    (type !== "comparison" && type !== "time-sequence") ||
    keypoints.some(({ kind }) => kind === "conclusion")
  )
    return keypoints;
  return keypoints.map((keypoint, at) =>
    at === keypoints.length - 1 ? { ...keypoint, kind: "conclusion" as const } : keypoint,
  );
}

export const keypointsAnswerer = answers(
  keypointsPrompt,
  ({ type, question, answer, evidence }, { language }) => {
    const sentences = readSentences(evidence, language);
    const documents = [...new Set(evidence.map(({ document }) => document))].filter(
      name => name !== "",
    );
    const texts = evidence.map(({ text }) => text);
    const all = evidence.map(({ number }) => number);
    const claims = claimedSentences(answer, language).flatMap(sentence => sentence.claims);
    const keypoints = (claims.length > 0 ? claims : [answer]).map(text => {
      const claim = stop(withSubject(text, documents, language), language);
      const kind = kindOf(text, [...texts, question], language);
      // What is concluded or computed rests on all facts together.
      return {
        claim,
        kind,
        evidence:
          kind === "fact"
            ? sentencesFor(
                readClaim(text, sentences, { language, question, answer }),
                sentences,
                language,
              ).map(({ number }) => number)
            : all,
      };
    });
    return { keypoints: withConclusion(keypoints, type) };
  },
);
