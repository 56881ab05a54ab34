// Checks a reply's keypoints, keywords and marks for one candidate: returns what can be used and what is wrong, in words for the model.

import type { ReplyOf } from "../../schemas/define.ts";
import type { AnswerRow } from "../../schemas/items/records.ts";
import type { keysPrompt } from "../../schemas/questions/prompts.ts";
import type { Keys } from "../../schemas/questions/keys.ts";
import { keypointsProblem, toKeypoints } from "../items/keypoint-claims.ts";
import { readKeywords } from "../items/read-keywords.ts";
import { missingDetails, statesDetail } from "./answer-details.ts";
import { type StrayList, distinguishKeywords } from "./distinct-keywords.ts";
import type { SentenceUses } from "./keyed-evidence.ts";
import type { Corpus } from "./keyword-places.ts";

export type KeysReply = NonNullable<ReplyOf<typeof keysPrompt>["items"][number]>;

const wordings = {
  zh: {
    bare: "没有一条要点标明依据的句子。",
    terms: "fine 要有出自原句的词语。",
    stray: ({ list, document }: StrayList) =>
      `“${list.join("”“")}”在《${document}》里也有；再加上原句里只有此处才有的名称、数值或做法。`,
  },
  en: {
    bare: "No keypoint names a sentence it rests on.",
    terms: "fine needs terms that occur in the sentences.",
    stray: ({ list, document }: StrayList) =>
      `"${list.join('", "')}" also appears in ${document}: add a name, value or action from these sentences that appears only here.`,
  },
} as const;

interface Fault {
  readonly code: string;
  readonly detail: string;
  /** Whether a second request would not help. */
  readonly isFinal?: boolean;
}

export interface CheckedKeys {
  /** What can be used; undefined if nothing can. */
  readonly keys: Omit<Keys, "number"> | undefined;
  /** Why the candidate is dropped. */
  readonly fault: Fault | undefined;
}

/** Whether this text mentions a detail of the answer that neither the answer's lines nor its question has. */
function mentionsMissingDetail(
  { question, answer, evidence, language }: AnswerRow,
  text: string,
): boolean {
  const sources = [...evidence.map(line => line.text), question.question];
  return missingDetails(answer, sources, language, question.derivations).some(detail =>
    statesDetail(text, detail, language),
  );
}

function faultOf(
  { answer, usesMarks }: Pick<KeysCandidate, "answer" | "usesMarks">,
  { keypoints: points, unproved }: Pick<KeysReply, "keypoints" | "unproved">,
): Fault | undefined {
  const { question, language } = answer;
  const problem = keypointsProblem(answer, points);
  if (problem !== undefined) return { code: "wrong-keypoints", detail: problem };
  // A keypoint saying that something is not stated needs no sentence, but an answer may not consist of such points only.
  if (question.type !== "unanswerable" && points.every(({ evidence }) => evidence.length === 0))
    return { code: "keypoints-without-evidence", detail: wordings[language].bare };
  // Marks show how serious an unproved part is, unless code finds a detail missing too.
  if (unproved.trim() !== "" && (!usesMarks || mentionsMissingDetail(answer, unproved)))
    return { code: "unproved-part", detail: unproved.trim(), isFinal: true };
  return undefined;
}

/** A candidate whose keys are requested. */
export interface KeysCandidate {
  /** The answer, with all shown lines as its evidence. */
  readonly answer: AnswerRow;
  /** The item's evidence and measures, given which lines the reply uses. */
  readonly basisOf: (uses: SentenceUses) => Pick<Keys, "evidence" | "measures">;
  /** Whether the reply's marks count. */
  readonly usesMarks: boolean;
}

/** Minimum mark of an item that is used. */
const minRight = 4;
/** Maximum mark of an item with an unproved part. */
const maxUnprovedMark = 4;

/** What the reply says about the candidate's quality; nothing if its marks do not count. */
function judgementOf(
  { faults, why, right, worth, idle, unproved }: KeysReply,
  usesMarks: boolean,
): Pick<Keys, "faults" | "why"> & {
  readonly idle: readonly number[];
  readonly marks: Pick<Keys["measures"], "right" | "alone">;
} {
  return usesMarks
    ? {
        faults: faults.filter(fault => fault !== null),
        why: why.trim() || unproved.trim(),
        idle,
        marks: {
          right:
            unproved.trim() === "" ? right : Math.min(right ?? maxUnprovedMark, maxUnprovedMark),
          alone: worth,
        },
      }
    : { faults: [], why: "", idle: [], marks: { right: null, alone: null } };
}

const marksFault = ({ faults, why, measures: { right } }: Omit<Keys, "number">) =>
  right !== null && right < minRight
    ? {
        code: "faulty",
        detail: why || `Its last reader marked it ${right}: ${faults.join(", ")}.`,
        isFinal: true,
      }
    : undefined;

/** Keywords that occur in the item's evidence and in no other passage, or what is wrong with them. */
function keywordsOf(
  answer: AnswerRow,
  reply: KeysReply,
  corpus: Corpus,
): { readonly usable?: Pick<Keys, "keywords" | "evidence">; readonly problem: string } {
  const { problem, ...readLists } = readKeywords(answer, reply);
  const { keywords, strays, evidence } = distinguishKeywords(readLists, answer.evidence, corpus);
  const { terms, stray } = wordings[answer.language];
  return {
    ...(keywords && { usable: { keywords, evidence } }),
    problem: [terms, ...(problem ? [problem] : []), ...strays.map(stray)].join("\n"),
  };
}

/** Checks a reply; an unusable keyword list or term is dropped on its own. */
export function checkKeys(
  { answer, basisOf, usesMarks }: KeysCandidate,
  reply: KeysReply,
  corpus: Corpus,
): CheckedKeys {
  const fault = faultOf({ answer, usesMarks }, reply);
  if (fault) return { keys: undefined, fault };
  const { idle, marks, ...remarks } = judgementOf(reply, usesMarks);
  const citedNumbers = reply.keypoints.flatMap(point => point.evidence);
  const { evidence, measures } = basisOf({ keypointNumbers: citedNumbers, idle });
  const parts = {
    keypoints: toKeypoints(answer, reply.keypoints).map(({ claim, kind, spans }) => ({
      claim,
      kind,
      spans,
    })),
    measures: { ...measures, ...marks },
    ...remarks,
  };
  const { usable, problem } =
    answer.question.type === "unanswerable"
      ? { usable: { keywords: null, evidence }, problem: "" }
      : keywordsOf({ ...answer, evidence }, reply, corpus);
  if (!usable) return { keys: undefined, fault: { code: "no-keywords", detail: problem } };
  const keys = { ...parts, ...usable };
  return { keys, fault: marksFault(keys) };
}
