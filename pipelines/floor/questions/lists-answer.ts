// Answers the prompt for questions about lists over all documents: puts the criteria and members that code found into words.

import {
  type ListReply,
  listsPrompt,
  type ShownList,
  type ShownListMember,
} from "../../../schemas/questions/families/prompts.ts";
import { answererFor, preparedSchema } from "../answerer.ts";
import { clausesOf, phraserOf, type Wording, wordingOf } from "./family-askable.ts";
import { asSentence, countedList, lowerFirst, fillPhrase, clausesAsSentence } from "../wording.ts";

/** Declines if there is no prepared schema of the domain. */
export const listsAnswerer = answererFor(listsPrompt, ({ domain, lists, count }, context) => {
  const schema = preparedSchema(context, domain);
  const wording = schema && wordingOf(schema);
  return wording && { candidates: lists.slice(0, count).map(list => toReply(list, wording)) };
});

function questionOf({ leaves, latest, members }: ShownList, wording: Wording): string {
  const { language, kind } = wording;
  const criteria = leaves.map((leaf, index) => {
    const phrase = index < leaves.length - 1 ? "criterion" : "criterion-last";
    return phraserOf(leaf, { subject: "", wording })(phrase, undefined, { words: leaf.words });
  });
  const phrase = members.length === 1 ? "extreme?" : "listed?";
  const questionText = fillPhrase(phrase, language, { kind, list: criteria.join("") });
  return asSentence(
    latest ? fillPhrase("latest?", language, { asked: questionText }) : questionText,
  );
}

function claimOf(
  { subject, told }: ShownListMember,
  { leaves }: ShownList,
  wording: Wording,
): string {
  const statedFacts = leaves.map((leaf, index) => ({ ...leaf, value: told[index]?.value ?? "" }));
  const claim = clausesOf(statedFacts, wording);
  return lowerFirst(fillPhrase("claim-of", wording.language, { subject, claim, low: claim }));
}

function toReply(list: ShownList, wording: Wording): ListReply {
  const { number, members, others } = list;
  const hasOneMember = members.length === 1;
  const answer = (listedMembers: readonly ShownListMember[]) => {
    const claims = listedMembers.map(member => claimOf(member, list, wording));
    return (hasOneMember ? clausesAsSentence : countedList)(claims, wording.language);
  };
  const question = questionOf(list, wording);
  const partial = answer(hasOneMember ? others.slice(0, 1) : members.slice(0, -1));
  return { list: number, asker: "", question, answer: answer(members), partial, worth: 1 };
}
