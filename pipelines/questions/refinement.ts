// Settles answers that differ: one request per material, with the cited sentences and their neighbours; code checks the reply.

import type { ReplyOf, VariablesOf } from "../../schemas/define.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { settlePrompt } from "../../schemas/questions/prompts.ts";
import { type Agreement, type BlindAnswer, opensDeclining, type Proposal } from "./agreement.ts";
import { hardFaults, describeDifferences } from "./differences.ts";
import { givesItselfAway } from "./answer-leak.ts";
import { extractOf, type ShownMaterial } from "./material-view.ts";

type Variables = VariablesOf<typeof settlePrompt>;
type CaseReply = ReplyOf<typeof settlePrompt>["cases"][number];

/** A candidate whose answer differs from the reader's. */
export interface OpenCase {
  readonly number: number;
  readonly proposal: Proposal;
  readonly blind: BlindAnswer;
  readonly agreement: Exclude<Agreement, { outcome: "rejected" }>;
}

/** The cases, with the sentences that either answer cites and their neighbours. */
export function showCases(
  open: readonly OpenCase[],
  { documents, sentences }: ShownMaterial,
): Variables {
  const cited = open.flatMap(({ agreement, proposal, blind }) => [
    ...agreement.numbers,
    ...proposal.numbers,
    ...blind.numbers,
  ]);
  const used = new Set(
    sentences.filter(({ number }) => cited.includes(number)).map(({ document }) => document),
  );
  const around = cited.flatMap(number => [number - 1, number, number + 1]);
  const isUsed = (number: number) =>
    used.has(sentences.find(each => each.number === number)?.document ?? "");
  return {
    documents: extractOf(documents, new Set(around.filter(isUsed))),
    cases: open.map(({ number, proposal, blind, agreement }) => ({
      number,
      type: proposal.type,
      question: proposal.question,
      answer: proposal.answer,
      sentences: agreement.numbers,
      other: blind.answer,
      otherSentences: [...blind.numbers],
      differences: agreement.differences.map(({ text }) => text),
    })),
  };
}

export type Refined =
  | { readonly outcome: "rejected"; readonly code: string; readonly detail: string }
  | {
      readonly outcome: "kept" | "changed";
      readonly answer: string;
      readonly numbers: number[];
      readonly changes: string[];
    };

const reject = (code: string, detail: string): Refined => ({ outcome: "rejected", code, detail });

/** The outcome of a case; without a reply, its answers count as contradictory. */
export function readCase(
  { proposal, blind, agreement }: OpenCase,
  reply: CaseReply | undefined,
): Refined {
  const { answer, type, question, language, sentences } = proposal;
  const before = agreement.numbers;
  if (reply === null || reply === undefined)
    return reject("contradicted", describeDifferences(agreement.differences));
  if (reply.verdict === "drop") return reject("dropped", reply.why);
  const isChange = reply.verdict === "change" && reply.answer.trim() !== "";
  const next = isChange ? reply.answer.trim() : answer;
  const known = new Set(sentences.map(({ number }) => number));
  const named = [...new Set(reply.sentences)].filter(number => known.has(number));
  const numbers = isChange && named.length > 0 ? named.sort((a, b) => a - b) : before;
  const asked = { ...proposal, answer: next, derivations: agreement.derivations };
  const [fault] = hardFaults(asked, numbers, [answer, blind.answer]);
  if (fault !== undefined) return reject("unsupported", fault.text);
  const isFound = agreement.differences.some(({ kind }) => kind === "found");
  if (isFound && isChange && !opensDeclining(next, language))
    return reject("answered", "Two readers found the answer in the sentences.");
  if (type !== "unanswerable" && numbers.length === 0)
    return reject("no-sentences", "No sentence supports the answer.");
  if (type !== "unanswerable" && givesItselfAway(question, next, language))
    return reject("gives-itself-away", "The question holds its answer.");
  return isChange
    ? { outcome: "changed", answer: next, numbers, changes: [reply.why] }
    : { outcome: "kept", answer, numbers, changes: [] };
}

/** Complains once if fewer than half of the cases were answered. */
export function checkCases(open: readonly OpenCase[], language: Language) {
  let complained = false;
  return ({ cases }: ReplyOf<typeof settlePrompt>): string | undefined => {
    const came = open.filter(({ number }) => cases.some(each => each?.number === number)).length;
    if (complained || came >= open.length / 2) return undefined;
    complained = true;
    return {
      zh: `${open.length} 处只回答了 ${came} 处，请逐一回答。`,
      en: `Only ${came} of ${open.length} cases were answered. Answer each.`,
    }[language];
  };
}
