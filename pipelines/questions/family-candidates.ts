// Turns what was proposed of a family into candidates that know their wrong answers; what code cannot prove ends with its reason.

import type { Language } from "../../schemas/items/item-types.ts";
import type { WrongAnswer } from "../../schemas/items/records.ts";
import type { FamilyCandidateReply } from "../../schemas/questions/families/prompts.ts";
import type { Candidate, Loss } from "../../schemas/questions/records.ts";
import { numbersOf, toEvidence } from "../items/numbered.ts";
import { fold } from "../text/fold.ts";
import { isCount } from "../text/values.ts";
import { statesValue } from "../text/stated-value.ts";
import { type Apart, shareOf, tellsApart, tellsRival, wordSet } from "../text/told-apart.ts";
import { anchorsOf } from "./anchors.ts";
import { headsOf, missingDetails } from "./details.ts";
import { type FamilyFacts, twinNumbers } from "../text/family-facts.ts";
import { proveChain } from "./chain-proof.ts";
import { type Claim, type Fault, type Proof, proofs } from "./family-proofs.ts";
import { type Proposed, type Proposing, toProposed } from "./proposed.ts";

/** What is proved of a kind; others are read and settled alone. */
export const prove = (claim: Claim): Proof =>
  ({ ...proofs, chain: proveChain })[claim.candidate.type]?.(claim) ?? { gold: [] };

export interface FamilyProposing extends Proposing {
  readonly family: FamilyFacts;
}

interface Held {
  readonly candidate: Candidate;
  readonly gold: readonly Apart[];
  readonly proposing: FamilyProposing;
}

/** Whether an answer that is to be wrong says a value all the same: word for word where nothing tells it apart from others. */
const saysIt = (answer: string, value: Apart, language: Language): boolean =>
  value.rivals.length === 0
    ? statesValue(answer, value.value, language)
    : tellsApart(answer, value, language) && !tellsRival(answer, value, language);

/** A wrong answer stands in a document that it names, a near-twin's in the near-twin's, and does not say what makes the answer right. */
function wrongFault(
  { answer, trap, documents }: FamilyCandidateReply["wrong"][number],
  { candidate, gold, proposing: { family, sentences, documentIds, language } }: Held,
): Fault | undefined {
  const code = "unproved-wrong-answer";
  const isRight = gold.length > 0 && gold.every(value => saysIt(answer, value, language));
  if (isRight || fold(answer) === fold(candidate.answer))
    return { code, detail: `It is not wrong: ${answer}` };
  const twins = twinNumbers(family);
  if (documents.some(number => twins.has(number) !== (trap === "twin")))
    return { code, detail: `It is not where a ${trap} answer is read: ${answer}` };
  const ids = documents.map(number => documentIds[number - 1]);
  const own = sentences.filter(({ documentId }) => ids.includes(documentId));
  // Whoever takes it for right takes it for the subject's, which the question need not name.
  const subjects = family.documents.map(({ subject }) => subject);
  const sources = [
    ...own.map(({ text }) => text),
    ...headsOf(own),
    candidate.question,
    ...subjects,
  ];
  const isStated = shareOf([...wordSet(answer, language)], sources.join("\n"), language) >= 0.5;
  // What a part of a list counts stands nowhere.
  const unsaid = missingDetails(answer, sources, language).filter(
    ({ text }) => !isCount(text) && !/^\d{1,2}$/.test(text),
  );
  return isStated && unsaid.length === 0
    ? undefined
    : { code, detail: `Its documents do not say it: ${answer}` };
}

function toKnown(
  candidate: Candidate,
  reply: FamilyCandidateReply,
  proposing: FamilyProposing,
): Candidate | Fault {
  const { family, documentIds, language } = proposing;
  const ofDocuments = candidate.evidence.map(({ span }) => span.documentId);
  const cited = [...new Set(ofDocuments)].map(id => documentIds.indexOf(id) + 1);
  const proof = prove({ family, language, candidate, reply, cited, sentences: reply.sentences });
  if ("code" in proof) return proof;
  const held = { candidate, gold: proof.gold, proposing };
  const [fault] = reply.wrong.flatMap(wrong => wrongFault(wrong, held) ?? []);
  if (fault) return fault;
  const idsOf = (numbers: readonly number[]) => numbers.flatMap(at => documentIds[at - 1] ?? []);
  const wrongAnswers = reply.wrong.map(
    ({ answer, trap, documents }): WrongAnswer => ({
      answer,
      trap,
      documentIds: idsOf(documents),
    }),
  );
  const numbers = numbersOf(candidate.evidence, proposing.sentences);
  const anchors = anchorsOf(numbers, proposing.sentences, { language, type: candidate.type });
  return {
    ...candidate,
    evidence: toEvidence([...numbers, ...anchors], proposing.sentences),
    ...(candidate.type === "as-of" && reply.asOf !== null && { asOf: reply.asOf }),
    ...(candidate.type === "complete-list" && { members: idsOf(reply.members) }),
    ...(wrongAnswers.length > 0 && { wrongAnswers }),
  };
}

/** Candidates and losses, each numbered as in the reply. */
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
