// Checks in code whether the blind reader's answer confirms a candidate, from texts and sentence numbers alone.

import type { Derivation } from "../../schemas/items/derivation.ts";
import { questionTypes } from "../../schemas/items/question-types.ts";
import type { Language, QuestionType } from "../../schemas/items/item-types.ts";
import type { Reading } from "../../schemas/questions/records.ts";
import { type Difference, differencesOf } from "./differences.ts";
import { type AnsweredQuestion, chooseEvidence, textsAt } from "./evidence-choice.ts";
import { missingDetails, statesDetail } from "./answer-details.ts";
import { inferDerivation } from "./inferred-derivations.ts";
import { leavesOpen } from "../text/refusals.ts";
import { splitSentences } from "../text/sentences.ts";
import { fullDatesIn } from "../text/stated-value.ts";

/** A candidate's answer, with the numbers of the sentences it cites. */
export interface Proposal extends AnsweredQuestion {
  readonly type: QuestionType;
  readonly numbers: readonly number[];
}

/** The blind reader's answer and verdicts, with the numbers of the sentences it cites. */
export interface BlindAnswer extends Pick<Reading, "answer" | "answerable" | "clear" | "worth"> {
  readonly numbers: readonly number[];
}

/** What becomes of a candidate once its answer and the blind one are compared. */
export type Agreement =
  | { readonly outcome: "rejected"; readonly code: string; readonly detail: string }
  | {
      readonly outcome: "agreed" | "differs";
      readonly numbers: number[];
      readonly derivations: Derivation[];
      /** Empty if they agree. */
      readonly differences: Difference[];
    };

/** Whether the first clause of an answer declines to answer: "The manual promises no exact code. It says only …". */
export function declinesInFirstClause(answer: string, language: Language): boolean {
  const [clause] = (splitSentences(answer, language)[0]?.text ?? "").split(/[,，;；:：]/);
  return leavesOpen(clause ?? "", language);
}

/** The rejection that follows from the reader's verdict on the question alone, if any. */
function rejectionOf(
  { type, numbers }: Proposal,
  { answerable, clear, worth }: BlindAnswer,
): { code: string; detail: string } | undefined {
  if (!clear) return { code: "unclear", detail: "A reader could not tell what is being asked." };
  if (type !== "unanswerable" && answerable === "no")
    return { code: "not-answerable", detail: "A reader found no answer in the sentences." };
  if (type === "unanswerable" && answerable !== "no" && numbers.length === 0)
    return {
      code: "answered",
      detail:
        answerable === "yes"
          ? "A reader found the answer in the sentences."
          : "Part of the question is settled, but the answer does not say which.",
    };
  if (worth <= 2)
    return { code: "not-worth-asking", detail: `A reader gave it ${worth} out of 5.` };
  return undefined;
}

/** Whether a reader found an answer that the candidate says is not there. */
const findsAnswer = ({ type, language }: Proposal, { answer, answerable }: BlindAnswer): boolean =>
  type === "unanswerable" && answerable === "yes" && !declinesInFirstClause(answer, language);

/** The sentences that the two answers need together, and the differences left to settle. */
export function compareReadings(proposal: Proposal, blind: BlindAnswer): Agreement {
  const rejection = rejectionOf(proposal, blind);
  if (rejection) return { outcome: "rejected", ...rejection };
  const derivations = withInferredDerivations(proposal, blind);
  const answeredQuestion = { ...proposal, derivations };
  const chosenNumbers = chooseEvidence(answeredQuestion, proposal.numbers, blind.numbers);
  const numbers = withDateLines(proposal, chosenNumbers);
  const differences = differencesOf(
    answeredQuestion,
    { ...blind, findsAnswer: findsAnswer(proposal, blind) },
    numbers,
  );
  const outcome = differences.length === 0 ? "agreed" : "differs";
  return { outcome, numbers, derivations, differences };
}

/** Adds back the lines that date the cited documents: family questions depend on them, even if the headings give the date too. */
function withDateLines({ type, numbers, sentences }: Proposal, chosenNumbers: number[]): number[] {
  if (!questionTypes[type].family) return chosenNumbers;
  const citedDocuments = new Set(
    sentences.flatMap(({ number, document }) => (chosenNumbers.includes(number) ? [document] : [])),
  );
  const dateLines = sentences.filter(({ number, document, text }) => {
    const days = new Set(fullDatesIn(document));
    const isDated = () => fullDatesIn(text).some(day => days.has(day));
    return numbers.includes(number) && citedDocuments.has(document) && isDated();
  });
  return [...new Set([...chosenNumbers, ...dateLines.map(({ number }) => number)])].sort(
    (a, b) => a - b,
  );
}

/** Adds derivations of values that both answers give but no sentence states: code tries sums and differences. */
function withInferredDerivations(proposal: Proposal, blind: BlindAnswer): Derivation[] {
  const { language, derivations, numbers, question } = proposal;
  const sources = [...textsAt(proposal, [...numbers, ...blind.numbers]), question];
  const inferredDerivations = missingDetails(proposal.answer, sources, language, derivations)
    .filter(detail => detail.kind === "value" && statesDetail(blind.answer, detail, language))
    .map(({ text }) => inferDerivation(text, sources, language));
  return [...derivations, ...inferredDerivations.filter(each => each !== undefined)];
}
