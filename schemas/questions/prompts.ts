// Prompt contracts of the common method of making questions. Sentences are numbered across all documents of a request.

import { z } from "zod";
import { definePrompt } from "../define.ts";
import { StatedDerivation } from "../items/derivation.ts";
import { QuestionType } from "../items/item-types.ts";
import { KeypointKind } from "../items/records.ts";
import { LeafType } from "../rageval/schema.ts";
import { Fault, Wanted } from "./records.ts";

const numbers = z.array(z.int());

/** A document as a request shows it: named once, its sentences numbered. */
export const ShownDocument = z.object({
  name: z.string(),
  /** Its date, or "". */
  published: z.string(),
  /** If only a section is shown, what the rest of the document is about; otherwise "". */
  rest: z.string(),
  sentences: z.array(z.object({ number: z.int().min(1), text: z.string() })),
});
export type ShownDocument = z.output<typeof ShownDocument>;

/** A fact known about the documents because they were generated from it. */
export const KnownFact = z.object({
  document: z.string(),
  subject: z.string(),
  path: z.string(),
  label: z.string(),
  type: LeafType,
  /** "" if the document was generated without it. */
  value: z.string(),
  /** The sentences that state it; none if it was withheld from the text. */
  sentences: z.array(z.int().min(1)),
});
export type KnownFact = z.output<typeof KnownFact>;

/** A question in a reply, before any checks. */
export const CandidateReply = z.object({
  type: z.string(),
  asker: z.string(),
  question: z.string().min(1),
  answer: z.string().min(1),
  sentences: numbers,
  derivations: z.array(StatedDerivation).catch([]),
  worth: z.int().min(1).max(5),
});
export type CandidateReply = z.output<typeof CandidateReply>;

/** The candidates of a reply: one that breaks the contract becomes null; the others are kept. */
export const candidatesOf = <T extends z.ZodType>(candidate: T) =>
  z.array(candidate.nullable().catch(null));

/** Asks for questions about a material. */
export const initPrompt = definePrompt({
  name: "questions/init",
  variables: z.object({
    domain: z.string(),
    documents: z.array(ShownDocument).min(1),
    /** For linked documents: the reason for the link; otherwise null. */
    link: z.object({ question: z.string(), adds: z.array(z.string()), tie: z.string() }).nullable(),
    /** What the documents leave open by construction; empty if nothing is known about them. */
    silent: z.array(z.string()),
    /** For code that makes questions by construction. */
    facts: z.array(KnownFact),
    wanted: z.array(Wanted).min(1),
    /** Total number of candidates. */
    count: z.int().min(1),
    /** How many of them should come from a person who does not know the document and describes its subject. */
    described: z.int().min(0).default(0),
    /** Whether to return a brief of the document. */
    brief: z.boolean(),
  }),
  reply: z.object({
    brief: z.object({ subject: z.string(), settles: z.array(z.string()) }).nullable(),
    candidates: candidatesOf(CandidateReply),
  }),
  unseen: ["facts"],
  maxReplyTokens: 5000,
});

/** Asks which documents are worth asking about together. */
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
    /** Maximum number of links. */
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

/** Asks for blind answers, given only the questions and the material. */
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

/** Asks which of two different answers is right, given the cited sentences and their neighbours, and what to change in the first. */
export const settlePrompt = definePrompt({
  name: "questions/refinement",
  variables: z.object({
    /** Empty if neither answer cites a sentence. */
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
          /** The differences that code found, in words. */
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
          /** keep: the first answer is right; change: the answer below replaces it; drop: neither is right. */
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

/** Asks for the keypoints and keywords of each item on its own, given the lines that may prove it, and for a last assessment. */
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
          /** Whether its type requires one keypoint to be the conclusion. */
          conclusion: z.boolean(),
          /** Lines that may prove it; no template shows their documents' names. */
          lines: z.array(
            z.object({ number: z.int().min(1), document: z.string(), text: z.string() }),
          ),
          /** Why an earlier reply for it could not be used; "" if there was none. */
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
          /** The part of the answer that the lines neither state nor imply; "" if there is none. */
          unproved: z.string().catch(""),
          coarse: z.array(z.string()),
          fine: z.array(z.array(z.string())),
          /** Lines that are not needed to prove the item. */
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
