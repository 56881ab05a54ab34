// The answerer of a family's QA init: questions that are correct by construction from dated facts.

import type { QuestionType } from "../../../schemas/items/item-types.ts";
import {
  familiesPrompt,
  type FamilyCandidateReply,
} from "../../../schemas/questions/families/prompts.ts";
import { type Draw, shuffle } from "../../text/random.ts";
import { answererFor, preparedSchema } from "../answerer.ts";
import { type AskableFamily, askableFamily, type FamilyConstruction } from "./family-askable.ts";
import { chainQuestions } from "./chains.ts";
import { sortedUnique } from "./construction.ts";
import { describedQuestions, describeSome } from "./family-descriptions.ts";
import { asOf, disagreement, whatChanged, whichHolds } from "./family-kinds.ts";
import { completeList } from "./family-lists.ts";

type Maker = (family: AskableFamily, draw: Draw) => FamilyConstruction[];

const makers: Partial<Record<QuestionType, Maker>> = {
  "as-of": asOf,
  "what-changed": whatChanged,
  "which-holds": whichHolds,
  disagreement,
  described: describedQuestions,
  "complete-list": completeList,
  chain: chainQuestions,
};

// A disagreement is no more likely to be in the document that describes the subject than in another; a chain
// already describes its start.
const typesWithName: readonly QuestionType[] = ["disagreement", "chain"];

/** Declines if no prepared schema has the words. */
export const familiesAnswerer = answererFor(familiesPrompt, (variables, context) => {
  const { language, draw } = context;
  const schema = preparedSchema(context, variables.domain);
  if (schema === undefined) return undefined;
  const { documents, facts, wanted, count } = variables;
  const family = askableFamily({ family: { documents, facts }, schema, language });
  const repliesByType = wanted.map(({ type, count: wantedCount }) => {
    const constructions = shuffle(draw, makers[type]?.(family, draw) ?? []);
    const replies = typesWithName.includes(type)
      ? constructions
      : describeSome(constructions, family, draw);
    return {
      wantedCount,
      replies: replies.map(construction => toReply(construction, type)),
    };
  });
  // First the requested number of each kind, then more of those that have more.
  const wantedReplies = repliesByType.flatMap(({ replies, wantedCount }) =>
    replies.slice(0, wantedCount),
  );
  const extraReplies = repliesByType.flatMap(({ replies, wantedCount }) =>
    replies.slice(wantedCount),
  );
  return { candidates: [...wantedReplies, ...extraReplies].slice(0, count) };
});

const toReply = (
  { facts, ...construction }: FamilyConstruction,
  type: QuestionType,
): FamilyCandidateReply => ({
  asOf: null,
  members: [],
  derivations: [],
  ...construction,
  type,
  asker: "",
  worth: 1,
  sentences: sortedUnique(facts.flatMap(({ sentences }) => sentences.slice(0, 1))),
});
