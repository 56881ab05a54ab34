// What judges and a plain RAG are asked. Ids are given with what is to be judged, and each must come back once.

import { z } from "zod";
import { Measured } from "./performance.ts";
import { definePrompt } from "../define.ts";
import { KeypointVerdict } from "./judgements.ts";

/** What a system is to do with what it is given: each task has an instruction of its own. */
export const BaselineTask = z.enum(["question", "summarization", "continuation", "correction"]);
export type BaselineTask = z.output<typeof BaselineTask>;

/** A passage by its place in the list, from 1. */
const NumberedPassage = z.object({ number: z.int().min(1), text: z.string() });

/** An answer that is to be judged. */
const judged = { task: BaselineTask, question: z.string(), answer: z.string() };

/** RAGEval: what an answer does with each keypoint. */
export const keypointVerdictsPrompt = definePrompt({
  name: "judge/keypoints",
  variables: z.object({
    ...judged,
    keypoints: z.array(z.object({ id: z.string(), claim: z.string() })),
  }),
  reply: z.object({
    verdicts: z.array(z.object({ id: z.string(), reason: z.string(), verdict: KeypointVerdict })),
  }),
  maxReplyTokens: 2000,
});

/** Whether all that the answer states stands in the passages. */
export const faithfulnessPrompt = definePrompt({
  name: "judge/faithfulness",
  variables: z.object({ ...judged, passages: z.array(NumberedPassage) }),
  reply: z.object({ unsupported: z.array(z.string()), reason: z.string(), faithful: z.boolean() }),
  maxReplyTokens: 800,
});

/** Whether answer and passages speak to what was asked. */
export const relevancePrompt = definePrompt({
  name: "judge/relevance",
  variables: z.object({ ...judged, passages: z.array(NumberedPassage) }),
  reply: z.object({ reason: z.string(), relevant: z.boolean() }),
  maxReplyTokens: 400,
});

/** How right and full an answer is beside the reference answer: 1 to 5. */
export const correctnessPrompt = definePrompt({
  name: "judge/correctness",
  variables: z.object({ ...judged, reference: z.string() }),
  reply: z.object({ reason: z.string(), score: z.int().min(1).max(5) }),
  maxReplyTokens: 400,
});

/** RAGQuestEval: questions answered from one text alone. */
export const questAnswersPrompt = definePrompt({
  name: "judge/quest-answers",
  variables: z.object({
    text: z.string(),
    questions: z.array(z.object({ id: z.string(), question: z.string() })),
  }),
  reply: z.object({
    answers: z.array(z.object({ id: z.string(), answer: z.string().nullable() })),
  }),
  maxReplyTokens: 1200,
});

/** Whether a document that nobody labelled gives the answer too, or another one. */
export const otherSupportPrompt = definePrompt({
  name: "judge/other-support",
  variables: z.object({
    question: z.string(),
    answer: z.string(),
    sentences: z.array(
      z.object({ number: z.int().min(1), document: z.string(), text: z.string() }),
    ),
  }),
  reply: z.object({
    sentences: z.array(z.int().min(1)),
    reason: z.string(),
    verdict: z.enum(["supports", "contradicts", "neither"]),
  }),
  maxReplyTokens: 400,
});

const passages = z.array(NumberedPassage);
const answering = {
  variables: z.object({ input: z.string(), passages }),
  reply: z.object({ answer: z.string() }),
};

/** The tasks of a plain RAG, each with its own instruction. */
export const baselinePrompts = {
  question: definePrompt({ name: "baseline/question", ...answering, maxReplyTokens: 1000 }),
  summarization: definePrompt({
    name: "baseline/summarization",
    ...answering,
    maxReplyTokens: 1000,
  }),
  continuation: definePrompt({ name: "baseline/continuation", ...answering, maxReplyTokens: 2000 }),
  correction: definePrompt({
    name: "baseline/correction",
    /** The beginning holds; the answer is the continuation put right. */
    variables: z.object({ beginning: z.string(), continuation: z.string(), passages }),
    reply: answering.reply,
    maxReplyTokens: 1500,
  }),
};

/** What a model knows without documents; null where it does not know. */
export const closedBookPrompt = definePrompt({
  name: "baseline/closed-book",
  variables: z.object({ question: z.string() }),
  reply: z.object({ answer: z.string().nullable() }),
  maxReplyTokens: 1000,
});

/** Answered by a user's own RAG over HTTP, not by a language model. */
export const endpointPrompt = definePrompt({
  name: "baseline/endpoint",
  variables: z.object({
    id: z.string(),
    input: z.string(),
    type: z.string(),
    language: z.enum(["zh", "en"]),
    /** The day as of which it is asked; null where the item has none. */
    asOf: z.string().nullable(),
    /** Of a correction, whose input is both: what holds, and what is to be put right. */
    parts: z.object({ beginning: z.string(), continuation: z.string() }).nullable(),
  }),
  reply: z.object({
    answer: z.string().nullable(),
    retrieved: z.unknown(),
    reranked: z.unknown(),
    contexts: z.unknown(),
    /** Added as the reply comes; absent of what was answered before it was measured. */
    measured: Measured.optional(),
  }),
  maxReplyTokens: 4000,
  anyLanguage: true,
});
