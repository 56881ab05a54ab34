// Makes items of accepted answers with keypoints and keywords: no two alike, as many as there is room for; the rest is counted.

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
import type { Dropped, Table } from "../engine/stage.ts";
import { fold } from "../text/fold.ts";
import { jaccard } from "../text/similarity.ts";

// Questions that differ in a name or a year share most of their n-grams; above this two are one question.
const alike = 0.92;

/** Questions already taken; a further one is a duplicate if it reads alike and has the same answer, or asks of the same facts. */
class TakenQuestions {
  readonly #texts = new Set<string>();
  readonly #facts = new Set<string>();
  readonly #byAnswer = new Map<string, string[]>();

  /** The reason why a question is a duplicate, or undefined: it is then taken. */
  refuse({ question, answer }: AnswerRow): string | undefined {
    const text = fold(question.question);
    if (this.#texts.has(text)) return "The same question was taken before.";
    const facts = `${question.type}\n${[...question.factIds].sort().join()}`;
    if (question.factIds.length > 0 && this.#facts.has(facts))
      return "A question of this type on the same facts was taken before.";
    const key = `${question.language}\n${fold(answer)}`;
    const near = (this.#byAnswer.get(key) ?? []).some(
      other => jaccard(other, question.question) >= alike,
    );
    if (near && question.type !== "unanswerable")
      return "A question that reads alike, with the same answer, was taken before.";
    this.#texts.add(text);
    this.#facts.add(facts);
    this.#byAnswer.set(key, [...(this.#byAnswer.get(key) ?? []), question.question]);
    return undefined;
  }
}

export interface Selectable {
  readonly verdict: VerdictRow;
  readonly answer: AnswerRow;
  readonly points: readonly KeypointRow[];
  /** None where there is nothing to find: the question cannot be answered. */
  readonly terms: KeywordRow | undefined;
  readonly measures?: Measures;
}

/** How many items there is room for, and what shares a room. */
export interface Room {
  readonly left: Map<string, number>;
  readonly keyOf: (question: QuestionRow) => string;
}

/** Without those that the review refused. */
function keywordsOf(
  { coarse, fine, passages }: KeywordRow,
  { refusedKeywords: refused }: VerdictRow,
): ItemRow["keywords"] {
  const without = <Kept>(all: readonly Kept[], places: readonly number[] = []) =>
    all.filter((_, at) => !places.includes(at));
  return {
    coarse: without(coarse, refused?.coarse),
    fine: without(fine, refused?.fine),
    ...(passages && { passages: without(passages, refused?.fine) }),
  };
}

function toItem({
  verdict,
  answer: { id, question, answer, evidence, derivations, language },
  points,
  terms,
  measures,
}: Selectable): ItemRow {
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
    ...truthOf(question),
  };
}

/** The items for which there is room, in the order of the candidates, and the reason for each one left out. */
export function selectItems(
  candidates: readonly Selectable[],
  room: Room | undefined,
): { rows: ItemRow[]; dropped: Dropped[] } {
  const rows: ItemRow[] = [];
  const dropped: Dropped[] = [];
  const taken = new TakenQuestions();
  for (const candidate of candidates) {
    const { verdict, answer, points, terms } = candidate;
    const drop = (code: string, detail: string) => dropped.push({ id: verdict.id, code, detail });
    // Its reasons stand in the journal of the verdicts.
    if (!verdict.accepted) continue;
    if (points.length === 0) {
      drop("no-keypoints", "Its keypoints failed.");
      continue;
    }
    if (!terms && answer.question.type !== "unanswerable") {
      drop("no-keywords", "Its keywords failed.");
      continue;
    }
    const key = room?.keyOf(answer.question) ?? "";
    const left = room ? (room.left.get(key) ?? 0) : 1;
    if (left <= 0) {
      drop("over-quota", "There was no room for it: others came first.");
      continue;
    }
    const duplicate = taken.refuse(answer);
    if (duplicate) {
      drop("duplicate", duplicate);
      continue;
    }
    room?.left.set(key, left - 1);
    rows.push(toItem(candidate));
  }
  return { rows, dropped };
}

interface TailTables {
  readonly answers: Table<AnswerRow>;
  readonly keypoints: Table<KeypointRow>;
  readonly keywords: Table<KeywordRow>;
}

/** A verdict with what it is about. */
export const toSelectable = (
  verdict: VerdictRow,
  { answers, keypoints, keywords }: TailTables,
): Selectable => ({
  verdict,
  answer: answers.get(verdict.answerId),
  points: keypoints.where("answerId", verdict.answerId),
  terms: keywords.where("answerId", verdict.answerId)[0],
});
