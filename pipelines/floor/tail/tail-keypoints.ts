// Splits an answer into claims that are true or false on their own, each with its kind and its evidence.

import { keypointsPrompt, type KeypointReply } from "../../../schemas/items/prompts.ts";
import { unsupportedValues } from "../../text/derivation.ts";
import { claimedSentences, namesDocument, withoutNames } from "./answer-claims.ts";
import { answers } from "../answerer.ts";
import { isConclusive } from "./claim-kinds.ts";
import { asSentence, lowerFirst } from "../questions/phrase.ts";
import {
  readClaim,
  readSentences,
  saysFor,
  supportOf,
  type ClaimContext,
  type ReadSentence,
} from "./sentence-support.ts";
import { isUnanswerable } from "./tail-references.ts";

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
  const name = subject.replace(/_/g, language === "zh" ? "" : ", ");
  if (language === "en")
    return /^its\s/i.test(claim)
      ? `${name}'s ${claim.slice(4)}`
      : `For ${name}, ${lowerFirst(claim)}`;
  // 其余, 其他, 其中 and the like are words of their own, and so are 公司债券 and 公司章程.
  const bare = claim
    .replace(/^(?:其(?![余他它中间次实])|该公司|该案|该患者|本公司|公司(?!债|章程))的?/, "")
    .replace(/^因此/, "");
  if (/^(?:由|按|从|在|关于|根据|就)/.test(bare)) return `就${name}而言，${bare}`;
  return bare.includes("的") && /^[^，为是]*的/.test(bare) ? `${name}${bare}` : `${name}的${bare}`;
}

const stop = (claim: string, language: Language): string =>
  asSentence(`${claim}${language === "zh" ? "。" : "."}`);

function kindOf(
  claim: string,
  type: string,
  {
    evidence,
    documents,
    language,
  }: { evidence: readonly string[]; documents: readonly string[]; language: Language },
): Kind {
  const unnamed = withoutNames(claim, documents);
  const compares = type === "comparison" || type === "time-sequence";
  const computed = unsupportedValues(claim, evidence, [], language).length > 0;
  if (compares && !computed && isConclusive(unnamed, language)) return "conclusion";
  return computed ? "inference" : "fact";
}

/** The evidence that says the claim's values; where it has none, what shares most of its words. */
function evidenceFor(
  text: string,
  sentences: readonly ReadSentence[],
  asked: ClaimContext,
): number[] {
  const claim = readClaim(text, sentences, asked);
  const able = sentences.filter(sentence => supportOf(claim, sentence) >= 0);
  const saying = able.filter(sentence =>
    claim.values.some(value => saysFor(claim, sentence, value)),
  );
  if (saying.length > 0)
    return needed(
      claim.values.length,
      saying.map(sentence => ({ sentence, support: supportOf(claim, sentence) })),
    );
  const ranked = able
    .map(sentence => ({ sentence, support: supportOf(claim, sentence) }))
    .filter(({ support }) => support > 0.3)
    .sort((a, b) => b.support - a.support);
  return ranked.slice(0, 1).map(({ sentence }) => sentence.number);
}

// One sentence that says all is enough; else all that say a part.
function needed(
  values: number,
  saying: readonly { sentence: ReadSentence; support: number }[],
): number[] {
  const best = [...saying].sort((a, b) => b.support - a.support)[0];
  if (best !== undefined && best.support >= values) return [best.sentence.number];
  return saying.map(({ sentence }) => sentence.number);
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

const cannotSay = (question: string, language: Language): KeypointReply => ({
  claim:
    language === "zh"
      ? `现有文件无法回答“${question}”这一问题。`
      : `The documents do not answer the question "${question}"`,
  kind: "conclusion",
  evidence: [],
});

export const keypointsAnswerer = answers(
  keypointsPrompt,
  ({ type, question, answer, evidence }, { language }) => {
    if (type === "unanswerable" || isUnanswerable(answer, language))
      return { keypoints: [cannotSay(question, language)] };
    const sentences = readSentences(evidence, language);
    const documents = [...new Set(evidence.map(({ document }) => document))].filter(
      name => name !== "",
    );
    const texts = evidence.map(({ text }) => text);
    const all = evidence.map(({ number }) => number);
    const claims = claimedSentences(answer, language).flatMap(sentence => sentence.claims);
    const keypoints = (claims.length > 0 ? claims : [answer]).map(text => {
      const claim = stop(withSubject(text, documents, language), language);
      const kind = kindOf(text, type, { evidence: [...texts, question], documents, language });
      // What is concluded or computed rests on all facts together.
      return {
        claim,
        kind,
        evidence:
          kind === "fact" ? evidenceFor(text, sentences, { language, question, answer }) : all,
      };
    });
    return {
      keypoints: withConclusion(
        keypoints.filter(
          ({ claim }, at) => keypoints.findIndex(other => other.claim === claim) === at,
        ),
        type,
      ),
    };
  },
);
