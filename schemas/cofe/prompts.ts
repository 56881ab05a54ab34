// What the CoFE-RAG wing asks of a model. What all requests of a fragment share stands first in each, so that providers' prompt caches apply.

import { z } from "zod";
import { definePrompt } from "../define.ts";
import { NumberedSentence } from "../items/prompts.ts";

/** What a document is called, from its file's name and its opening. */
export const titlePrompt = definePrompt({
  name: "cofe/title",
  variables: z.object({ file: z.string(), opening: z.string() }),
  reply: z.object({ title: z.string().min(1) }),
  maxReplyTokens: 120,
});

/** One question, and the numbers of the sentences that answer it; null where the fragment bears none of this type. */
const Asked = z
  .object({ question: z.string().min(1), sentences: z.array(z.int().min(1)).min(1) })
  .nullable();

/** Questions of up to four types on one fragment, in one request; each type may be declined, and one that was not asked for is null. */
export const cofeQuestionsPrompt = definePrompt({
  name: "cofe/questions",
  variables: z.object({
    title: z.string(),
    section: z.string().nullable(),
    sentences: z.array(NumberedSentence),
    /** Those wanted: the others are left null. */
    types: z.array(z.string()).min(1),
  }),
  reply: z.object({ factual: Asked, analytical: Asked, comparative: Asked, tutorial: Asked }),
  maxReplyTokens: 900,
});

const Score = z.int().min(1).max(5);

/** The paper's acceptance review of one example: criteria of the query, each keyword, and the answer on five scales. */
export const reviewPrompt = definePrompt({
  name: "cofe/review",
  variables: z.object({
    title: z.string(),
    sentences: z.array(NumberedSentence),
    type: z.string(),
    question: z.string(),
    answer: z.string(),
    /** Numbered from 1, so that none is passed over. */
    coarse: z.array(z.object({ number: z.int().min(1), text: z.string() })),
    fine: z.array(z.object({ number: z.int().min(1), spans: z.array(z.string()) })),
  }),
  reply: z.object({
    /** What is wrong, in a few words; empty where nothing is. First, so that faults are looked for before they are scored. */
    reason: z.string(),
    /** Clear and grammatical, nothing such as "he" or "this company" left hanging. */
    clear: z.boolean(),
    /** Of the type it is given as. */
    fitsType: z.boolean(),
    /** Can be answered from the fragment. */
    inferable: z.boolean(),
    /** One for each coarse keyword, in their order. */
    coarse: z.array(z.boolean()),
    /** One for each fine list, in their order: right only if each element is. */
    fine: z.array(z.boolean()),
    fluency: Score,
    accuracy: Score,
    relevance: Score,
    readability: Score,
    practicality: Score,
  }),
  maxReplyTokens: 500,
});
