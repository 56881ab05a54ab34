// Turns a model's questions about lists drawn from all documents into candidates: code adds evidence, members and count, and proves the answer.

import type { Language } from "../../schemas/items/item-types.ts";
import type {
  ListReply,
  ShownList,
  ShownListMember,
} from "../../schemas/questions/families/prompts.ts";
import type { Criterion } from "../../schemas/questions/corpus-list.ts";
import type { CandidateReply } from "../../schemas/questions/prompts.ts";
import type { Candidate, Loss } from "../../schemas/questions/records.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { statesValue } from "../text/stated-value.ts";
import { findValues } from "../text/values.ts";
import { type NamesBySubject, sentencesNaming, mentionsSubject } from "./corpus-subjects.ts";
import {
  type ProposedCandidates,
  type ProposalContext,
  toProposedCandidates,
} from "./proposals.ts";

/** A list with its criteria and facts, which the model is not shown. */
export interface KnownList extends ShownList {
  readonly criteria: readonly Criterion[];
  readonly factIds: readonly string[];
}

export interface ListProposalContext extends ProposalContext {
  readonly lists: readonly KnownList[];
  /** Names of all subjects of the schema. */
  readonly names: NamesBySubject;
}

const wordings = {
  zh: {
    is: (bound: string) => `为“${bound}”`,
    above: (bound: string) => `超过${bound}`,
    below: (bound: string) => `不到${bound}`,
    since: (bound: string) => `不早于${bound}`,
    before: (bound: string) => `早于${bound}`,
    greatest: { date: "最晚", amount: "最高" },
    least: { date: "最早", amount: "最低" },
  },
  en: {
    is: (bound: string) => `“${bound}”`,
    above: (bound: string) => `more than ${bound}`,
    below: (bound: string) => `less than ${bound}`,
    since: (bound: string) => `on or after ${bound}`,
    before: (bound: string) => `before ${bound}`,
    greatest: { date: "the latest", amount: "the highest" },
    least: { date: "the earliest", amount: "the lowest" },
  },
} as const;

/** Words in a question that make the latest of several values count. */
const latestWords = {
  zh: /最新|最后|最近|最终|目前|现在|如今|现行/,
  en: /\b(?:last|latest|most recent|newest|final|current(?:ly)?|now)\b/i,
};

/** What a criterion requires of its leaf, in words. */
export function criterionWords({ test, bound, type }: Criterion, language: Language): string {
  const wording = wordings[language];
  return test === "greatest" || test === "least"
    ? wording[test][type === "date" ? "date" : "amount"]
    : wording[test](bound ?? "");
}

/** The value that decides for each member: with several criteria, the one tested by the last. */
const valuesOf = ({ members }: ShownList): string[] =>
  members.flatMap(({ told }) => told.at(-1)?.value ?? []);

/** For each value of a member, the sentence that states it, and one that names the member if the first does not. */
function sentencesOf({ subject, told }: ShownListMember, context: ListProposalContext): number[] {
  const { sentences, documentIds, language, names } = context;
  return told.flatMap(({ sentences: statingNumbers, value, document }) => {
    const documentSentences = sentences.filter(
      ({ documentId }) => documentId === documentIds[document - 1],
    );
    const namingSentences = sentencesNaming(documentSentences, subject, names);
    const statingSentences = documentSentences.filter(({ number }) =>
      statingNumbers.includes(number),
    );
    const verbatimSentences = statingSentences.filter(({ text }) =>
      statesValue(text, value, language),
    );
    const evidenceSentence =
      verbatimSentences.find(sentence => namingSentences.includes(sentence)) ??
      verbatimSentences[0] ??
      statingSentences[0];
    if (evidenceSentence === undefined) return [];
    const [namingSentence = evidenceSentence] = namingSentences.includes(evidenceSentence)
      ? []
      : namingSentences;
    return [...new Set([namingSentence.number, evidenceSentence.number])];
  });
}

/** The reply as a candidate reply that cites all its evidence. */
function toCandidateReply(
  reply: ListReply,
  list: KnownList,
  context: ListProposalContext,
): CandidateReply {
  const { asker, question, answer, worth } = reply;
  const [operands, result] = [valuesOf(list), String(list.members.length)];
  const sentences = list.members.flatMap(member => sentencesOf(member, context));
  return {
    type: "complete-list",
    asker,
    question,
    answer,
    worth,
    sentences,
    derivations: operands.length > 1 ? [{ operation: "count", operands, result }] : [],
  };
}

