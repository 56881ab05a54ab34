// Answers the prompt for questions about a family: they are correct because they are built from dated facts.

import type { QuestionType } from "../../../schemas/items/item-types.ts";
import {
  familiesPrompt,
  type FamilyCandidateReply,
} from "../../../schemas/questions/families/prompts.ts";
import { type Draw, shuffle } from "../../text/random.ts";
import { answererFor, preparedSchema } from "../answerer.ts";
import {
  type AskableFamily,
  askableFamily,
  type FamilyConstruction,
  phraserOf,
} from "./family-askable.ts";
import { chainQuestions } from "./chains.ts";
import { sortedUnique, countDerivation } from "./construction.ts";
import { describedQuestions, describeSome } from "./family-descriptions.ts";
import {
  asOfQuestions,
  disputeQuestions,
  changeQuestions,
  currentValueQuestions,
} from "./family-question-kinds.ts";
import {
  changesBetweenDocuments,
  documentDays,
  type FamilyList,
  listsOf,
  type Thread,
} from "../../text/family-facts.ts";
import { countedList } from "../wording.ts";

/** Minimum length of a list: two values are merely a change. */
const minMembers = 3;

/** Questions that ask for all values of one kind, if no single document states them all. */
function completeListQuestions(family: AskableFamily): FamilyConstruction[] {
  const hasChanges = (thread: Thread) =>
    changesBetweenDocuments(thread, documentDays(family)).length > 0;
  const changingPaths = family.threads.filter(hasChanges).map(({ path }) => path);
  return listsOf(family)
    .filter(({ path }) => path.includes("/*") || changingPaths.includes(path))
    .flatMap(list => listQuestions(list, family));
}

function listQuestions({ members }: FamilyList, family: AskableFamily): FamilyConstruction[] {
  const facts = members.flatMap(({ statements: memberFacts }) => memberFacts.slice(0, 1));
  const citedDocuments = [...new Set(facts.map(({ document }) => document))];
  const documentParts = family.documents.map(({ number }) => ({
    number,
    stated: members.filter(({ statements: memberFacts }) =>
      memberFacts.some(({ document }) => document === number),
    ),
  }));
  const [largestPart] = documentParts.toSorted((a, b) => b.stated.length - a.stated.length);
  const [fact] = facts;
  if (!fact || !largestPart || largestPart.stated.length === members.length) return [];
  if (members.length < minMembers || citedDocuments.length < 2) return [];
  const phraseFor = phraserOf(fact, family);
  const answer = (listedMembers: typeof members) => {
    const claims = listedMembers.flatMap(({ statements: [first] }) =>
      first ? phraseFor("one-is", first) : [],
    );
    return countedList(claims, family.wording.language);
  };
  return [
    {
      question: phraseFor("all-listed?"),
      answer: answer(members),
      facts,
      members: citedDocuments,
      wrong: [
        { answer: answer(largestPart.stated), trap: "partial", documents: [largestPart.number] },
      ],
      derivations: [countDerivation(facts.map(({ value }) => value))],
    },
  ];
}

type QuestionMaker = (family: AskableFamily, draw: Draw) => FamilyConstruction[];

const makers: Partial<Record<QuestionType, QuestionMaker>> = {
  "as-of": asOfQuestions,
  "what-changed": changeQuestions,
  "which-holds": currentValueQuestions,
  disagreement: disputeQuestions,
  described: describedQuestions,
  "complete-list": completeListQuestions,
  chain: chainQuestions,
};

// A disagreement is no more likely to be in the document that describes the subject than in another; a chain
// already describes its start.
const typesWithName: readonly QuestionType[] = ["disagreement", "chain"];

/** Declines if there is no prepared schema of the domain. */
export const familiesAnswerer = answererFor(familiesPrompt, (variables, context) => {
  const { draw } = context;
  const schema = preparedSchema(context, variables.domain);
  if (schema === undefined) return undefined;
  const { documents, facts, wanted, count } = variables;
  const family = askableFamily({ documents, facts }, schema);
  const repliesByType = wanted.map(({ type, count: wantedCount }) => {
    const constructions = shuffle(draw, makers[type]?.(family, draw) ?? []);
    const replies = typesWithName.includes(type)
      ? constructions
      : describeSome(constructions, family, draw);
    return { wantedCount, replies: replies.map(reply => toReply(reply, type)) };
  });
  // First the requested number of each kind, then more of those that have more.
  const candidates = [
    ...repliesByType.flatMap(({ replies, wantedCount }) => replies.slice(0, wantedCount)),
    ...repliesByType.flatMap(({ replies, wantedCount }) => replies.slice(wantedCount)),
  ];
  return { candidates: candidates.slice(0, count) };
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
