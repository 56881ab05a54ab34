// Answers the prompt for questions about documents: they are correct because they are built from facts with known sentences.

import { type CandidateReply, initPrompt } from "../../../schemas/questions/prompts.ts";
import type { QuestionType } from "../../../schemas/items/item-types.ts";
import type { Draw } from "../../text/random.ts";
import { answererFor, preparedSchema } from "../answerer.ts";
import { type AskableMaterial, findAskableFacts } from "./askable-facts.ts";
import { type Construction, chooseSpread, sortedUnique } from "./construction.ts";
import {
  factualQuestions,
  multiHopQuestions,
  summaryQuestions,
  unanswerableQuestions,
  recordListQuestions,
} from "./one-document.ts";
import {
  comparisonQuestions,
  integrationQuestions,
  timeSequenceQuestions,
} from "./several-documents.ts";

/** Question makers by type; "why", "how" and "what if" cannot be answered from facts. */
const makers: Partial<
  Record<QuestionType, (askable: AskableMaterial, draw: Draw) => Construction[]>
> = {
  factual: factualQuestions,
  "multi-hop": askable => [...multiHopQuestions(askable), ...recordListQuestions(askable)],
  summary: summaryQuestions,
  integration: integrationQuestions,
  comparison: comparisonQuestions,
  "time-sequence": timeSequenceQuestions,
  unanswerable: unanswerableQuestions,
};

/** Declines if there is no prepared schema of the domain, or no known fact; code cannot rate a question's worth, so the caller leaves that rating out. */
export const initAnswerer = answererFor(initPrompt, (variables, context) => {
  const { draw } = context;
  const schema = preparedSchema(context, variables.domain);
  if (schema === undefined || variables.facts.length === 0) return undefined;
  const askable = findAskableFacts(variables, schema);
  const constructions = new Map(
    variables.wanted.map(({ type }) => [type, makers[type]?.(askable, draw) ?? []]),
  );
  const chosen = chooseSpread(constructions, variables.wanted, { count: variables.count, draw });
  return { brief: null, candidates: chosen.map(toCandidate) };
});

const toCandidate = ({
  facts,
  ...construction
}: Construction & { readonly type: QuestionType }): CandidateReply => ({
  derivations: [],
  ...construction,
  asker: "",
  worth: 1,
  sentences: sortedUnique(facts.flatMap(({ sentence }) => sentence ?? [])),
});
