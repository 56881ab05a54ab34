// Hands the drafts of all six tasks to the tail, in the order of the plans; one whose gold is not in the corpus stays behind.

import {
  type ContinuationRow,
  continuations,
  corrections,
  qaMultis,
  qaSingles,
  type SummarizationRow,
  summarizations,
} from "../../schemas/crud/drafts.ts";
import { crudPlans } from "../../schemas/crud/records.ts";
import { type Derivation, type QuestionRow, questions } from "../../schemas/items/records.ts";
import { type CrudTask, isReverse } from "../../schemas/items/item-types.ts";
import { documents, type Span } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineWholeStage, type Dropped } from "../engine/stage.ts";

interface Draft extends Omit<SummarizationRow | ContinuationRow, "heldOutId"> {
  readonly heldOutId?: string;
  readonly spans?: Span[];
  readonly derivations?: Derivation[];
}

function toQuestion(
  type: CrudTask,
  {
    id,
    planId,
    language,
    domain,
    question,
    answer,
    documentIds,
    heldOutId,
    spans = [],
    derivations = [],
  }: Draft,
): QuestionRow {
  const heldOutIds = heldOutId === undefined ? [] : [heldOutId];
  return {
    id: rowId("q", planId, question, documentIds),
    wing: "crud",
    type,
    language,
    domain,
    question,
    answer,
    subjects: [],
    documentIds,
    heldOutIds,
    spans,
    scope: [],
    factIds: [],
    derivations,
    originId: id,
  };
}

/** Looked up once more here, whatever made it so: an edit by hand, or a fault of a stage before. */
function problemOf(
  question: QuestionRow,
  isInCorpus: (id: string) => boolean,
): Omit<Dropped, "id"> | undefined {
  const back = question.heldOutIds.find(isInCorpus);
  if (back !== undefined)
    return {
      code: "answer-in-corpus",
      detail: `The corpus holds ${back}, from which the task was made.`,
    };
  if (question.documentIds.length === 0)
    return { code: "gold-missing", detail: "The corpus holds none of the articles it rests on." };
  const missing = question.documentIds.find(id => !isInCorpus(id));
  if (missing !== undefined)
    return {
      code: "gold-missing",
      detail: `The corpus lacks ${missing}, on which the answer rests.`,
    };
  return undefined;
}

export const crudQuestionsStage = defineWholeStage({
  name: "crud/questions",
  module: import.meta.filename,
  prompts: [],
  over: crudPlans,
  lookup: { summarizations, continuations, qaSingles, qaMultis, corrections, documents },
  writes: questions,
  all(plans, { tables }) {
    const { summarizations, continuations, qaSingles, qaMultis, corrections } = tables;
    const inCorpus = tables.documents.derive("ids", rows => new Set(rows.map(({ id }) => id)));
    const rows: QuestionRow[] = [];
    const dropped: Dropped[] = [];
    for (const { id, type } of plans) {
      const drafts: Draft[] = [
        ...summarizations.where("planId", id),
        ...continuations.where("planId", id),
        ...qaSingles.where("planId", id),
        ...qaMultis.where("planId", id),
        ...corrections.where("planId", id),
      ];
      for (const draft of drafts) {
        const question = toQuestion(type, {
          ...draft,
          documentIds: isReverse(type)
            ? draft.documentIds.filter(found => inCorpus.has(found))
            : draft.documentIds,
        });
        const problem = problemOf(question, found => inCorpus.has(found));
        if (problem) dropped.push({ id, ...problem });
        else rows.push(question);
      }
    }
    return { rows, dropped };
  },
});
