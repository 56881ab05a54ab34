// What is asked about a story, once to make its tasks and once more, blind. Sentences are numbered through all articles.

import { z } from "zod";
import { definePrompt } from "../../define.ts";
import { ToldDerivation } from "../../items/derivation.ts";
import { Join } from "../../items/item-types.ts";
import { Relation, StoryError } from "./records.ts";

const Sentences = z.array(z.object({ number: z.int().min(1), text: z.string() }));

const ShownArticle = z.object({
  number: z.int().min(1),
  /** Its day, or "". */
  published: z.string(),
  /** Its headline where its text does not begin with it, else "". */
  headline: z.string(),
  sentences: Sentences,
});
export type ShownArticle = z.output<typeof ShownArticle>;

/** What is said, sentence by sentence: `sentences` prove it together, each of `also` says the same. */
const Parts = z.array(
  z.object({
    text: z.string().min(1),
    sentences: z.array(z.int().min(1)).min(1),
    also: z.array(z.int().min(1)).catch([]).optional(),
    /** Of a continuation or summary: sentences of the withheld article that tell the same. */
    original: z.array(z.int().min(1)).catch([]).optional(),
  }),
);
export type Parts = z.output<typeof Parts>;
const worth = z.int().min(1).max(5);
/** Declined, or not to be read: the other tasks stand. */
const orNone = <T extends z.ZodType>(task: T) => task.nullable().catch(null);
/** At most two are asked for; those not to be read are null. */
const several = <T extends z.ZodType>(task: T) => z.array(orNone(task)).catch([]);

/** Asked of articles, and answered by them. */
const Asked = z.object({
  question: z.string(),
  answer: Parts,
  derivations: z.array(ToldDerivation).catch([]),
  worth,
});

/** All tasks of a story. */
const StoryReply = z.object({
  number: z.int(),
  articles: z.array(
    z.object({
      number: z.int(),
      tells: Relation,
      /** The first words of its own text, if a headline or byline runs into it. */
      opens: z.string().catch("").optional(),
    }),
  ),
  continuation: orNone(z.object({ beginning: z.string(), answer: Parts, worth })),
  summary: orNone(z.object({ event: z.string(), answer: Parts, worth })),
  /** Each of two articles or more. */
  questions: several(Asked.extend({ kind: Join })),
  correction: orNone(
    z.object({
      context: z.string(),
      text: z.string(),
      errors: z.array(z.object({ ...StoryError.shape, sentences: z.array(z.int().min(1)).min(1) })),
      /** What the text says once it is put right. */
      facts: Parts,
      worth,
    }),
  ),
  /** Each of one article. */
  singles: several(Asked),
  /** Why, for each that there is none of. */
  declined: z.array(z.string()),
});
export type StoryReply = z.output<typeof StoryReply>;

/** All tasks of a few stories at once; sentences are numbered in each by itself. */
export const storyPrompt = definePrompt({
  name: "crud/story",
  variables: z.object({
    stories: z
      .array(
        z.object({
          number: z.int().min(1),
          withheld: ShownArticle.omit({ number: true }),
          articles: z.array(ShownArticle).min(2),
        }),
      )
      .min(1),
  }),
  reply: z.object({ stories: z.array(orNone(StoryReply)) }),
  maxReplyTokens: 8000,
});

const ShownTask = z.object({
  number: z.int().min(1),
  task: z.enum(["continuation", "summary", "question", "correction"]),
  /** Of a correction the text alone that may have errors. */
  input: z.string(),
  /** Of a correction what stands before it, else "". */
  context: z.string(),
  /** Of a continuation and a summary: what its reference is to say. */
  facts: z.array(z.object({ number: z.int().min(1), fact: z.string() })),
});

/** The tasks again, without what their maker answered; numbered through all stories. */
export const storyReadingPrompt = definePrompt({
  name: "crud/story-reading",
  variables: z.object({
    stories: z
      .array(
        z.object({
          articles: z.array(ShownArticle).min(1),
          tasks: z.array(ShownTask).min(1),
        }),
      )
      .min(1),
  }),
  reply: z.object({
    readings: z.array(
      orNone(
        z.object({
          number: z.int(),
          answer: z.string(),
          /** Of a question: those that its answer takes. */
          sentences: z.array(z.int()).catch([]),
          unsupported: z.array(z.int()).catch([]),
          /** What an answer of those facts leaves out. */
          missing: z.array(z.string()).catch([]),
          /** Sentences that contradict one another, each time two. */
          conflicts: z.array(z.array(z.int())).catch([]),
          errors: z.array(z.object({ wrong: z.string(), right: z.string() })).catch([]),
          clear: z.boolean(),
          worth,
        }),
      ),
    ),
  }),
  maxReplyTokens: 4000,
});
