// Turns the drafts of all six tasks into questions for the shared stages; drops drafts whose gold documents are not in the corpus.

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
import { type CrudTask, isReverse, type Join } from "../../schemas/items/item-types.ts";
import { documents, type Span } from "../../schemas/items/documents.ts";
import type { Settings } from "../../schemas/settings.ts";
import type { Wing } from "../../schemas/wings.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineWholeStage, type DroppedInput, type Table } from "../engine/stage.ts";
import type { QuotaOptions } from "../items/quotas.ts";
import { surplusQuestions } from "./surplus-questions.ts";
import { proofOfAll } from "./story-material.ts";

interface Draft extends Omit<SummarizationRow | ContinuationRow, "heldOutId"> {
  readonly heldOutId?: string;
  readonly spans?: Span[];
  readonly derivations?: Derivation[];
  readonly claims?: Claim[];
  readonly measures?: Measures;
  readonly joins?: Join;
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
    joins,
  }: Draft,
): QuestionRow {
  const heldOutIds = heldOutId === undefined ? [] : [heldOutId];
  return {
    id: rowId("q", planId, question, documentIds),
    wing: "crud" satisfies Wing,
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
    ...(joins && { joins }),
  };
}

const measuresOf = ({ task, read, right }: StoryDraftRow): Measures => ({
  ...unmeasured,
  proof: "reading",
  proposed: task.worth,
  read,
  right: right ?? null,
});

/** Turns a story's task into a draft, with the documents that its claims rest on. */
function draftOf(row: StoryDraftRow): Draft {
  const { id, tasksId: planId, language, domain, heldOutId, task } = row;
  const { type, input: question, answer, claims, derivations, joins } = task;
  const spans = proofOfAll(claims);
  const sources = isReverse(type) ? claims.flatMap(claim => claim.spans) : spans;
  const documentIds = [...new Set(sources.map(({ documentId }) => documentId))];
  const heldOutField = isReverse(type) ? { heldOutId } : {};
  const content = { question, answer, claims, derivations, spans, documentIds };
  const measures = measuresOf(row);
  return {
    id,
    planId,
    language,
    domain,
    ...heldOutField,
    ...content,
    measures,
    ...(joins && { joins }),
  };
}

/** Orders drafts by the mean of the author's and the reader's ratings, highest first. */
const compareWorth = (a: StoryDraftRow, b: StoryDraftRow): number =>
  b.task.worth + b.read - a.task.worth - a.read || (a.id < b.id ? -1 : 1);

const bestFirst = (drafts: Table<StoryDraftRow> | undefined): StoryDraftRow[] =>
  [...(drafts?.rows() ?? [])].sort(compareWorth);

/** Why a question cannot be used; checked again here, since artifacts may have been edited by hand and earlier stages may be at fault. */
function problemOf(
  question: QuestionRow,
  isInCorpus: (id: string) => boolean,
): Omit<DroppedInput, "id"> | undefined {
  const leakedId = question.heldOutIds.find(isInCorpus);
  if (leakedId !== undefined)
    return {
      code: "answer-in-corpus",
      detail: `The corpus contains ${leakedId}, from which the task was made.`,
    };
  if (question.documentIds.length === 0)
    return { code: "gold-missing", detail: "The corpus has none of the articles it rests on." };
  const missing = question.documentIds.find(id => !isInCorpus(id));
  if (missing !== undefined)
    return {
      code: "gold-missing",
      detail: `The corpus lacks ${missing}, on which the answer rests.`,
    };
  return undefined;
}

interface TaskDraft {
  /** The id that is recorded if the draft is left out. */
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

/** Drafts from stories, best first, then those from plans, in order. */
function draftsIn(plans: readonly CrudPlanRow[], tables: DraftTables): TaskDraft[] {
  const { qaSingles, corrections, storyDrafts, summarizations, continuations, qaMultis } = tables;
  const best = bestFirst(storyDrafts);
  const storyTaskDrafts = best.map(row => ({
    id: row.id,
    type: row.task.type,
    draft: draftOf(row),
  }));
  const planDrafts = plans.flatMap(({ id, type }) =>
    [
      ...(summarizations?.where("planId", id) ?? []),
      ...(continuations?.where("planId", id) ?? []),
      ...(qaSingles?.where("planId", id) ?? []),
      ...(qaMultis?.where("planId", id) ?? []),
      ...corrections.where("planId", id),
    ].map(draft => ({ id, type, draft })),
  );
  return [...storyTaskDrafts, ...planDrafts];
}

const paperTables = { summarizations, continuations, qaSingles, qaMultis };

interface QuestionsOptions extends Pick<Settings, "method"> {
  readonly quotas: QuotaOptions<CrudTask>;
}

export const crudQuestionsStage = ({ method, quotas }: QuestionsOptions) =>
  defineWholeStage({
    name: "crud/questions",
    module: import.meta.filename,
    prompts: [],
    settings: method === "paper" ? { method } : { method, quotas },
    over: crudPlans,
    lookup: {
      corrections,
      documents,
      ...(method === "paper" ? paperTables : { storyDrafts }),
    },
    writes: questions,
    all(plans, { tables }) {
      const corpusIds = tables.documents.derive("ids", rows => new Set(rows.map(({ id }) => id)));
      const isInCorpus = (id: string) => corpusIds.has(id);
      const { storyDrafts: drafts }: DraftTables = tables;
      const surplus = surplusQuestions(bestFirst(drafts), tables.documents.rows(), quotas);
      const rows: QuestionRow[] = [];
      const dropped: DroppedInput[] = [];
      for (const { id, type, draft } of draftsIn(plans, tables)) {
        const documentIds = isReverse(type)
          ? draft.documentIds.filter(isInCorpus)
          : draft.documentIds;
        const question = toQuestion(type, { ...draft, documentIds });
        const problem = surplus.get(id) ?? problemOf(question, isInCorpus);
        if (problem) dropped.push({ id, ...problem });
        else rows.push(question);
      }
      return { rows, dropped };
    },
  });
