// Hands the drafts of all six tasks to the tail, in the order of the plans; one whose gold is not in the corpus stays behind.

import {
  type ContinuationRow,
  continuations,
  type CorrectionRow,
  corrections,
  type QaMultiRow,
  qaMultis,
  type QaSingleRow,
  qaSingles,
  type SummarizationRow,
  summarizations,
} from "../../schemas/crud/drafts.ts";
import { type CrudPlanRow, crudPlans } from "../../schemas/crud/records.ts";
import { type StoryDraftRow, storyDrafts } from "../../schemas/crud/stories/records.ts";
import {
  type Claim,
  type Derivation,
  type QuestionRow,
  questions,
} from "../../schemas/items/records.ts";
import { type Measures, unmeasured } from "../../schemas/items/measures.ts";
import { type CrudTask, isReverse } from "../../schemas/items/item-types.ts";
import { documents, type Span } from "../../schemas/items/documents.ts";
import type { Settings } from "../../schemas/settings.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineWholeStage, type Dropped, type Table } from "../engine/stage.ts";
import { proofOfAll } from "./story-material.ts";

interface Draft extends Omit<SummarizationRow | ContinuationRow, "heldOutId"> {
  readonly heldOutId?: string;
  readonly spans?: Span[];
  readonly derivations?: Derivation[];
  readonly claims?: Claim[];
  readonly measures?: Measures;
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
    claims,
    measures,
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
    ...(claims && { claims }),
    ...(measures && { measures }),
  };
}

const measured = (proposed: number, read: number): Measures => ({
  ...unmeasured,
  proof: "reading",
  proposed,
  read,
});

/** A story's task as a draft: its documents are those of its claims. */
function draftOf({
  id,
  tasksId: planId,
  language,
  domain,
  heldOutId,
  task,
  read,
}: StoryDraftRow): Draft {
  const { type, input: question, answer, claims, derivations } = task;
  const spans = proofOfAll(claims);
  const tellers = isReverse(type) ? claims.flatMap(claim => claim.spans) : spans;
  const documentIds = [...new Set(tellers.map(({ documentId }) => documentId))];
  const held = isReverse(type) ? { heldOutId } : {};
  const told = { question, answer, claims, derivations, spans, documentIds };
  const measures = measured(task.worth, read);
  return { id, planId, language, domain, ...held, ...told, measures };
}

/** Those worth most first: of its maker's and its reader's mark the mean. */
const byWorth = (a: StoryDraftRow, b: StoryDraftRow): number =>
  b.task.worth + b.read - a.task.worth - a.read || (a.id < b.id ? -1 : 1);

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

interface Drafted {
  /** Named where a draft is left out. */
  readonly id: string;
  readonly type: CrudTask;
  readonly draft: Draft;
}

interface DraftTables {
  readonly corrections: Table<CorrectionRow>;
  readonly storyDrafts?: Table<StoryDraftRow>;
  readonly summarizations?: Table<SummarizationRow>;
  readonly continuations?: Table<ContinuationRow>;
  readonly qaSingles?: Table<QaSingleRow>;
  readonly qaMultis?: Table<QaMultiRow>;
}

/** Of stories first, then of plans in their order. */
function draftsIn(plans: readonly CrudPlanRow[], tables: DraftTables): Drafted[] {
  const { qaSingles, corrections, storyDrafts, summarizations, continuations, qaMultis } = tables;
  const ofStories = [...(storyDrafts?.rows() ?? [])]
    .sort(byWorth)
    .map(row => ({ id: row.id, type: row.task.type, draft: draftOf(row) }));
  const ofPlans = plans.flatMap(({ id, type }) =>
    [
      ...(summarizations?.where("planId", id) ?? []),
      ...(continuations?.where("planId", id) ?? []),
      ...(qaSingles?.where("planId", id) ?? []),
      ...(qaMultis?.where("planId", id) ?? []),
      ...corrections.where("planId", id),
    ].map(draft => ({ id, type, draft })),
  );
  return [...ofStories, ...ofPlans];
}

const ofPaper = { summarizations, continuations, qaSingles, qaMultis };

export const crudQuestionsStage = ({ method }: Pick<Settings, "method">) =>
  defineWholeStage({
    name: "crud/questions",
    module: import.meta.filename,
    prompts: [],
    settings: { method },
    over: crudPlans,
    lookup: {
      corrections,
      documents,
      ...(method === "paper" ? ofPaper : { storyDrafts }),
    },
    writes: questions,
    all(plans, { tables }) {
      const inCorpus = tables.documents.derive("ids", rows => new Set(rows.map(({ id }) => id)));
      const isInCorpus = (id: string) => inCorpus.has(id);
      const rows: QuestionRow[] = [];
      const dropped: Dropped[] = [];
      for (const { id, type, draft } of draftsIn(plans, tables)) {
        const documentIds = isReverse(type)
          ? draft.documentIds.filter(isInCorpus)
          : draft.documentIds;
        const question = toQuestion(type, { ...draft, documentIds });
        const problem = problemOf(question, isInCorpus);
        if (problem) dropped.push({ id, ...problem });
        else rows.push(question);
      }
      return { rows, dropped };
    },
  });
