// Turns proposals about a family into candidates with their wrong answers; a proposal that code cannot prove is lost, with the reason.

import type { Language } from "../../schemas/items/item-types.ts";
import type { WrongAnswer } from "../../schemas/items/records.ts";
import type { FamilyCandidateReply } from "../../schemas/questions/families/prompts.ts";
import type { Candidate, Loss } from "../../schemas/questions/records.ts";
import { numbersOf, toEvidence } from "../items/numbered-sentences.ts";
import { fold } from "../text/fold.ts";
import { isCount } from "../text/values.ts";
import { statesValue } from "../text/stated-value.ts";
import { type Apart, shareOf, tellsApart, tellsRival, wordSet } from "../text/value-choice.ts";
import { anchorsOf } from "./anchors.ts";
import { headsOf, missingDetails } from "./details.ts";
import { type FamilyFacts, heldAt, threadsOf, twinNumbers } from "../text/family-facts.ts";
import { proveChain } from "./chain-proof.ts";
import { type Claim, type Fault, type Proof, proofs } from "./family-proofs.ts";
import { type Proposed, type Proposing, toProposed } from "./proposals.ts";

/** The proof for the candidate's type; types without one are only read and settled. */
export const prove = (claim: Claim): Proof =>
  ({ ...proofs, chain: proveChain })[claim.candidate.type]?.(claim) ?? { gold: [] };

export interface FamilyProposing extends Proposing {
  readonly family: FamilyFacts;
}

type Wrong = FamilyCandidateReply["wrong"][number];

interface Held {
  readonly candidate: Candidate;
  readonly gold: readonly Apart[];
  readonly proposing: FamilyProposing;
}

/** Whether an answer meant to be wrong states the right value anyway; without rivals, the value must be there verbatim. */
const saysIt = (answer: string, value: Apart, language: Language): boolean =>
  value.rivals.length === 0
    ? statesValue(answer, value.value, language)
    : tellsApart(answer, value, language) && !tellsRival(answer, value, language);

/** Why a wrong answer cannot be used: it must be in a document it names (in the near-twin's, for a twin) and must not be right. */
function wrongFault(
  { answer, trap, documents }: Wrong,
  { candidate, gold, proposing: { family, sentences, documentIds, language } }: Held,
): Fault | undefined {
  const code = "unproved-wrong-answer";
  const isRight = gold.length > 0 && gold.every(value => saysIt(answer, value, language));
  if (isRight || fold(answer) === fold(candidate.answer))
    return { code, detail: `It is not wrong: ${answer}` };
  const twins = twinNumbers(family);
  const isPlaced = documents.every(number => twins.has(number) === (trap === "twin"));
  if (!isPlaced || (trap === "later" && candidate.type !== "as-of"))
    return { code, detail: `It is not where a ${trap} answer is read: ${answer}` };
  const ids = documents.map(number => documentIds[number - 1]);
  const shown = sentences.filter(({ documentId }) => ids.includes(documentId));
  // A reader who falls for it takes it as the subject's, and the question need not name the subject.
  const subjects = family.documents.map(({ subject }) => subject);
  const sources = [
    ...shown.map(({ text }) => text),
    ...headsOf(shown),
    candidate.question,
    ...subjects,
  ];
  const isStated = shareOf([...wordSet(answer, language)], sources.join("\n"), language) >= 0.5;
  // The count of a part of a list is stated nowhere.
  const unsaid = missingDetails(answer, sources, language).filter(
    ({ text }) => !isCount(text) && !/^\d{1,2}$/.test(text),
  );
  // A number derived from a value that only these documents state, such as a share, is allowed.
  const own = missingDetails(answer, [candidate.answer, candidate.question], language).filter(
    ({ text }) => unsaid.every(other => other.text !== text),
  );
  const isReckoned = own.length > 0 && unsaid.every(({ kind }) => kind === "value");
  return isStated && (unsaid.length === 0 || isReckoned)
    ? undefined
    : { code, detail: `Its documents do not say it: ${answer}` };
}

/** The trap of a wrong answer; a value of another day than the one asked about is named by whether it held before or after. */
function trapOf({ answer, trap }: Wrong, asOf: string, { gold, proposing }: Held): Wrong["trap"] {
  const { family, language } = proposing;
  if (trap !== "superseded" && trap !== "later") return trap;
  const otherDays = threadsOf(family).flatMap(thread => {
    const right = heldAt(thread, asOf)?.value;
    if (right === undefined || gold.every(({ value }) => value !== right)) return [];
    return thread.held.filter(
      ({ value }) => value !== right && tellsApart(answer, { value, rivals: [right] }, language),
    );
  });
  if (otherDays.length === 0) return trap;
  return otherDays.every(({ from }) => from !== null && from > asOf) ? "later" : "superseded";
}

function toKnown(
  candidate: Candidate,
  reply: FamilyCandidateReply,
  proposing: FamilyProposing,
): Candidate | Fault {
  const { family, documentIds, language } = proposing;
  const evidenceIds = candidate.evidence.map(({ span }) => span.documentId);
  const cited = [...new Set(evidenceIds)].map(id => documentIds.indexOf(id) + 1);
  const claim = { family, language, candidate, reply, cited, sentences: reply.sentences };
  const proof = prove(claim);
  if ("code" in proof) return proof;
  const held = { candidate, gold: proof.gold, proposing };
  const faults = reply.wrong.map(wrong => wrongFault(wrong, held));
  const wrongs = reply.wrong.filter((_, at) => faults[at] === undefined);
  // An unusable wrong answer is left out if there are others, unless the question depends on it.
  const [fault] = faults.flatMap(found => found ?? []);
  const isWhole =
    wrongs.length > 0 && !("code" in prove({ ...claim, reply: { ...reply, wrong: wrongs } }));
  if (fault && !isWhole) return fault;
  const idsOf = (numbers: readonly number[]) => numbers.flatMap(at => documentIds[at - 1] ?? []);
  const asOf = candidate.type === "as-of" ? reply.asOf : null;
  const wrongAnswers = wrongs.map(
    (wrong): WrongAnswer => ({
      answer: wrong.answer,
      trap: asOf === null ? wrong.trap : trapOf(wrong, asOf, held),
      documentIds: idsOf(wrong.documents),
    }),
  );
  const numbers = numbersOf(candidate.evidence, proposing.sentences);
  const anchors = anchorsOf(numbers, proposing.sentences, {
    language,
    type: candidate.type,
    said: `${candidate.question}\n${candidate.answer}`,
  });
  return {
    ...candidate,
    evidence: toEvidence([...numbers, ...anchors], proposing.sentences),
    ...(asOf !== null && { asOf }),
    ...(candidate.type === "complete-list" && { members: idsOf(reply.members) }),
    ...(wrongAnswers.length > 0 && { wrongAnswers }),
  };
}

/** Candidates and losses, numbered as in the reply. */
export function toFamilyProposed(
  replies: readonly (FamilyCandidateReply | null)[],
  proposing: FamilyProposing,
): Proposed {
  const { candidates, losses } = toProposed(replies, proposing);
  const lost: Loss[] = [...losses];
  const known = candidates.flatMap((candidate): Candidate[] => {
    const reply = replies[candidate.number - 1];
    const read = reply ? toKnown(candidate, reply, proposing) : [];
    if ("code" in read) lost.push({ number: candidate.number, ...read });
    return "code" in read ? [] : [read].flat();
  });
  return { candidates: known, losses: lost };
}
