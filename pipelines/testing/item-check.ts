// Compares one item of a packed benchmark with a system's reply: what is wrong, and which step lost it. No model is called.

import { basename } from "node:path";
import type { Passage, SimplePassage } from "../../schemas/evaluation/predictions.ts";
import type { PackedDocument, PackedItem } from "../../schemas/formats/pack.ts";
import { evidenceIn, isContentKnown } from "../evaluate/evidence/passage-evidence.ts";
import { findCutPassage } from "../evaluate/evidence/cut-passage.ts";
import { lossOf } from "../evaluate/evidence/evidence-losses.ts";
import { packedTruth } from "../evaluate/pack/read-pack.ts";
import {
  type AnswerCheck,
  checkAnswer,
  type AnswerCheckOptions,
} from "../evaluate/pack/check-answer.ts";
import type { ParsedReply } from "../systems/ask-once.ts";

export interface CheckedItem {
  /** One line per problem; empty if there are none. */
  readonly problems: readonly string[];
  /** Whether code could decide anything about it. */
  readonly isDecided: boolean;
  /** The step that lost what is missing, in words. */
  readonly lostStep: string;
}

/** The benchmark's document with this id, name, file or path. */
function documentIdOf(
  { documentId, source }: Exclude<SimplePassage, string>,
  documents: readonly PackedDocument[],
): string | null {
  const names = [documentId, source].flatMap(name => (name ? [String(name)] : []));
  const document = documents.find(document =>
    names.some(
      name =>
        [document.id, document.name, document.source].includes(name) ||
        (document.source !== null && basename(document.source) === basename(name)),
    ),
  );
  return document?.id ?? names[0] ?? null;
}

function toPassage(given: SimplePassage, documents: readonly PackedDocument[]): Passage {
  const fields = typeof given === "string" ? { text: given } : given;
  const { id, start, end, text, score } = fields;
  return {
    id: id === null || id === undefined ? null : String(id),
    documentId: documentIdOf(fields, documents),
    start: start ?? null,
    end: end ?? null,
    text: text ?? null,
    score: score ?? null,
  };
}

type PassageLists = Record<"retrieved" | "reranked" | "contexts", Passage[] | null>;

function listsOf(reply: ParsedReply, documents: readonly PackedDocument[]): PassageLists {
  const toPassages = (passages: readonly SimplePassage[] | null) =>
    passages?.map(passage => toPassage(passage, documents)) ?? null;
  return {
    retrieved: toPassages(reply.retrieved),
    reranked: toPassages(reply.reranked),
    contexts: toPassages(reply.contexts),
  };
}

/** All passages that were retrieved or read; null if the system reports none. */
const foundIn = ({ retrieved, reranked, contexts }: PassageLists): Passage[] | null => {
  const passages = [retrieved, reranked, contexts].flatMap(list => list ?? []);
  return retrieved === null && reranked === null && contexts === null ? null : passages;
};

/** Texts of the evidence that these passages do not contain; null if the system does not report their content. */
export function missingEvidence(
  item: PackedItem,
  reply: ParsedReply,
  documents: readonly PackedDocument[] = [],
): string[] | null {
  const foundPassages = foundIn(listsOf(reply, documents));
  if (foundPassages === null || !isContentKnown(foundPassages)) return null;
  const { hasWhole } = evidenceIn(foundPassages);
  return (packedTruth(item).references ?? [])
    .filter(reference => !hasWhole(reference))
    .map(({ text }) => text);
}

/** Whether code can tell if an answer is right. */
export const isDecidable = ({ declined, keypoints }: AnswerCheck): boolean =>
  declined !== null || keypoints.some(({ missingParts: missing }) => missing !== null);

/** What an answer lacks or gets wrong, as far as code can tell. */
export function answerProblems({ keypoints, trap, declined }: AnswerCheck): string[] {
  const missing = keypoints
    .filter(keypoint => keypoint.missingParts !== null && keypoint.missingParts.length > 0)
    .map(
      ({ id, claim, missingParts: words }) =>
        `it lacks ${(words ?? []).join(", ")} (${id}: ${claim})`,
    );
  return [
    ...(declined === false ? ["it answers what the documents leave open"] : []),
    ...(trap ? [`it gives a ${trap.trap} value (${trap.answer})`] : []),
    ...missing,
  ];
}

const steps = {
  parsing: "parsing: no piece of the corpus holds it",
  chunking: "chunking: a chunk boundary splits the evidence",
  retrieval: "retrieval: the evidence was not retrieved",
  reranking: "reranking: the evidence was retrieved, but not read",
  generation: "generation: all the evidence was read",
};

/** The loss in retrieval, in words: how much of the evidence was missed, if some was retrieved. */
function retrievalLoss({ evidence }: PackedItem, missingTexts: readonly string[] | null): string {
  const [lostCount, totalCount] = [missingTexts?.length ?? 0, evidence.length];
  if (lostCount === 0 || lostCount === totalCount) return steps.retrieval;
  return `retrieval: ${lostCount} of ${totalCount} pieces of evidence ${lostCount === 1 ? "was" : "were"} not retrieved`;
}

function findLostStep(
  item: PackedItem,
  lists: PassageLists,
  {
    faultCount,
    missingTexts,
  }: { readonly faultCount: number; readonly missingTexts: readonly string[] | null },
): string {
  if (item.type === "unanswerable" || item.evidence.length === 0)
    return "generation: there is nothing to retrieve";
  const truth = packedTruth(item);
  const { lostIn, told } = lossOf({
    truth,
    prediction: lists,
    chunks: null,
    missedKeypoints: faultCount,
  });
  if (lostIn === "retrieval") {
    const cut = findCutPassage(
      item.evidence.map(({ text }) => text),
      lists.retrieved ?? lists.contexts ?? [],
    );
    if (cut !== undefined) return `chunking: a chunk boundary splits the evidence: “${cut}”`;
    return retrievalLoss(item, missingTexts);
  }
  if (lostIn !== null) return steps[lostIn];
  return told.length === 0
    ? "not known: the system does not return the text of what it retrieved (return { answer, retrieved: [text, …] })"
    : "none: all the evidence was read";
}

export interface CheckOptions extends AnswerCheckOptions {
  /** Whether evidence that was not retrieved is a failure even if the answer is right. */
  readonly mustCite?: boolean | undefined;
  readonly documents?: readonly PackedDocument[] | undefined;
}

/**
 * An answer fails if it lacks something or gets something wrong; if code cannot decide that, it fails if evidence was
 * not retrieved. Nothing is decided if the system reports no passages either.
 */
export function checkItem(
  item: PackedItem,
  reply: ParsedReply,
  { mustCite = false, documents = [], full }: CheckOptions = {},
): CheckedItem {
  const answerCheck = checkAnswer(item, reply.answer ?? "", { full });
  const isDecided = isDecidable(answerCheck);
  const faults = answerProblems(answerCheck);
  const missingTexts = item.type === "unanswerable" ? [] : missingEvidence(item, reply, documents);
  const isDecidedByEvidence =
    missingTexts !== null && item.evidence.length > 0 && (mustCite || !isDecided);
  const evidenceProblems = isDecidedByEvidence
    ? missingTexts.map(text => `its evidence was not retrieved: “${text}”`)
    : [];
  return {
    problems: [...faults, ...evidenceProblems],
    isDecided: isDecided || answerCheck.trap !== null || isDecidedByEvidence,
    lostStep: findLostStep(item, listsOf(reply, documents), {
      faultCount: faults.length,
      missingTexts,
    }),
  };
}
