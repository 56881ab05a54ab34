// Languages and types of items, including the tasks of the papers.

import { z } from "zod";
import {
  publishedTypeNames,
  questionTypeNames,
  questionTypes,
  stepTypes,
} from "./question-types.ts";

export const Language = z.enum(["zh", "en"]);
export type Language = z.output<typeof Language>;

export const QuestionType = z.enum(questionTypeNames);
export type QuestionType = z.output<typeof QuestionType>;

/** The types that RAGEval published. */
export const PublishedType = z.enum(publishedTypeNames);
export type PublishedType = z.output<typeof PublishedType>;

/** The tasks of CRUD-RAG; the first two are built in reverse, from articles that the corpus must not contain. */
export const CrudTask = z.enum([
  "summarization",
  "continuation",
  "qa-1-document",
  "qa-2-documents",
  "qa-3-documents",
  "correction",
]);
export type CrudTask = z.output<typeof CrudTask>;

/** CoFE-RAG's question types; its factual ones are the same as RAGEval's. */
export const CofeType = z.enum(["factual", "analytical", "comparative", "tutorial"]);
export type CofeType = z.output<typeof CofeType>;

/** Types of item in all wings. */
export const ItemType = z.enum([
  ...QuestionType.options,
  ...CrudTask.options,
  ...CofeType.exclude(["factual"]).options,
]);
export type ItemType = z.output<typeof ItemType>;

type Label = Readonly<Record<Language, string>>;
const questionLabels = Object.fromEntries(
  QuestionType.options.map(type => [type, questionTypes[type].label]),
) as Record<QuestionType, Label>;

/** Names of the types in the report and on the annotation page. */
export const itemLabels: Readonly<Record<ItemType, Label>> = {
  ...questionLabels,
  summarization: { zh: "摘要", en: "Summarization (reverse)" },
  continuation: { zh: "续写", en: "Continuation (reverse)" },
  "qa-1-document": { zh: "单文档问答", en: "QA over 1 document" },
  "qa-2-documents": { zh: "双文档问答", en: "QA over 2 documents" },
  "qa-3-documents": { zh: "三文档问答", en: "QA over 3 documents" },
  correction: { zh: "纠错", en: "Hallucination correction" },
  analytical: { zh: "分析", en: "Analytical" },
  comparative: { zh: "对比", en: "Comparative" },
  tutorial: { zh: "教程", en: "Tutorial" },
};

/** Tasks whose answer existed before its references, and so is never rewritten. */
export const reverseTasks = [
  "summarization",
  "continuation",
] as const satisfies readonly CrudTask[];
const givenAnswerTasks = [...reverseTasks, "correction"] as const satisfies readonly CrudTask[];
export const isReverse = (type: ItemType): boolean =>
  (reverseTasks as readonly ItemType[]).includes(type);
export const hasGivenAnswer = (type: ItemType): boolean =>
  (givenAnswerTasks as readonly ItemType[]).includes(type);

/** Whether the answer is a series of steps, with their purpose in the heading above them. */
export const isAnsweredInSteps = (type: ItemType): boolean =>
  type === "tutorial" || stepTypes.some(name => name === type);

/** How a question joins its articles: one leads to the other, their values are computed together, or similar things are listed. */
export const Join = z.enum(["bridge", "compute", "list"]);
export type Join = z.output<typeof Join>;
