// Settles answers that differ: one request per material, with the cited sentences and their neighbours; code checks the reply.

import type { ReplyOf, VariablesOf } from "../../schemas/define.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { settlePrompt } from "../../schemas/questions/prompts.ts";
import type { Candidate, Compared, ProposalRow } from "../../schemas/questions/records.ts";
import type { Ask } from "../engine/stage.ts";
import {
  type Agreement,
  type BlindAnswer,
  declinesInFirstClause,
  type Proposal,
} from "./compare-readings.ts";
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
function showCases(
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
type CaseOutcome =
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

/** The outcome of a case; without a reply, its two answers count as contradicting each other. */
function readCase(
  { proposal, blind, agreement }: OpenCase,
  reply: CaseReply | undefined,
): CaseOutcome {
  const { answer, type, question, language, sentences } = proposal;
  const agreedNumbers = agreement.numbers;
  if (reply === null || reply === undefined)
    return reject("contradicted", describeDifferences(agreement.differences));
  if (reply.verdict === "drop") return reject("dropped", reply.why);
  const isChange = reply.verdict === "change" && reply.answer.trim() !== "";
  const finalAnswer = isChange ? reply.answer.trim() : answer;
  const knownNumbers = new Set(sentences.map(({ number }) => number));
  const citedNumbers = [...new Set(reply.sentences)].filter(number => knownNumbers.has(number));
  const numbers =
    isChange && citedNumbers.length > 0 ? citedNumbers.sort((a, b) => a - b) : agreedNumbers;
  const answeredQuestion = { ...proposal, answer: finalAnswer, derivations: agreement.derivations };
  const [fault] = hardFaults(answeredQuestion, numbers, [answer, blind.answer]);
  if (fault !== undefined) return reject("unsupported", fault.text);
  const isAnswerDisputed = agreement.differences.some(({ kind }) => kind === "found");
  if (isAnswerDisputed && isChange && !declinesInFirstClause(finalAnswer, language))
    return reject("answered", "Two readers found the answer in the sentences.");
  if (type !== "unanswerable" && numbers.length === 0)
    return reject("no-sentences", "No sentence supports the answer.");
  if (type !== "unanswerable" && revealsAnswer(question, finalAnswer, language))
    return reject("gives-itself-away", "The question contains its answer.");
  return isChange
    ? { outcome: "changed", answer: finalAnswer, numbers, changes: [reply.why] }
    : { outcome: "kept", answer, numbers, changes: [] };
}

/** Rejects a reply once if fewer than half of the cases were answered. */
function checkCases(openCases: readonly OpenCase[], language: Language) {
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

/** An accepted candidate, with its evidence and changes. */
export interface AcceptedCandidate {
  readonly candidate: Candidate;
  readonly numbers: readonly number[];
  readonly changes: string[];
}

/** What becomes of a candidate. */
export type Settlement = AcceptedCandidate | { readonly code: string; readonly detail: string };

/** Keeps a list drawn from all documents as it was: code knows its members and sentences, so a reader may reject it but not change it. */
export function keepList(
  original: Candidate,
  { numbers }: Proposal,
  accepted: AcceptedCandidate,
): Settlement {
  if (!original.factIds) return accepted;
  const { answer } = accepted.candidate;
  return answer === original.answer
    ? { ...accepted, candidate: original, numbers }
    : { code: "changed-list", detail: `A reader changed the answer to: ${answer}` };
}

/** The fate of a case that a model settled, and the model's verdict. */
export interface SettledCase extends Pick<Compared, "refinement"> {
  readonly settlement: Settlement;
}

/** Settles all open cases of a material in one request. */
export async function settleCases(
  cases: readonly (OpenCase & { candidate: Candidate })[],
  { row, shownMaterial }: { readonly row: ProposalRow; readonly shownMaterial: ShownMaterial },
  ask: Ask,
): Promise<Map<number, SettledCase>> {
  if (cases.length === 0) return new Map();
  const reply = await ask(settlePrompt, row.language, showCases(cases, shownMaterial), {
    check: checkCases(cases, row.language),
  });
  const settledCaseOf = (each: (typeof cases)[number]): SettledCase => {
    const caseReply = reply.cases.find(one => one?.number === each.number);
    const refinement = caseReply?.verdict ?? null;
    const caseOutcome = readCase(each, caseReply);
    if (caseOutcome.outcome === "rejected") return { settlement: caseOutcome, refinement };
    const { answer, numbers, changes } = caseOutcome;
    const { derivations } = each.agreement;
    const candidate = { ...each.candidate, answer, derivations };
    const accepted = { candidate, numbers, changes };
    return { settlement: keepList(each.candidate, each.proposal, accepted), refinement };
  };
  return new Map(cases.map(each => [each.number, settledCaseOf(each)]));
}
