// How `rules` reads a user's own document: its facts in the schema's terms, and how a question names it.

import { factsPrompt } from "../../../schemas/rageval/prompts.ts";
import type { AnswerContext } from "./answerer.ts";
import { answers } from "./answerer.ts";
import { nameSubject } from "./document-subject.ts";
import { findFacts } from "./fact-finding.ts";
import { preparedSchema } from "./prepared-schema.ts";

/** Facts whose value stands verbatim in the numbered sentences; a leaf with two contending values has none. */
export const factsAnswer = answers(factsPrompt, (variables, context: AnswerContext) => {
  const { facts } = findFacts(variables.leaves, variables.sentences, context.language);
  const subject = nameSubject({
    name: variables.name,
    leaves: variables.leaves,
    facts,
    sentences: variables.sentences,
    schema: preparedSchema(context, variables.domain),
    language: context.language,
  });
  return { subject, facts };
});
