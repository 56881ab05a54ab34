// Selects the items: accepted answers with keypoints and keywords, no two alike, each quota filled exactly; the rest is counted.

import {
  type AnswerRow,
  answers,
  type ItemRow,
  items,
  type KeypointRow,
  keypoints,
  type KeywordRow,
  keywords,
  type VerdictRow,
  verdicts,
} from "../../schemas/items/records.ts";
import { documents } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineWholeStage, type Dropped } from "../engine/stage.ts";
import { fold } from "../text/fold.ts";
import { jaccard } from "../text/similarity.ts";
import { groupKey, type QuotaOptions, quotasFor } from "./quotas.ts";

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

interface Selectable {
  readonly verdict: VerdictRow;
  readonly answer: AnswerRow;
  readonly points: readonly KeypointRow[];
  /** None where there is nothing to find: the question cannot be answered. */
  readonly terms: KeywordRow | undefined;
}

function toItem({
  answer: { id, question, answer, evidence, derivations, language },
  points,
  terms,
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
    keywords: terms ? { coarse: terms.coarse, fine: terms.fine } : null,
    derivations,
    scope: question.scope,
    questionId: question.id,
    measures: null,
  };
}

/** The items within their quotas, in the order of the candidates, and the reason for each one left out. */
export function selectItems(
  candidates: readonly Selectable[],
  room: Map<string, number> | undefined,
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
    const key = groupKey(answer.question);
    const left = room?.get(key) ?? (room ? 0 : 1);
    if (left <= 0) {
      drop("over-quota", "The quota of its type was full.");
      continue;
    }
    const duplicate = taken.refuse(answer);
    if (duplicate) {
      drop("duplicate", duplicate);
      continue;
    }
    if (room) room.set(key, left - 1);
    rows.push(toItem(candidate));
  }
  return { rows, dropped };
}

/** Without quotas (a user's own questions) every accepted answer becomes an item. */
export const selectionStage = (quotas: QuotaOptions | undefined) =>
  defineWholeStage({
    name: "items/items",
    module: import.meta.filename,
    prompts: [],
    settings: quotas ?? null,
    over: verdicts,
    lookup: { answers, keypoints, keywords, documents },
    writes: items,
    all(rows, { tables }) {
      const candidates = rows.map(verdict => ({
        verdict,
        answer: tables.answers.get(verdict.answerId),
        points: tables.keypoints.where("answerId", verdict.answerId),
        terms: tables.keywords.where("answerId", verdict.answerId)[0],
      }));
      const room =
        quotas &&
        new Map(
          quotasFor(tables.documents.rows(), quotas).map(quota => [groupKey(quota), quota.target]),
        );
      return selectItems(candidates, room);
    },
  });
