// What a reply's keypoints and keywords of one question come to: what can be used, and what is wrong, in words for the model.

import type { ReplyOf } from "../../schemas/define.ts";
import type { AnswerRow } from "../../schemas/items/records.ts";
import type { keysPrompt } from "../../schemas/questions/prompts.ts";
import type { Keys } from "../../schemas/questions/records.ts";
import { keypointsProblem, toKeypoints } from "../items/keypoint-claims.ts";
import { readKeywords } from "../items/keyword-places.ts";
import { isCount } from "../text/values.ts";
import { type Detail, missingDetails } from "./details.ts";

export type KeysReply = NonNullable<ReplyOf<typeof keysPrompt>["questions"][number]>;

const wordings = {
  zh: {
    values: (list: readonly string[]) => `没有要点说到答案中的${list.join("、")}。`,
    bare: "没有一条要点标明依据的句子。",
    terms: "fine 要有出自原句的词语。",
  },
  en: {
    values: (list: readonly string[]) =>
      `No keypoint says ${list.join(", ")}, which is in the answer.`,
    bare: "No keypoint names a sentence it rests on.",
    terms: "fine needs terms that stand in the sentences.",
  },
} as const;

interface Fault {
  readonly code: string;
  readonly detail: string;
  /** Whether another reply might be without it. */
  readonly isFinal?: boolean;
}

export interface CheckedKeys {
  /** What can be used; undefined where there is a fault. */
  readonly keys: Pick<Keys, "keypoints" | "keywords"> | undefined;
  /** The numbers of the sentences that keypoints rest on. */
  readonly rested: readonly number[];
  /** Of what cannot be used. */
  readonly fault: Fault | undefined;
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

/**
 * `answer` has all that is shown as its evidence, `needed` are the numbers of those it needs as far as is known. Keywords
 * stand in what the item then rests on; one bad list of them, or one bad term, is dropped alone.
 */
export function checkKeys(
  answer: AnswerRow,
  needed: readonly number[],
  reply: KeysReply,
): CheckedKeys {
  const { question, language } = answer;
  const fault = faultOf(answer, reply);
  const rested = [...new Set(reply.keypoints.flatMap(({ evidence }) => evidence))];
  if (fault) return { keys: undefined, rested, fault };
  const keypoints = toKeypoints(answer, reply.keypoints).map(({ claim, kind, spans }) => ({
    claim,
    kind,
    spans,
  }));
  if (question.type === "unanswerable")
    return { keys: { keypoints, keywords: null }, rested, fault };
  const basis = answer.evidence.filter(
    ({ number }) => rested.includes(number) || needed.includes(number),
  );
  const { coarse, fine, problem = "" } = readKeywords({ ...answer, evidence: basis }, reply);
  if (fine.length === 0) {
    const detail = [wordings[language].terms, problem].filter(text => text !== "").join("\n");
    return { keys: undefined, rested, fault: { code: "no-keywords", detail } };
  }
  // A passage without any coarse term is not looked at: where none stands in the evidence, each list stands for itself.
  const terms = coarse.length > 0 ? coarse : fine.flatMap(([first]) => first?.text ?? []);
  const keywords = { coarse: [...new Set(terms)], fine };
  return { keys: { keypoints, keywords }, rested, fault };
}