/** The first fault: the question must state the criteria and name no member; the answer must give all members, their number, and nothing else. */
function faultOf(candidate: Candidate, list: KnownList, context: ListProposalContext) {
  const { language, names } = context;
  const { question, answer, evidence, derivations } = candidate;
  const says = (text: string, value: string) =>
    unsupportedValues(value, [text], [], language).length === 0;
  const missingCriterion = list.criteria.find(
    ({ test, bound }) =>
      bound !== null &&
      !(test === "is" ? statesValue(question, bound, language) : says(question, bound)),
  );
  const memberNames = list.members.map(({ subject }) => subject);
  const namesMentionedIn = (text: string) =>
    [...names.keys()].filter(name => mentionsSubject(text, name, names));
  const memberInQuestion = namesMentionedIn(question).find(name => memberNames.includes(name));
  const namesInAnswer = namesMentionedIn(answer);
  const missingMember = memberNames.find(name => !namesInAnswer.includes(name));
  const foreignMember = namesInAnswer.find(name => !memberNames.includes(name));
  const values = findValues(answer).map(({ canonical }) => canonical);
  const isCounted = memberNames.length === 1 || values.includes(String(memberNames.length));
  const [value = ""] = memberNames.length === 1 ? valuesOf(list) : [];
  const sources = [...evidence.map(({ text }) => text), question];
  const [unprovedValue] = unsupportedValues(answer, sources, derivations, language);
  const faults: Record<string, string | false | undefined> = {
    "criterion-not-asked":
      missingCriterion && `The question does not say "${missingCriterion.bound}".`,
    "latest-not-asked":
      list.latest !== "" &&
      !latestWords[language].test(question) &&
      "The question does not say that the value stated last counts.",
    "names-its-members": memberInQuestion && `The question names ${memberInQuestion}.`,
    "incomplete-list": missingMember && `The answer does not name ${missingMember}.`,
    "foreign-member": foreignMember && `${foreignMember} is not in the list.`,
    "no-count": !isCounted && `The answer does not say that there are ${memberNames.length}.`,
    "no-extreme": !says(answer, value) && `The answer does not say ${value}.`,
    "unsupported-value": unprovedValue && `No member's documents state ${unprovedValue}.`,
  };
  return Object.entries(faults).flatMap(([code, detail]) => (detail ? [{ code, detail }] : []))[0];
}

/** The wrong answer of a reader who found only some members, or a near miss; empty if the reply's text is not such an answer. */
function partialOf({ partial }: ListReply, list: KnownList, context: ListProposalContext) {
  const isNamed = ({ subject }: ShownListMember) =>
    mentionsSubject(partial, subject, context.names);
  const namedEntries = [...list.members, ...list.others].filter(isNamed);
  const documentIds = documentsOf(namedEntries, context);
  return documentIds.length === 0 || list.members.every(isNamed)
    ? {}
    : { wrongAnswers: [{ answer: partial.trim(), trap: "partial" as const, documentIds }] };
}

const documentsOf = (
  entries: readonly ShownListMember[],
  { documentIds }: ListProposalContext,
): string[] => [
  ...new Set(
    entries.flatMap(({ told }) => told.flatMap(({ document }) => documentIds[document - 1] ?? [])),
  ),
];

/** Candidates and losses, numbered as in the reply. */
export function toListCandidates(
  replies: readonly (ListReply | null)[],
  context: ListProposalContext,
): ProposedCandidates {
  const repliesWithLists = replies.map(reply => {
    const list = context.lists.find(({ number }) => number === reply?.list);
    return reply && list ? { reply, list } : null;
  });
  const { candidates, losses } = toProposedCandidates(
    repliesWithLists.map(pair => pair && toCandidateReply(pair.reply, pair.list, context)),
    context,
  );
  const allLosses: Loss[] = [...losses];
  const provedCandidates = candidates.flatMap((candidate): Candidate[] => {
    const { reply, list } = repliesWithLists[candidate.number - 1] ?? {};
    if (!reply || !list) return [];
    const fault = faultOf(candidate, list, context);
    if (fault) allLosses.push({ number: candidate.number, ...fault });
    const listFields = {
      factIds: [...list.factIds],
      members: documentsOf(list.members, context),
      ...partialOf(reply, list, context),
    };
    return fault ? [] : [{ ...candidate, ...listFields }];
  });
  return { candidates: provedCandidates, losses: allLosses };
}
