// CRUD-RAG's dataset file: one object with one array per task. Read tolerantly: additional fields are kept.

import { z } from "zod";
import type { CrudTask } from "../items/item-types.ts";

const ID = z.union([z.string().min(1), z.int()]);

/** Fields of the article, if known. */
const articleFields = {
  text: z.string().optional(),
  headLine: z.string().optional(),
  broadcastDate: z.string().optional(),
};

export const CrudSummary = z.looseObject({
  ID,
  event: z.string().min(1),
  summary: z.string(),
  ...articleFields,
});
export type CrudSummary = z.output<typeof CrudSummary>;

export const CrudContinuation = z.looseObject({
  ID,
  beginning: z.string().min(1),
  continuing: z.string(),
  ...articleFields,
});
export type CrudContinuation = z.output<typeof CrudContinuation>;

export const CrudCorrection = z.looseObject({
  ID,
  newsBeginning: z.string(),
  hallucinatedContinuation: z.string().min(1),
  /** The corrected continuation. */
  hallucinatedMod: z.string(),
  ...articleFields,
});
export type CrudCorrection = z.output<typeof CrudCorrection>;

/** One question and one answer, despite the plural; news1 to news3 are the articles it rests on, `thoughts` describes how it was found. */
export const CrudQuestion = z.looseObject({
  ID,
  questions: z.string().min(1),
  answers: z.string(),
});
export type CrudQuestion = z.output<typeof CrudQuestion>;

/** Keys of the tasks, in the file's order. */
export const crudKeys = {
  summarization: "event_summary",
  continuation: "continuing_writing",
  correction: "hallu_modified",
  "qa-1-document": "questanswer_1doc",
  "qa-2-documents": "questanswer_2docs",
  "qa-3-documents": "questanswer_3docs",
} as const satisfies Record<CrudTask, string>;

/** RAGQuestEval's questions about one reference answer: three lists of equal length. */
export const CrudQuestEval = z.looseObject({
  key_info: z.array(z.string()),
  question: z.array(z.string()),
  answers: z.array(z.string()),
});
export type CrudQuestEval = z.output<typeof CrudQuestEval>;

/** RAGQuestEval's answer to a question that the text does not answer. */
export const cannotInfer = "无法推断";
