// Prompts about a story: one generates its tasks, the other answers them blind. Sentences are numbered across all articles.

import { z } from "zod";
import { definePrompt } from "../../define.ts";
import { StatedDerivation } from "../../items/derivation.ts";
import { Join } from "../../items/item-types.ts";
import { Relation, StoryError } from "./records.ts";

const Sentences = z.array(z.object({ number: z.int().min(1), text: z.string() }));

const ShownArticle = z.object({
  number: z.int().min(1),
  /** Its date, or "". */
  published: z.string(),
  /** Its headline if its text does not begin with it, otherwise "". */
  headline: z.string(),
  sentences: Sentences,
});
export type ShownArticle = z.output<typeof ShownArticle>;

/** A text, sentence by sentence: the source `sentences` together prove it, and each source sentence in `also` says the same on its own. */
const AnswerParts = z.array(
  z.object({
    text: z.string().min(1),
    sentences: z.array(z.int().min(1)).min(1),
    also: z.array(z.int().min(1)).catch([]).optional(),
    /** For a continuation or summary: sentences of the withheld article that say the same. */
    original: z.array(z.int().min(1)).catch([]).optional(),
  }),
);
export type AnswerParts = z.output<typeof AnswerParts>;
const worth = z.int().min(1).max(5);
/** Null if declined or unreadable; the other tasks remain valid. */
const nullIfUnreadable = <T extends z.ZodType>(task: T) => task.nullable().catch(null);
/** At most two tasks are requested; unreadable ones are null. */
const listOfTasks = <T extends z.ZodType>(task: T) => z.array(nullIfUnreadable(task)).catch([]);

/** A question about articles, with the answer they give. */
const ArticleQuestion = z.object({
  question: z.string(),
  answer: AnswerParts,
  derivations: z.array(StatedDerivation).catch([]),
  worth,
});

/** All tasks of a story. */
const StoryReply = z.object({
  number: z.int(),
  articles: z.array(
    z.object({
      number: z.int(),
      tells: Relation,
      /** The first words of its own text, if a headline or byline precedes it. */
      opens: z.string().catch("").optional(),
    }),
  ),
  continuation: nullIfUnreadable(z.object({ beginning: z.string(), answer: AnswerParts, worth })),
  summary: nullIfUnreadable(z.object({ event: z.string(), answer: AnswerParts, worth })),
  /** Each based on two or more articles. */
  questions: listOfTasks(ArticleQuestion.extend({ kind: Join })),
  correction: nullIfUnreadable(
    z.object({
      context: z.string(),
      text: z.string(),
      errors: z.array(z.object({ ...StoryError.shape, sentences: z.array(z.int().min(1)).min(1) })),
      /** What the text says once it is corrected. */
      facts: AnswerParts,
      worth,
    }),
  ),
  /** Each based on one article. */
  singles: listOfTasks(ArticleQuestion),
  /** Why a task is missing, one entry per task. */
  declined: z.array(z.string()),
});
export type StoryReply = z.output<typeof StoryReply>;

/** All tasks of a few stories at once; each story has its own sentence numbers. */
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
  reply: z.object({ stories: z.array(nullIfUnreadable(StoryReply)) }),
  maxReplyTokens: 8000,
});

const ShownTask = z.object({
  number: z.int().min(1),
  task: z.enum(["continuation", "summary", "question", "correction"]),
  /** For a correction, only the text that may have errors. */
  input: z.string(),
  /** For a correction, what precedes it, otherwise "". */
  context: z.string(),
  /** For a continuation or summary: what its reference should say. */
  facts: z.array(z.object({ number: z.int().min(1), fact: z.string() })),
});

/** The same tasks without their author's answers, numbered across all stories. */
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
      nullIfUnreadable(
        z.object({
          number: z.int(),
          answer: z.string(),
          /** For a question: the sentences that its answer needs. */
          sentences: z.array(z.int()).catch([]),
          unsupported: z.array(z.int()).catch([]),
          /** What an answer from those facts leaves out. */
          missing: z.array(z.string()).catch([]),
          /** Pairs of sentences that contradict each other. */
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
