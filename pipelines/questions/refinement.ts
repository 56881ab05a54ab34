// Settles answers that differ: one request per material, with the cited sentences and their neighbours; code checks the reply.

import type { ReplyOf, VariablesOf } from "../../schemas/define.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { settlePrompt } from "../../schemas/questions/prompts.ts";
import {
  type Agreement,
  type BlindAnswer,
  declinesInFirstClause,
  type Proposal,
} from "./agreement.ts";
import { hardFaults, describeDifferences } from "./differences.ts";
import { revealsAnswer } from "./answer-leak.ts";
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
  openCases: readonly OpenCase[],
  { documents, sentences }: ShownMaterial,
): Variables {
  const citedNumbers = openCases.flatMap(({ agreement, proposal, blind }) => [
    ...agreement.numbers,
    ...proposal.numbers,
    ...blind.numbers,
  ]);
  const citedDocuments = new Set(
    sentences.filter(({ number }) => citedNumbers.includes(number)).map(({ document }) => document),
  );
  const nearbyNumbers = citedNumbers.flatMap(number => [number - 1, number, number + 1]);
  const isInCitedDocument = (number: number) =>
    citedDocuments.has(sentences.find(each => each.number === number)?.document ?? "");
  return {
    documents: extractOf(documents, new Set(nearbyNumbers.filter(isInCitedDocument))),
    cases: openCases.map(({ number, proposal, blind, agreement }) => ({
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

/** What the reply decides about a candidate. */
export type CaseOutcome =
  | { readonly outcome: "rejected"; readonly code: string; readonly detail: string }
  | {
      readonly outcome: "kept" | "changed";
      readonly answer: string;
      readonly numbers: number[];
      readonly changes: string[];
    };

const reject = (code: string, detail: string): CaseOutcome => ({
  outcome: "rejected",
  code,
  detail,
});

/** The outcome of a case; without a reply, its two answers count as contradictory. */
export function readCase(
  { proposal, blind, agreement }: OpenCase,
  reply: CaseReply | undefined,
): CaseOutcome {
  const { answer, type, question, language, sentences } = proposal;
  const agreedNumbers = agreement.numbers;
  if (reply === null || reply === undefined)
    return reject("contradicted", describeDifferences(agreement.differences));
  if (reply.verdict === "drop") return reject("dropped", reply.why);
  const isChange = reply.verdict === "change" && reply.answer.trim() !== "";
  const answerAfter = isChange ? reply.answer.trim() : answer;
  const knownNumbers = new Set(sentences.map(({ number }) => number));
  const citedNumbers = [...new Set(reply.sentences)].filter(number => knownNumbers.has(number));
  const numbers =
    isChange && citedNumbers.length > 0 ? citedNumbers.sort((a, b) => a - b) : agreedNumbers;
  const answered = { ...proposal, answer: answerAfter, derivations: agreement.derivations };
  const [fault] = hardFaults(answered, numbers, [answer, blind.answer]);
  if (fault !== undefined) return reject("unsupported", fault.text);
  const isAnswerDisputed = agreement.differences.some(({ kind }) => kind === "found");
  if (isAnswerDisputed && isChange && !declinesInFirstClause(answerAfter, language))
    return reject("answered", "Two readers found the answer in the sentences.");
  if (type !== "unanswerable" && numbers.length === 0)
    return reject("no-sentences", "No sentence supports the answer.");
  if (type !== "unanswerable" && revealsAnswer(question, answerAfter, language))
    return reject("gives-itself-away", "The question contains its answer.");
  return isChange
    ? { outcome: "changed", answer: answerAfter, numbers, changes: [reply.why] }
    : { outcome: "kept", answer, numbers, changes: [] };
}

/** Complains once if fewer than half of the cases were answered. */
export function checkCases(openCases: readonly OpenCase[], language: Language) {
  let hasComplained = false;
  return ({ cases }: ReplyOf<typeof settlePrompt>): string | undefined => {
    const isAnswered = ({ number }: OpenCase) => cases.some(reply => reply?.number === number);
    const answeredCount = openCases.filter(isAnswered).length;
    if (hasComplained || answeredCount >= openCases.length / 2) return undefined;
    hasComplained = true;
    return {
      zh: `${openCases.length} 处只回答了 ${answeredCount} 处，请逐一回答。`,
      en: `Only ${answeredCount} of ${openCases.length} cases were answered. Answer each.`,
    }[language];
  };
}
