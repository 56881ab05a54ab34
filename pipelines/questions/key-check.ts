// Checks a reply's keypoints, keywords and marks of one candidate: returns what can be used and what is wrong, in words for the model.

import type { ReplyOf } from "../../schemas/define.ts";
import type { AnswerRow } from "../../schemas/items/records.ts";
import type { keysPrompt } from "../../schemas/questions/prompts.ts";
import type { Keys } from "../../schemas/questions/keys.ts";
import { keypointsProblem, toKeypoints } from "../items/keypoint-claims.ts";
import { readKeywords } from "../items/keyword-places.ts";
import { missingDetails, saysDetail } from "./details.ts";
import { type Stray, tellApart } from "./distinct-keywords.ts";
import type { Uses } from "./keyed-evidence.ts";
import type { Corpus } from "./list-places.ts";

export type KeysReply = NonNullable<ReplyOf<typeof keysPrompt>["items"][number]>;

const wordings = {
  zh: {
    bare: "没有一条要点标明依据的句子。",
    terms: "fine 要有出自原句的词语。",
    stray: ({ list, document }: Stray) =>
      `“${list.join("”“")}”在《${document}》里也有；再加上原句里只有此处才有的名称、数值或做法。`,
  },
  en: {
    bare: "No keypoint names a sentence it rests on.",
    terms: "fine needs terms that stand in the sentences.",
    stray: ({ list, document }: Stray) =>
      `"${list.join('", "')}" stands also in ${document}: add a name, value or act of these sentences that stands only here.`,
  },
} as const;

interface Fault {
  readonly code: string;
  readonly detail: string;
  /** Whether another reply would not help. */
  readonly isFinal?: boolean;
}

export interface CheckedKeys {
  /** What can be used; undefined if nothing can. */
  readonly keys: Omit<Keys, "number"> | undefined;
  /** Why the candidate is dropped. */
  readonly fault: Fault | undefined;
}

/** Whether this text mentions a detail of the answer that neither its lines nor its question has. */
function lacksDetailOf({ question, answer, evidence, language }: AnswerRow, text: string): boolean {
  const sources = [...evidence.map(line => line.text), question.question];
  return missingDetails(answer, sources, language, question.derivations).some(detail =>
    saysDetail(text, detail, language),
  );
}

function faultOf(
  { answer, review }: Pick<KeysAsked, "answer" | "review">,
  { keypoints: points, unproved }: Pick<KeysReply, "keypoints" | "unproved">,
): Fault | undefined {
  const { question, language } = answer;
  const problem = keypointsProblem(answer, points);
  if (problem !== undefined) return { code: "wrong-keypoints", detail: problem };
  // A point that something is not stated needs no sentence, but not every point of an answer may be like that.
  if (question.type !== "unanswerable" && points.every(({ evidence }) => evidence.length === 0))
    return { code: "keypoints-without-evidence", detail: wordings[language].bare };
  // Marks show how serious this is, unless code misses a detail too.
  if (unproved.trim() !== "" && (!review || lacksDetailOf(answer, unproved)))
    return { code: "unproved-part", detail: unproved.trim(), isFinal: true };
  return undefined;
}

/** A candidate before the reply on it. */
export interface KeysAsked {
  /** The answer, with all shown lines as its evidence. */
  readonly answer: AnswerRow;
  /** The item's evidence and measures, given which lines the reply uses. */
  readonly basisOf: (uses: Uses) => Pick<Keys, "evidence" | "measures">;
  /** Whether the reply's marks count. */
  readonly review: boolean;
}

/** The lowest mark of an item that is used. */
const minRight = 4;
/** The highest mark of an item with an unproved part. */
const maxUnproved = 4;

function judged(
  { faults, why, right, worth, idle, unproved }: KeysReply,
  review: boolean,
): Pick<Keys, "faults" | "why"> & {
  readonly idle: readonly number[];
  readonly marks: Pick<Keys["measures"], "right" | "alone">;
} {
  return review
    ? {
        faults: faults.filter(fault => fault !== null),
        why: why.trim() || unproved.trim(),
        idle,
        marks: {
          right: unproved.trim() === "" ? right : Math.min(right ?? maxUnproved, maxUnproved),
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
): { readonly told?: Pick<Keys, "keywords" | "evidence">; readonly problem: string } {
  const { problem, ...read } = readKeywords(answer, reply);
  const { keywords, strays, evidence } = tellApart(read, answer.evidence, corpus);
  const { terms, stray } = wordings[answer.language];
  return {
    ...(keywords && { told: { keywords, evidence } }),
    problem: [terms, ...(problem ? [problem] : []), ...strays.map(stray)].join("\n"),
  };
}

/** Checks a reply; a bad keyword list or a bad term is dropped without the rest. */
export function checkKeys(
  { answer, basisOf, review }: KeysAsked,
  reply: KeysReply,
  corpus: Corpus,
): CheckedKeys {
  const fault = faultOf({ answer, review }, reply);
  if (fault) return { keys: undefined, fault };
  const { idle, marks, ...remarks } = judged(reply, review);
  const rested = reply.keypoints.flatMap(point => point.evidence);
  const { evidence, measures } = basisOf({ rested, idle });
  const found = {
    keypoints: toKeypoints(answer, reply.keypoints).map(({ claim, kind, spans }) => ({
      claim,
      kind,
      spans,
    })),
    measures: { ...measures, ...marks },
    ...remarks,
  };
  const { told, problem } =
    answer.question.type === "unanswerable"
      ? { told: { keywords: null, evidence }, problem: "" }
      : keywordsOf({ ...answer, evidence }, reply, corpus);
  if (!told) return { keys: undefined, fault: { code: "no-keywords", detail: problem } };
  const keys = { ...found, ...told };
  return { keys, fault: marksFault(keys) };
}
