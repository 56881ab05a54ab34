// Prompts of the CRUD-RAG wing, for models and the web. Sentences are numbered from 1; replies refer to them by number.

import { z } from "zod";
import { definePrompt } from "../define.ts";
import { NumberedSentence } from "../items/prompts.ts";
import { Derivation } from "../items/derivation.ts";
import { Thoughts } from "./drafts.ts";

/** Why the model declines, or null. */
const declined = z.string().nullable();

/** An article's event in one line (the item's input), the single events to search for, and a summary. */
export const eventsPrompt = definePrompt({
  name: "crud/events",
  variables: z.object({
    headline: z.string().nullable(),
    published: z.string().nullable(),
    text: z.string(),
  }),
  reply: z.object({
    declined,
    /** When, who, what: enough to find the event, too little for a summary. */
    event: z.string(),
    /** Each a self-contained search query. */
    events: z.array(z.string()).max(6),
    summary: z.string(),
  }),
  maxReplyTokens: 900,
});

/** A factual question on one article: place, people, quantities, time. */
export const qaSinglePrompt = definePrompt({
  name: "crud/qa-single",
  variables: z.object({
    headline: z.string().nullable(),
    published: z.string().nullable(),
    sentences: z.array(NumberedSentence),
  }),
  reply: z.object({
    declined,
    /** What makes it worth asking, and unambiguous among many articles. */
    thoughts: z.string(),
    question: z.string(),
    answer: z.string(),
    sentences: z.array(z.int().min(1)),
  }),
  maxReplyTokens: 500,
});

/** A question that needs all of two or three articles on one event, reached in five steps. */
export const qaMultiPrompt = definePrompt({
  name: "crud/qa-multi",
  variables: z.object({
    articles: z.array(
      z.object({
        number: z.int().min(1),
        headline: z.string().nullable(),
        published: z.string().nullable(),
        /** Numbered consecutively across all articles. */
        sentences: z.array(z.object({ number: z.int().min(1), text: z.string() })),
      }),
    ),
    /** Names and numbers that the articles share. */
    shared: z.array(z.string()),
  }),
  reply: z.object({
    declined,
    thoughts: z.object(Thoughts.shape),
    question: z.string(),
    answer: z.string(),
    /** Which sentences of which article the answer rests on; every article is needed. */
    support: z.array(z.object({ article: z.int().min(1), sentences: z.array(z.int().min(1)) })),
    derivations: z.array(Derivation),
  }),
  maxReplyTokens: 1500,
});

/** Whether the remaining articles still give the whole answer after one of them is removed: if so, that one is not needed. */
export const completenessPrompt = definePrompt({
  name: "crud/completeness",
  variables: z.object({ question: z.string(), sentences: z.array(NumberedSentence) }),
  reply: z.object({
    /** Whether every name, value and computed result that the question asks for is in the answer. */
    complete: z.boolean(),
    sentences: z.array(z.int().min(1)),
    /** What is missing from the answer; empty if it is complete. */
    missing: z.string(),
  }),
  maxReplyTokens: 400,
});

/** A text with marked errors, corrected from the article. */
export const correctionPrompt = definePrompt({
  name: "crud/correction",
  variables: z.object({
    beginning: z.string(),
    /** With errors. */
    continuation: z.string(),
    marks: z.array(z.object({ words: z.string(), reason: z.string() })),
    /** How the real article continues. */
    article: z.string(),
  }),
  reply: z.object({
    declined,
    /** The continuation with every marked error corrected and nothing else changed. */
    corrected: z.string(),
    /** In the order of the marks; `right` is what replaces the words, empty if they were deleted. */
    corrections: z.array(z.object({ wrong: z.string(), right: z.string() })),
  }),
  maxReplyTokens: 600,
});

/** Errors to plant in a true text: each replaces words with wrong ones of the same kind. */
export const hallucinationPrompt = definePrompt({
  name: "crud/hallucination",
  variables: z.object({
    /** No planted date may be later than this. */
    published: z.string().nullable(),
    beginning: z.string(),
    /** The true continuation, into which the errors go. */
    continuation: z.string(),
    /** The rest of the article, with which a swap must clash. */
    rest: z.string(),
  }),
  reply: z.object({
    declined,
    /** One to three. `right` occurs in the continuation exactly once; `wrong` replaces it. */
    swaps: z.array(z.object({ right: z.string(), wrong: z.string(), reason: z.string() })).max(3),
  }),
  maxReplyTokens: 500,
});

/** Results of a web search. Not sent to a model: answered by `search:URL`. */
export const webSearchPrompt = definePrompt({
  name: "crud/web-search",
  variables: z.object({ query: z.string() }),
  reply: z.object({
    results: z.array(
      z.object({ url: z.string(), title: z.string(), published: z.string().nullable() }),
    ),
  }),
  maxReplyTokens: 1,
});

/** The article on a page. Not sent to a model: answered by `search:URL`. */
export const webPagePrompt = definePrompt({
  name: "crud/web-page",
  variables: z.object({ url: z.string() }),
  reply: z.object({
    /** Why there is no article: refused by robots.txt, no such page, no article on it. */
    declined,
    text: z.string(),
    headline: z.string().nullable(),
    published: z.string().nullable(),
    source: z.string().nullable(),
  }),
  maxReplyTokens: 1,
});
