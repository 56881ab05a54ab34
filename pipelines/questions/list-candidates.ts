// Turns what was worded of lists over all documents into candidates: code gives evidence, members and count, and proves the answer.

import type { Language } from "../../schemas/items/item-types.ts";
import type {
  ListReply,
  ShownList,
  ShownListed,
} from "../../schemas/questions/families/prompts.ts";
import type { Criterion } from "../../schemas/questions/lists.ts";
import type { CandidateReply } from "../../schemas/questions/prompts.ts";
import type { Candidate, Loss } from "../../schemas/questions/records.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { statesValue } from "../text/stated-value.ts";
import { findValues } from "../text/values.ts";
import { sayNames } from "./corpus-subjects.ts";
import type { Fault } from "./family-proofs.ts";
import { type Proposed, type Proposing, toProposed } from "./proposed.ts";

/** A list with what its stage alone knows. */
export interface KnownList extends ShownList {
  readonly factIds: readonly string[];
}

export interface ListProposing extends Proposing {
  readonly lists: readonly KnownList[];
  /** What a text may call a subject. */
  readonly namesOf: (subject: string) => readonly string[];
  /** All subjects of the kind. */
  readonly subjects: readonly string[];
}

const words = {
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

/** What a criterion asks of its leaf, in words. */
export function criterionWords({ test, bound, type }: Criterion, language: Language): string {
  const said = words[language];
  return test === "greatest" || test === "least"
    ? said[test][type === "date" ? "date" : "amount"]
    : said[test](bound ?? "");
}

const isNamed = (text: string, { subject }: ShownListed, { namesOf }: ListProposing): boolean =>
  sayNames(text, namesOf(subject));

const valuesOf = ({ members, criteria }: ShownList): string[] =>
  members.flatMap(({ told }) => told[criteria.length - 1]?.value ?? []);

/** Of each member and criterion the sentence that states it, and the one that names the member where none of these does. */
function sentencesOf(member: ShownListed, proposing: ListProposing): number[] {
  const { sentences, documentIds, language, namesOf } = proposing;
  const names = namesOf(member.subject);
  const textOf = (number: number) =>
    sentences.find(sentence => sentence.number === number)?.text ?? "";
  const chosen = member.told.map(({ sentences: saying, value, document }) => {
    const stating = saying.filter(number => statesValue(textOf(number), value, language));
    const number =
      stating.find(one => sayNames(textOf(one), names)) ?? stating[0] ?? saying[0] ?? 0;
    return { number, documentId: documentIds[document - 1] };
  });
  const naming = chosen.flatMap(({ documentId }) => {
    const ofDocument = chosen.filter(one => one.documentId === documentId);
    const named = sentences.find(
      sentence => sentence.documentId === documentId && sayNames(sentence.text, names),
    );
    return named && !ofDocument.some(({ number }) => sayNames(textOf(number), names))
      ? [named.number]
      : [];
  });
  return [...new Set([...naming, ...chosen.map(({ number }) => number)])].sort((a, b) => a - b);
}

/** The reply as one that cites all it rests on. */
function asReply(reply: ListReply, list: KnownList, proposing: ListProposing): CandidateReply {
  const { asker, question, answer, worth } = reply;
  const values = valuesOf(list);
  const result = String(list.members.length);
  return {
    type: "complete-list",
    asker,
    question,
    answer,
    worth,
    sentences: list.members.flatMap(member => sentencesOf(member, proposing)),
    derivations: values.length > 1 ? [{ operation: "count", operands: values, result }] : [],
  };
}

/** The question says the criteria and no member; the answer all members, their number, and nothing that is not theirs. */
function faultOf(candidate: Candidate, list: KnownList, proposing: ListProposing): Fault[] {
  const { language, subjects, namesOf } = proposing;
  const { question, answer, evidence, derivations } = candidate;
  const says = ({ test, bound }: Criterion) =>
    bound === null ||
    (test === "is"
      ? statesValue(question, bound, language)
      : unsupportedValues(bound, [question], [], language).length === 0);
  const unasked = list.criteria.find(criterion => !says(criterion));
  const isMember = (subject: string) => list.members.some(member => member.subject === subject);
  const told = subjects.find(subject => isMember(subject) && sayNames(question, namesOf(subject)));
  const unsaid = list.members.find(member => !isNamed(answer, member, proposing));
  const foreign = subjects.find(
    subject => !isMember(subject) && sayNames(answer, namesOf(subject)),
  );
  const count = list.members.length;
  const isCounted =
    count === 1 || findValues(answer, language).some(({ canonical }) => canonical === `${count}`);
  const sources = [...evidence.map(({ text }) => text), question];
  const [unsupported] = unsupportedValues(answer, sources, derivations, language);
  const [value] = count === 1 ? valuesOf(list) : [];
  const faults: [string, string | undefined][] = [
    ["criterion-not-asked", unasked && `The question does not say "${unasked.bound}".`],
    ["names-its-members", told && `The question names ${told}.`],
    ["incomplete-list", unsaid && `The answer does not name ${unsaid.subject}.`],
    ["foreign-member", foreign && `${foreign} is no member of the list.`],
    ["no-count", isCounted ? undefined : `The answer does not say that there are ${count}.`],
    ["unsupported-value", unsupported && `No member's documents say ${unsupported}.`],
    [
      "no-extreme",
      value && !statesValue(answer, value, language)
        ? `The answer does not say ${value}.`
        : undefined,
    ],
  ];
  return faults.flatMap(([code, detail]) => (detail ? [{ code, detail }] : []));
}

/** What somebody answers who found a part, or one that is near; nothing where the words are no such answer. */
function partialOf({ partial }: ListReply, list: KnownList, proposing: ListProposing) {
  const { documentIds } = proposing;
  const named = [...list.members, ...list.others].filter(one => isNamed(partial, one, proposing));
  const isWhole = list.members.every(member => named.includes(member));
  const ids = named.flatMap(({ told }) =>
    told.flatMap(({ document }) => documentIds[document - 1] ?? []),
  );
  return isWhole || ids.length === 0
    ? []
    : [{ answer: partial.trim(), trap: "partial" as const, documentIds: [...new Set(ids)] }];
}

/** Candidates and losses, each numbered as in the reply. */
export function toListProposed(
  replies: readonly (ListReply | null)[],
  proposing: ListProposing,
): Proposed {
  const listOf = (reply: ListReply | null | undefined) =>
    proposing.lists.find(({ number }) => number === reply?.list);
  const { candidates, losses } = toProposed(
    replies.map(reply => {
      const list = listOf(reply);
      return reply && list ? asReply(reply, list, proposing) : null;
    }),
    proposing,
  );
  const lost: Loss[] = [...losses];
  const proved = candidates.flatMap((candidate): Candidate[] => {
    const reply = replies[candidate.number - 1];
    const list = listOf(reply);
    if (!reply || !list) return [];
    const [fault] = faultOf(candidate, list, proposing);
    if (fault) lost.push({ number: candidate.number, ...fault });
    const members = new Set(
      list.members.flatMap(({ told }) =>
        told.flatMap(({ document }) => proposing.documentIds[document - 1] ?? []),
      ),
    );
    const wrongAnswers = partialOf(reply, list, proposing);
    return fault
      ? []
      : [
          {
            ...candidate,
            factIds: [...list.factIds],
            members: [...members],
            ...(wrongAnswers.length > 0 && { wrongAnswers }),
          },
        ];
  });
  return { candidates: proved, losses: lost };
}
