// The two forms of a reply to a question prompt: a question with its answer, or a reason to decline.

import type { QuestionReply } from "../../../schemas/rageval/prompts.ts";

export const asked = (
  question: string,
  answer: string,
  derivations: QuestionReply["derivations"] = [],
): QuestionReply => ({ declined: null, question, answer, derivations });

export const decline = (reason: string): QuestionReply => ({
  declined: reason,
  question: "",
  answer: "",
  derivations: [],
});
