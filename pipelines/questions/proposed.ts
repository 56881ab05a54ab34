// Turns what a model proposed into candidates; each one that cannot stand ends with its reason.

import type { Derivation } from "../../schemas/items/derivation.ts";
import { type Language, QuestionType } from "../../schemas/items/item-types.ts";
import type { CandidateReply } from "../../schemas/questions/prompts.ts";
import type { Candidate, Loss } from "../../schemas/questions/records.ts";
import { type PlacedSentence, toEvidence } from "../items/numbered.ts";
import { checkDerivation } from "../text/derivation.ts";
import { headsOf, isCount, missingDetails } from "./details.ts";
import { givesItselfAway } from "./gives-away.ts";
import { inferDerivation } from "./inferred.ts";
import { repeatedQuestions } from "./repeated.ts";

export interface Proposing {
  readonly language: Language;
  readonly wanted: readonly { readonly type: QuestionType }[];
  readonly documentIds: readonly string[];
  readonly sentences: readonly PlacedSentence[];
  /** Made by construction: nobody gave a mark. */
  readonly constructed: boolean;
}

export interface Proposed {
  readonly candidates: Candidate[];
  readonly losses: Loss[];
}

type Fault = Omit<Loss, "number">;

/** Candidates and losses, each numbered as in the reply. */
export function toProposed(
  replies: readonly (CandidateReply | null)[],
  proposing: Proposing,
): Proposed {
  const losses: Loss[] = [];
  const candidates = replies.flatMap((reply, at): Candidate[] => {
    const read = toCandidate(reply, at + 1, proposing);
    if ("code" in read) losses.push({ number: at + 1, ...read });
    return "code" in read ? [] : [read];
  });
  const repeated = repeatedQuestions(
    candidates.map(({ question, mark }) => ({
      question,
      documentIds: proposing.documentIds,
      language: proposing.language,
      mark,
    })),
  );
  for (const [place, kept] of repeated) {
    const [loser, keeper] = [candidates[place], candidates[kept]];
    if (loser && keeper) losses.push(repeats(loser.number, keeper.number));
  }
  return { candidates: candidates.filter((_, place) => !repeated.has(place)), losses };
}

const repeats = (number: number, kept: number): Loss => ({
  number,
  code: "duplicate",
  detail: `Asks what candidate ${kept} asks.`,
});

function toCandidate(
  reply: CandidateReply | null,
  number: number,
  proposing: Proposing,
): Candidate | Fault {
  if (reply === null) return { code: "no-candidate", detail: "It does not fit the contract." };
  const type = QuestionType.safeParse(reply.type.trim().toLowerCase()).data;
  if (type === undefined) return { code: "unknown-type", detail: `"${reply.type}" is no type.` };
  if (!proposing.wanted.some(wanted => wanted.type === type))
    return { code: "type-not-wanted", detail: `No ${type} question was asked for.` };
  const [question, answer] = [reply.question.trim(), reply.answer.trim()];
  if (question === "" || answer === "")
    return { code: "empty", detail: "Nothing is asked or said." };
  const evidence = toEvidence(reply.sentences, proposing.sentences);
  if (evidence.length === 0 && type !== "unanswerable")
    return { code: "no-sentences", detail: `No such sentences: ${reply.sentences.join(", ")}.` };
  // By construction an answer says again what was asked for; its facts are known not to stand in the question.
  const isTold =
    !proposing.constructed &&
    type !== "unanswerable" &&
    givesItselfAway(question, answer, proposing.language);
  if (isTold) return { code: "gives-itself-away", detail: "The question holds its answer." };
  const cited = evidence.map(({ text }) => text);
  const { derivations, unsupported } = traceValues({ question, answer, cited, reply }, proposing);
  if (unsupported.length > 0)
    return { code: "unsupported-value", detail: `Said nowhere: ${unsupported.join(", ")}` };
  const mark = proposing.constructed ? null : reply.worth;
  const asker = reply.asker.trim();
  return { number, type, asker, question, answer, evidence, derivations, mark };
}

interface Answered {
  readonly question: string;
  readonly answer: string;
  readonly cited: readonly string[];
  readonly reply: Pick<CandidateReply, "derivations">;
}

/** The sound derivations, and the values and codes that are said nowhere and are no sum or difference of what is cited. */
function traceValues(
  { question, answer, cited, reply }: Answered,
  { language, sentences }: Proposing,
): { derivations: Derivation[]; unsupported: string[] } {
  const derivations = reply.derivations.filter(
    each => checkDerivation(each, language) === undefined,
  );
  const sources = [...sentences.map(({ text }) => text), ...headsOf(sentences), question];
  const unsupported = missingDetails(answer, sources, language, derivations).filter(
    ({ kind, text }) =>
      kind === "code" ||
      (kind === "value" &&
        !isCount(text) &&
        inferDerivation(text, [...cited, question], language) === undefined),
  );
  return { derivations, unsupported: unsupported.map(({ text }) => text) };
}
