// Prompts of judges, the baseline RAG and audits. Keypoints and questions have ids, each of which a reply must give exactly once.

import { z } from "zod";
import { Measured } from "./performance.ts";
import { definePrompt } from "../define.ts";
import { KeypointVerdict } from "./judgements.ts";

/** What a system is to do with its input: each task has its own instruction. */
export const BaselineTask = z.enum(["question", "summarization", "continuation", "correction"]);
export type BaselineTask = z.output<typeof BaselineTask>;

/** A passage with its position in the list, from 1. */
const NumberedPassage = z.object({ number: z.int().min(1), text: z.string() });

/** The variables for an answer to be judged. */
const judgedAnswer = { task: BaselineTask, question: z.string(), answer: z.string() };

/** RAGEval: what an answer does with each keypoint. */
export const keypointVerdictsPrompt = definePrompt({
  name: "judge/keypoints",
  variables: z.object({
    ...judgedAnswer,
    keypoints: z.array(z.object({ id: z.string(), claim: z.string() })),
  }),
  reply: z.object({
    verdicts: z.array(z.object({ id: z.string(), reason: z.string(), verdict: KeypointVerdict })),
  }),
  maxReplyTokens: 2000,
});

/** Whether everything the answer states is in the passages. */
export const faithfulnessPrompt = definePrompt({
  name: "judge/faithfulness",
  variables: z.object({ ...judgedAnswer, passages: z.array(NumberedPassage) }),
  reply: z.object({ unsupported: z.array(z.string()), reason: z.string(), faithful: z.boolean() }),
  maxReplyTokens: 800,
});

/** Whether the answer and the passages address the question. */
export const relevancePrompt = definePrompt({
  name: "judge/relevance",
  variables: z.object({ ...judgedAnswer, passages: z.array(NumberedPassage) }),
  reply: z.object({ reason: z.string(), relevant: z.boolean() }),
  maxReplyTokens: 400,
});

/** How correct and complete an answer is compared with the reference answer: 1 to 5. */
export const correctnessPrompt = definePrompt({
  name: "judge/correctness",
  variables: z.object({ ...judgedAnswer, reference: z.string() }),
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

/** Whether an unlabelled document gives the answer too, or a different one. */
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
const reply = z.object({ answer: z.string() });

const answerPrompt = (name: string, maxReplyTokens: number) =>
  definePrompt({
    name,
    variables: z.object({ input: z.string(), passages }),
    reply,
    maxReplyTokens,
  });

/** The tasks of the baseline RAG, each with its own instruction. */
export const baselinePrompts = {
  question: answerPrompt("baseline/question", 1000),
  summarization: answerPrompt("baseline/summarization", 1000),
  continuation: answerPrompt("baseline/continuation", 2000),
  correction: definePrompt({
    name: "baseline/correction",
    /** The beginning is correct; the answer is the corrected continuation. */
    variables: z.object({ beginning: z.string(), continuation: z.string(), passages }),
    reply,
    maxReplyTokens: 1500,
  }),
};

/** A model's answer without documents; null if it does not know. */
export const closedBookPrompt = definePrompt({
  name: "baseline/closed-book",
  variables: z.object({ question: z.string() }),
  reply: z.object({ answer: z.string().nullable() }),
  maxReplyTokens: 1000,
});

/** A question to a user's own RAG over HTTP, not to a language model. */
export const endpointPrompt = definePrompt({
  name: "baseline/endpoint",
  variables: z.object({
    id: z.string(),
    input: z.string(),
    type: z.string(),
    language: z.enum(["zh", "en"]),
    /** The date the question refers to; null if the item has none. */
    asOf: z.string().nullable(),
    /** The two parts of a correction's input: the correct beginning, and the continuation to be corrected; null for other tasks. */
    parts: z.object({ beginning: z.string(), continuation: z.string() }).nullable(),
  }),
  reply: z.object({
    answer: z.string().nullable(),
    retrieved: z.unknown(),
    reranked: z.unknown(),
    contexts: z.unknown(),
    /** Added when the reply arrives; absent in replies from older versions. */
    measured: Measured.optional(),
  }),
  maxReplyTokens: 4000,
  anyLanguage: true,
});
