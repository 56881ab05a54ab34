// Checks by code whether the blind reader's answer confirms a candidate, from texts and sentence numbers alone.

import type { Derivation } from "../../schemas/items/derivation.ts";
import { questionTypes } from "../../schemas/items/question-types.ts";
import type { Language, QuestionType } from "../../schemas/items/item-types.ts";
import type { Reading } from "../../schemas/questions/records.ts";
import { type Difference, differencesOf } from "./differences.ts";
import { type Answered, chooseEvidence, textsAt } from "./evidence-choice.ts";
import { missingDetails, saysDetail } from "./details.ts";
import { inferDerivation } from "./inferred-derivations.ts";
import { leavesOpen } from "../text/refusals.ts";
import { splitSentences } from "../text/sentences.ts";
import { daysStated } from "../text/stated-value.ts";

/** A candidate's answer, with the numbers of the sentences it cites. */
export interface Proposal extends Answered {
  readonly type: QuestionType;
  readonly numbers: readonly number[];
}

export interface BlindAnswer extends Pick<Reading, "answer" | "answerable" | "clear" | "worth"> {
  readonly numbers: readonly number[];
}

export type Agreement =
  | { readonly outcome: "rejected"; readonly code: string; readonly detail: string }
  | {
      readonly outcome: "agreed" | "differs";
      readonly numbers: number[];
      readonly derivations: Derivation[];
      /** Empty if they agree. */
      readonly differences: Difference[];
    };

/** Whether an answer declines in its first clause: "The manual promises no exact code. It says only …". */
export function opensDeclining(answer: string, language: Language): boolean {
  const [clause] = (splitSentences(answer, language)[0]?.text ?? "").split(/[,，;；:：]/);
  return leavesOpen(clause ?? "", language);
}

/** The rejection that follows from the reader's verdict on the question alone, if any. */
function refusal(
  { type, numbers }: Proposal,
  { answerable, clear, worth }: BlindAnswer,
): { code: string; detail: string } | undefined {
  if (!clear) return { code: "unclear", detail: "A reader could not tell what is asked." };
  if (type !== "unanswerable" && answerable === "no")
    return { code: "not-answerable", detail: "A reader found no answer in the sentences." };
  if (type === "unanswerable" && answerable !== "no" && numbers.length === 0)
    return {
      code: "answered",
      detail:
        answerable === "yes"
          ? "A reader found the answer in the sentences."
          : "A part is settled, and the answer does not say which.",
    };
  if (worth <= 2) return { code: "not-worth-asking", detail: `A reader gave it ${worth} of 5.` };
  return undefined;
}

/** Whether a reader found an answer that the candidate says is not there. */
const findsAnswer = ({ type, language }: Proposal, { answer, answerable }: BlindAnswer): boolean =>
  type === "unanswerable" && answerable === "yes" && !opensDeclining(answer, language);

/** The sentences that the two answers need together, and the differences left to settle. */
export function compareReadings(proposal: Proposal, blind: BlindAnswer): Agreement {
  const refused = refusal(proposal, blind);
  if (refused) return { outcome: "rejected", ...refused };
  const derivations = withInferred(proposal, blind);
  const asked = { ...proposal, derivations };
  const chosen = chooseEvidence(asked, proposal.numbers, blind.numbers);
  const numbers = withDates(proposal, chosen);
  const finds = findsAnswer(proposal, blind);
  const differences = differencesOf(asked, { ...blind, finds }, numbers);
  const outcome = differences.length === 0 ? "agreed" : "differs";
  return { outcome, numbers, derivations, differences };
}

/** Keeps the lines that date the cited documents: family questions depend on them, even if the heads give the date too. */
function withDates({ type, numbers, sentences }: Proposal, chosen: number[]): number[] {
  if (!questionTypes[type].family) return chosen;
  const cited = new Set(
    sentences.flatMap(({ number, document }) => (chosen.includes(number) ? [document] : [])),
  );
  const dates = sentences.filter(({ number, document, text }) => {
    const days = new Set(daysStated(document));
    const isDated = () => daysStated(text).some(day => days.has(day));
    return numbers.includes(number) && cited.has(document) && isDated();
  });
  return [...new Set([...chosen, ...dates.map(({ number }) => number)])].sort((a, b) => a - b);
}

/** Values that both answers give but no sentence states are probably sums or differences; keeps those that code can derive. */
function withInferred(proposal: Proposal, blind: BlindAnswer): Derivation[] {
  const { language, derivations, numbers, question } = proposal;
  const sources = [...textsAt(proposal, [...numbers, ...blind.numbers]), question];
  const inferred = missingDetails(proposal.answer, sources, language, derivations)
    .filter(detail => detail.kind === "value" && saysDetail(blind.answer, detail, language))
    .map(({ text }) => inferDerivation(text, sources, language));
  return [...derivations, ...inferred.filter(each => each !== undefined)];
}
