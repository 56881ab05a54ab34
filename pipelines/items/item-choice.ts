// Makes items from accepted answers with keypoints and keywords: no duplicates, as many as there is room for; drops the others with a reason.

import type { Measures } from "../../schemas/items/measures.ts";
import {
  type AnswerRow,
  type ItemRow,
  type KeypointRow,
  type KeywordRow,
  type QuestionRow,
  truthOf,
  type VerdictRow,
} from "../../schemas/items/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import type { DroppedInput, Table } from "../engine/stage.ts";
import { fold } from "../text/fold.ts";
import { jaccard } from "../text/similarity.ts";

/** Minimum n-gram similarity at which two questions count as the same: those that differ in a name or a year are similar too. */
const minSimilarity = 0.92;

/** The questions already taken; another is a duplicate if it is similar and has the same answer, or asks about the same facts. */
class TakenQuestions {
  readonly #texts = new Set<string>();
  readonly #facts = new Set<string>();
  readonly #byAnswer = new Map<string, string[]>();

  /** Takes a question unless it is a duplicate; returns the reason if it is. */
  takeUnlessDuplicate({ question, answer }: AnswerRow): string | undefined {
    const text = fold(question.question);
    if (this.#texts.has(text)) return "The same question was already taken.";
    const facts = `${question.type}\n${[...question.factIds].sort().join()}`;
    if (question.factIds.length > 0 && this.#facts.has(facts))
      return "A question of this type about the same facts was already taken.";
    const key = `${question.language}\n${fold(answer)}`;
    const isSimilar = (this.#byAnswer.get(key) ?? []).some(
      other => jaccard(other, question.question) >= minSimilarity,
    );
    if (isSimilar && question.type !== "unanswerable")
      return "A similar question with the same answer was already taken.";
    this.#texts.add(text);
    this.#facts.add(facts);
    this.#byAnswer.set(key, [...(this.#byAnswer.get(key) ?? []), question.question]);
    return undefined;
  }
}

/** A verdict with everything that an item is made from. */
export interface ItemCandidate {
  readonly verdict: VerdictRow;
  readonly answer: AnswerRow;
  readonly points: readonly KeypointRow[];
  /** Undefined if there is nothing to find: the question cannot be answered. */
  readonly terms: KeywordRow | undefined;
  readonly measures?: Measures;
}

/** How many items there is room for, by key. */
export interface ItemRoom {
  readonly remaining: Map<string, number>;
  readonly keyOf: (question: QuestionRow) => string;
  /** Keys whose unused room a question may take if its own is full; none if absent. */
  readonly otherKeysFor?: (question: QuestionRow) => readonly string[];
}

/** The keywords without those that reviewers refused. */
function keywordsOf(
  { coarse, fine, passages }: KeywordRow,
  { refusedKeywords: refused }: VerdictRow,
): ItemRow["keywords"] {
  const removeAt = <Element>(list: readonly Element[], indices: readonly number[] = []) =>
    list.filter((_, index) => !indices.includes(index));
  return {
    coarse: removeAt(coarse, refused?.coarse),
    fine: removeAt(fine, refused?.fine),
    ...(passages && { passages: removeAt(passages, refused?.fine) }),
  };
}

function toItem({
  verdict,
  answer: { id, question, answer, evidence, derivations, language },
  points,
  terms,
  measures,
}: ItemCandidate): ItemRow {
  return {
    id: rowId("item", id),
    wing: question.wing,
    type: question.type,
    language,
    domain: question.domain,
    question: question.question,
    answer,
    documentIds: question.documentIds,
    heldOutIds: question.heldOutIds,
    evidence,
    keypoints: points.map(({ claim, kind, spans }) => ({ claim, kind, spans })),
    keywords: terms ? keywordsOf(terms, verdict) : null,
    derivations,
    scope: question.scope,
    questionId: question.id,
    measures: measures ?? question.measures ?? null,
    ...(question.joins && { joins: question.joins }),
    ...truthOf(question),
  };
}

/** Why an accepted candidate cannot become an item, however much room there is. */
function unfitReason({
  answer,
  points,
  terms,
}: ItemCandidate): Omit<DroppedInput, "id"> | undefined {
  if (points.length === 0) return { code: "no-keypoints", detail: "Its keypoints failed." };
  return terms || answer.question.type === "unanswerable"
    ? undefined
    : { code: "no-keywords", detail: "Its keywords failed." };
}

/** The items for which there is room, in candidate order, and the reason for each one left out. */
export function selectItems(
  candidates: readonly ItemCandidate[],
  room: ItemRoom | undefined,
): { rows: ItemRow[]; dropped: DroppedInput[] } {
  const rows: ItemRow[] = [];
  const dropped: DroppedInput[] = [];
  const deferredCandidates: ItemCandidate[] = [];
  const takenQuestions = new TakenQuestions();
  const drop = ({ verdict: { id } }: ItemCandidate, reason: Omit<DroppedInput, "id">) =>
    dropped.push({ id, ...reason });
  /** Takes the candidate if its key has room left; returns whether it had. */
  const take = (candidate: ItemCandidate, key: string): boolean => {
    const roomLeft = room ? (room.remaining.get(key) ?? 0) : 1;
    if (roomLeft <= 0) return false;
    const detail = takenQuestions.takeUnlessDuplicate(candidate.answer);
    if (detail) drop(candidate, { code: "duplicate", detail });
    else {
      room?.remaining.set(key, roomLeft - 1);
      rows.push(toItem(candidate));
    }
    return true;
  };
  for (const candidate of candidates) {
    // The reasons for a rejection are in the verdicts' journal.
    if (!candidate.verdict.accepted) continue;
    const reason = unfitReason(candidate);
    if (reason) drop(candidate, reason);
    else if (!take(candidate, room?.keyOf(candidate.answer.question) ?? ""))
      deferredCandidates.push(candidate);
  }
  for (const candidate of deferredCandidates) {
    const otherKeys = room?.otherKeysFor?.(candidate.answer.question) ?? [];
    if (!otherKeys.some(key => take(candidate, key)))
      drop(candidate, {
        code: "over-quota",
        detail: "There was no room for it: others ranked higher.",
      });
  }
  return { rows, dropped };
}

interface CandidateTables {
  readonly answers: Table<AnswerRow>;
  readonly keypoints: Table<KeypointRow>;
  readonly keywords: Table<KeywordRow>;
}

/** A verdict with its answer, keypoints and keywords. */
export const toItemCandidate = (
  verdict: VerdictRow,
  { answers, keypoints, keywords }: CandidateTables,
): ItemCandidate => ({
  verdict,
  answer: answers.get(verdict.answerId),
  points: keypoints.where("answerId", verdict.answerId),
  terms: keywords.where("answerId", verdict.answerId)[0],
});
