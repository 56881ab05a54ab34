// Records about finished items: relevant documents, split, and RAGQuestEval's questions about their reference answers.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Span } from "./documents.ts";
import { Language } from "./item-types.ts";

/** The relevance of a document of the corpus to an item, with the reason. */
export const LabelRow = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  language: Language,
  documentId: z.string(),
  /** gold: the item was built on it; support: another document that states the answer; reconstruction: it states part of a reverse task's reference. */
  role: z.enum(["gold", "support", "reconstruction"]),
  /** 1 for gold and support; for a reconstruction, the number of keypoints it supports. */
  grade: z.int().min(1),
  spans: z.array(Span),
  /** Whether the label counts towards CRUD-RAG's MRR. Those of reverse tasks do not: their relevance is inherently vague. */
  countsForMrr: z.boolean(),
});
export type LabelRow = z.output<typeof LabelRow>;

/** The split of an item: no document belongs to both splits. */
export const SplitRow = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  language: Language,
  split: z.enum(["dev", "test"]),
});
export type SplitRow = z.output<typeof SplitRow>;

/** Items whose reference answers are sent in one request. */
export const QuestSheetRow = z.strictObject({
  id: z.string(),
  language: Language,
  itemIds: z.array(z.string()).min(1),
});
export type QuestSheetRow = z.output<typeof QuestSheetRow>;

/** The questions about one item's reference answer, as RAGQuestEval asks them. */
export const QuestEvalRow = z.strictObject({
  id: z.string(),
  itemId: z.string(),
  language: Language,
  /** Pieces of key information, each with a question about it and the answer that the reference answer gives to it. */
  entries: z.array(
    z.strictObject({ keyInfo: z.string(), question: z.string(), answer: z.string() }),
  ),
});
export type QuestEvalRow = z.output<typeof QuestEvalRow>;

export const splits = artifactOf("items/splits", SplitRow);
export const labels = artifactOf("items/labels", LabelRow);
export const questSheets = artifactOf("items/quest-sheets", QuestSheetRow);
export const questEval = artifactOf("items/quest-eval", QuestEvalRow);
