// What a question on a family claims, and what a proof of that says.

import type { FamilyCandidateReply } from "../../schemas/questions/families/prompts.ts";
import type { Candidate, Loss } from "../../schemas/questions/records.ts";
import type { FamilyFacts } from "../text/family-facts.ts";
import { statesValue } from "../text/stated-value.ts";

export type Fault = Omit<Loss, "number">;

/** What a question is held to. */
export interface Claim {
  readonly family: FamilyFacts;
  readonly language: "zh" | "en";
  readonly candidate: Pick<Candidate, "type" | "question" | "answer">;
  readonly reply: Pick<FamilyCandidateReply, "asOf" | "members" | "wrong">;
  /** The numbers of the documents that its evidence is of. */
  readonly cited: readonly number[];
}

/** What makes an answer right. */
export interface Proved {
  /** The values that make it so: no wrong answer says them all. */
  readonly gold: readonly string[];
  /** Names that it rests on, any of each group: a line of each document cited says so. */
  readonly names?: readonly (readonly string[])[];
  /** False where it rests on no document's day. */
  readonly isDated?: boolean;
}
export type Proof = Proved | Fault;

/** Whether a text of it states a value. */
export const states = ({ language }: Claim, text: string, value: string): boolean =>
  statesValue(text, value, language);

export const answers = (claim: Claim, value: string): boolean =>
  states(claim, claim.candidate.answer, value);
