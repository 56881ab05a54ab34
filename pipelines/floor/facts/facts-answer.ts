// How `rules` reads a user's own document: its facts in the schema's terms, and how a question names it.

import { factsPrompt } from "../../../schemas/rageval/prompts.ts";
import { findFact } from "../../text/occurrence.ts";
import type { VariablesOf } from "../../../schemas/define.ts";
import { type AnswerContext, answers } from "../answerer.ts";
import { nameSubject } from "./document-subject.ts";
import { type FoundFact, findFacts } from "./fact-finding.ts";
import { preparedSchema } from "../prepared-schema.ts";

type Variables = VariablesOf<typeof factsPrompt>;

/** Whether the cited sentences state the value by the measure that checks every fact later. */
const isStated = (fact: FoundFact, { leaves, sentences }: Variables, language: AnswerContext["language"]): boolean => {
  const type = leaves.find(leaf => leaf.path === fact.path)?.type ?? "text";
  const cited = sentences.filter(sentence => fact.sentences.includes(sentence.number));
  return findFact(cited.map(sentence => sentence.text).join("\n"), { type, value: fact.value, language }).length > 0;
};

/** Without leaves that have two contending values: nothing can be named by those. */
const uncontested = (facts: readonly FoundFact[]): FoundFact[] => facts.filter(({ path }) => facts.filter(other => other.path === path).length === 1);

/** Facts whose value stands verbatim in the numbered sentences; a leaf with two contending values is given with both. */
export const factsAnswer = answers(factsPrompt, (variables, context: AnswerContext) => {
  const found = findFacts(variables.leaves, variables.sentences, { name: variables.name, language: context.language });
  const facts = found.filter(fact => isStated(fact, variables, context.language));
  const subject = nameSubject({
    name: variables.name,
    leaves: variables.leaves,
    facts: uncontested(facts),
    sentences: variables.sentences,
    schema: preparedSchema(context, variables.domain),
    language: context.language,
  });
  return { subject, facts };
});
