// What the common way of making questions asks of a model. Sentences are numbered through all documents of a request.

import { z } from "zod";
import { definePrompt } from "../define.ts";
import { ToldDerivation } from "../items/derivation.ts";
import { QuestionType } from "../items/item-types.ts";
import { KeypointKind } from "../items/records.ts";
import { LeafType } from "../rageval/schema.ts";
import { Fault, Wanted } from "./records.ts";

const numbers = z.array(z.int());

/** A document as a request shows it: named once, its sentences numbered. */
export const ShownDocument = z.object({
  name: z.string(),
  /** Its day, or "". */
  published: z.string(),
  /** What the rest of it is about, where a section is shown; else "". */
  rest: z.string(),
  sentences: z.array(z.object({ number: z.int().min(1), text: z.string() })),
});
export type ShownDocument = z.output<typeof ShownDocument>;

/** What is known of the documents because they were written from it. */
export const KnownFact = z.object({
  document: z.string(),
  subject: z.string(),
  path: z.string(),
  label: z.string(),
  type: LeafType,
  /** "" where the document was written without it. */
  value: z.string(),
  /** The sentences that state it; none where it was kept out of the text. */
  sentences: z.array(z.int().min(1)),
});
export type KnownFact = z.output<typeof KnownFact>;

export const CandidateReply = z.object({
  type: z.string(),
  asker: z.string(),
  question: z.string().min(1),
  answer: z.string().min(1),
  sentences: numbers,
  derivations: z.array(ToldDerivation).catch([]),
  worth: z.int().min(1).max(5),
});
export type CandidateReply = z.output<typeof CandidateReply>;

/** Candidates of a reply: one that fits no contract comes as null; the others stand. */
export const candidatesOf = <T extends z.ZodType>(candidate: T) =>
  z.array(candidate.nullable().catch(null));

/** QA init: the material, and what questions it bears. */
export const initPrompt = definePrompt({
  name: "questions/init",
  variables: z.object({
    domain: z.string(),
    documents: z.array(ShownDocument).min(1),
    /** Of linked documents: what they were put together for; else null. */
    link: z.object({ question: z.string(), adds: z.array(z.string()), tie: z.string() }).nullable(),
    /** What the documents were meant to leave open, by construction; empty where nothing is known of them. */
    silent: z.array(z.string()),
    /** For code that asks by construction. */
    facts: z.array(KnownFact),
    wanted: z.array(Wanted).min(1),
    /** Candidates in all. */
    count: z.int().min(1),
    /** So many of them by somebody who does not know the document, and describes what it is about. */
    described: z.int().min(0).default(0),
    /** Whether a brief of the document is wanted. */
    brief: z.boolean(),
  }),
  reply: z.object({
    brief: z.object({ subject: z.string(), settles: z.array(z.string()) }).nullable(),
    candidates: candidatesOf(CandidateReply),
  }),
  unseen: ["facts"],
  maxReplyTokens: 5000,
});

/** Which documents deserve a common question. */
export const linksPrompt = definePrompt({
  name: "questions/links",
  variables: z.object({
    domain: z.string(),
    documents: z
      .array(
        z.object({
          number: z.int().min(1),
          name: z.string(),
          subject: z.string(),
          settles: z.array(z.string()),
        }),
      )
      .min(2),
    /** Links wanted at most. */
    count: z.int().min(1),
  }),
  reply: z.object({
    links: z.array(
      z
        .object({
          documents: numbers,
          question: z.string().min(1),
          adds: z.array(z.string()),
          tie: z.string(),
          sure: z.int().min(1).max(3),
        })
        .nullable()
        .catch(null),
    ),
  }),
  maxReplyTokens: 2000,
});

/** References, blind: the questions alone, beside the material. */
export const readingsPrompt = definePrompt({
  name: "questions/references",
  variables: z.object({
    documents: z.array(ShownDocument).min(1),
    questions: z.array(z.object({ number: z.int().min(1), question: z.string() })).min(1),
  }),
  reply: z.object({
    readings: z.array(
      z
        .object({
          number: z.int(),
          answerable: z.enum(["yes", "in-part", "no"]),
          answer: z.string(),
          sentences: numbers,
          clear: z.boolean(),
          known: z.boolean(),
          worth: z.int().min(1).max(5),
        })
        .nullable()
        .catch(null),
    ),
  }),
  maxReplyTokens: 5000,
});

/** Two answers that differ, on cited sentences and their neighbours: what the first must gain or lose. */
export const settlePrompt = definePrompt({
  name: "questions/refinement",
  variables: z.object({
    /** None where neither answer cites a sentence. */
    documents: z.array(ShownDocument),
    cases: z
      .array(
        z.object({
          number: z.int().min(1),
          type: QuestionType,
          question: z.string(),
          answer: z.string(),
          sentences: numbers,
          other: z.string(),
          otherSentences: numbers,
          /** What code found to differ, in words. */
          differences: z.array(z.string()).min(1),
        }),
      )
      .min(1),
  }),
  reply: z.object({
    cases: z.array(
      z
        .object({
          number: z.int(),
          /** keep: the answer stands; change: as given here; drop: no answer stands. */
          verdict: z.enum(["keep", "change", "drop"]),
          answer: z.string(),
          sentences: numbers,
          why: z.string(),
        })
        .nullable()
        .catch(null),
    ),
  }),
  maxReplyTokens: 3000,
});

/** Each item by itself, with the lines that may prove it: its keypoints and keywords, and what a last reader makes of it. */
export const keysPrompt = definePrompt({
  name: "questions/keypoints",
  variables: z.object({
    items: z
      .array(
        z.object({
          number: z.int().min(1),
          type: QuestionType,
          question: z.string(),
          answer: z.string(),
          /** Whether one keypoint must be the conclusion, as its type says. */
          conclusion: z.boolean(),
          /** What may prove it; the names of their documents stand in no template. */
          lines: z.array(
            z.object({ number: z.int().min(1), document: z.string(), text: z.string() }),
          ),
          /** What could not be used of an earlier reply on it; "" for nothing. */
          problem: z.string(),
        }),
      )
      .min(1),
  }),
  reply: z.object({
    items: z.array(
      z
        .object({
          number: z.int(),
          keypoints: z
            .array(z.object({ claim: z.string().min(1), kind: KeypointKind, evidence: numbers }))
            .min(1),
          /** What of the answer the lines neither state nor force; "" if nothing. */
          unproved: z.string().catch(""),
          coarse: z.array(z.string()),
          fine: z.array(z.array(z.string())),
          /** Lines without which the item is proved as well. */
          idle: numbers.catch([]),
          faults: z.array(Fault.nullable().catch(null)).catch([]),
          why: z.string().catch(""),
          right: z.int().min(0).max(5).nullable().catch(null),
          worth: z.int().min(0).max(5).nullable().catch(null),
        })
        .nullable()
        .catch(null),
    ),
  }),
  maxReplyTokens: 6000,
});
