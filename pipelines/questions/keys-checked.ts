// What a reply's keypoints and keywords of one question come to: what can be used, and what is wrong, in words for the model.

import type { ReplyOf } from "../../schemas/define.ts";
import type { AnswerRow } from "../../schemas/items/records.ts";
import type { keysPrompt } from "../../schemas/questions/prompts.ts";
import type { Keys } from "../../schemas/questions/records.ts";
import { keypointsProblem, toKeypoints } from "../items/keypoint-claims.ts";
import { readKeywords } from "../items/keyword-places.ts";
import { isCount } from "../text/values.ts";
import { type Detail, missingDetails } from "./details.ts";
import { type Stray, tellApart } from "./distinct-keywords.ts";
import type { Corpus } from "./list-places.ts";

export type KeysReply = NonNullable<ReplyOf<typeof keysPrompt>["questions"][number]>;

const wordings = {
  zh: {
    values: (list: readonly string[]) => `没有要点说到答案中的${list.join("、")}。`,
    bare: "没有一条要点标明依据的句子。",
    terms: "fine 要有出自原句的词语。",
    stray: ({ list, document }: Stray) =>
      `“${list.join("”“")}”在《${document}》里也有；再加上原句里只有此处才有的名称、数值或做法。`,
  },
  en: {
    values: (list: readonly string[]) =>
      `No keypoint says ${list.join(", ")}, which is in the answer.`,
    bare: "No keypoint names a sentence it rests on.",
    terms: "fine needs terms that stand in the sentences.",
    stray: ({ list, document }: Stray) =>
      `"${list.join('", "')}" stands also in ${document}: add a name, value or act of these sentences that stands only here.`,
  },
} as const;

interface Fault {
  readonly code: string;
  readonly detail: string;
  /** Whether another reply might be without it. */
  readonly isFinal?: boolean;
}

type Found = Omit<Keys, "number">;

export interface CheckedKeys {
  /** What can be used; undefined where there is a fault. */
  readonly keys: Found | undefined;
  /** Of what cannot be used. */
  readonly fault: Fault | undefined;
  /** What another reply might better, in words for the model; undefined where nothing is to be said. */
  readonly advice: string | undefined;
}

function faultOf(
  answer: AnswerRow,
  { keypoints: points, unproved }: Pick<KeysReply, "keypoints" | "unproved">,
): Fault | undefined {
  const { question, language, derivations } = answer;
  const problem = keypointsProblem(answer, points);
  if (problem !== undefined) return { code: "wrong-keypoints", detail: problem };
  // What the documents do not say rests on no sentence; of an answer to something, not every point may be so.
  if (question.type !== "unanswerable" && points.every(({ evidence }) => evidence.length === 0))
    return { code: "keypoints-without-evidence", detail: wordings[language].bare };
  if (unproved.trim() !== "")
    return { code: "unproved-part", detail: unproved.trim(), isFinal: true };
  const claims = points.map(({ claim }) => claim);
  const sources = [...claims, question.question];
  const isCounted = ({ kind, text }: Detail) => kind !== "name" && !isCount(text);
  const said = missingDetails(answer.answer, [question.question], language).filter(isCounted);
  const missing = missingDetails(answer.answer, sources, language, derivations)
    .filter(isCounted)
    .map(({ text }) => text);
  // Values may be beside the point, but hardly all of several.
  return missing.length > 1 && missing.length === said.length
    ? { code: "keypoints-miss-values", detail: wordings[language].values(missing) }
    : undefined;
}

/** A question before the reply on it. */
export interface KeysAsked {
  /** With all that is shown as its evidence. */
  readonly answer: AnswerRow;
  /** What the item rests on if its keypoints rest on the sentences of these numbers. */
  readonly basisOf: (rested: readonly number[]) => Pick<Keys, "evidence" | "measures">;
}

/** Keywords stand in what the item rests on; one bad list of them, or one bad term, is dropped alone. */
export function checkKeys(
  { answer, basisOf }: KeysAsked,
  reply: KeysReply,
  corpus: Corpus,
): CheckedKeys {
  const { question, language } = answer;
  const fault = faultOf(answer, reply);
  if (fault) return { keys: undefined, fault, advice: fault.isFinal ? undefined : fault.detail };
  const { evidence, measures } = basisOf(reply.keypoints.flatMap(({ evidence: rests }) => rests));
  const keypoints = toKeypoints(answer, reply.keypoints).map(({ claim, kind, spans }) => ({
    claim,
    kind,
    spans,
  }));
  if (question.type === "unanswerable")
    return {
      keys: { keypoints, keywords: null, evidence, measures },
      fault: undefined,
      advice: undefined,
    };
  const { problem, ...read } = readKeywords({ ...answer, evidence }, reply);
  const { keywords, strays, ownLists, evidence: told } = tellApart(read, evidence, corpus);
  const elsewhere = strays.map(wordings[language].stray);
  if (keywords)
    return {
      keys: {
        keypoints,
        keywords,
        evidence: told,
        measures,
        ...(ownLists > 0 && { ownLists }),
      },
      fault: undefined,
      advice: elsewhere.length > 0 ? elsewhere.join("\n") : undefined,
    };
  const detail = [wordings[language].terms, ...(problem ? [problem] : []), ...elsewhere].join("\n");
  return { keys: undefined, fault: { code: "no-keywords", detail }, advice: detail };
}
