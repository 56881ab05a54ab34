// Prompts of the CoFE-RAG wing. What all requests about a fragment have in common comes first, so that providers' prompt caches apply.

import { z } from "zod";
import { definePrompt } from "../define.ts";
import { NumberedSentence } from "../items/prompts.ts";

/** A document's title, from its file name and its opening. */
export const titlePrompt = definePrompt({
  name: "cofe/title",
  variables: z.object({ file: z.string(), opening: z.string() }),
  reply: z.object({ title: z.string().min(1) }),
  maxReplyTokens: 120,
});

/** One question and the numbers of the sentences that answer it; null if the fragment yields none of this type. */
const CandidateQuestion = z
  .object({ question: z.string().min(1), sentences: z.array(z.int().min(1)).min(1) })
  .nullable();

/** Questions of up to four types about one fragment, in one request; a type that is declined or was not requested is null. */
export const cofeQuestionsPrompt = definePrompt({
  name: "cofe/questions",
  variables: z.object({
    title: z.string(),
    section: z.string().nullable(),
    sentences: z.array(NumberedSentence),
    /** The requested types; the others stay null. */
    types: z.array(z.string()).min(1),
  }),
  reply: z.object({
    factual: CandidateQuestion,
    analytical: CandidateQuestion,
    comparative: CandidateQuestion,
    tutorial: CandidateQuestion,
  }),
  maxReplyTokens: 900,
});

const Score = z.int().min(1).max(5);

/** The paper's acceptance review of one example: criteria for the query, each keyword, and the answer on five scales. */
export const reviewPrompt = definePrompt({
  name: "cofe/review",
  variables: z.object({
    title: z.string(),
    sentences: z.array(NumberedSentence),
    type: z.string(),
    question: z.string(),
    answer: z.string(),
    /** Keywords with their numbers from 1, so that none is skipped. */
    coarse: z.array(z.object({ number: z.int().min(1), text: z.string() })),
    fine: z.array(z.object({ number: z.int().min(1), spans: z.array(z.string()) })),
  }),
  reply: z.object({
    /** What is wrong, in a few words; empty if nothing is. It comes first, so that faults are found before they are scored. */
    reason: z.string(),
    /** Whether the question is clear and grammatical, with no dangling "he" or "this company". */
    clear: z.boolean(),
    /** Whether the question is of the stated type. */
    fitsType: z.boolean(),
    /** Whether the question can be answered from the fragment. */
    inferable: z.boolean(),
    /** Whether each coarse keyword is right, in order. */
    coarse: z.array(z.boolean()),
    /** Whether each fine list is right, in order; a list is right only if each of its elements is. */
    fine: z.array(z.boolean()),
    fluency: Score,
    accuracy: Score,
    relevance: Score,
    readability: Score,
    practicality: Score,
  }),
  maxReplyTokens: 500,
});
