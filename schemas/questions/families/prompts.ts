// Prompt contracts for questions about a family (what changed, what holds on a given day) and about lists drawn from all documents.

import { z } from "zod";
import { definePrompt } from "../../define.ts";
import { WrongAnswer } from "../../items/records.ts";
import { FactRow } from "../../rageval/records.ts";
import { Criterion } from "../corpus-list.ts";
import { CandidateReply, candidatesOf, KnownFact, ShownDocument } from "../prompts.ts";
import { Wanted } from "../records.ts";

/** A document of a family, numbered from 1 by date; the near-twin comes last. */
const FamilyDocument = ShownDocument.extend({
  number: z.int().min(1),
  subject: z.string(),
  /** Its role in the family: "appeal judgment". */
  kind: z.string(),
  isTwin: z.boolean(),
});
export type FamilyDocument = z.output<typeof FamilyDocument>;

/** A fact that a document of a family states. */
export const FamilyFact = KnownFact.omit({ document: true, subject: true }).extend({
  document: FamilyDocument.shape.number,
  from: FactRow.shape.from,
  standing: FactRow.shape.standing,
  holds: FactRow.shape.holds,
  /** All other subjects in the corpus with the same value. */
  alsoOf: z.array(z.string()),
  /** Its content words that occur in no other subject's facts. */
  ownWords: z.array(z.string()),
});
export type FamilyFact = z.output<typeof FamilyFact>;

/** A leaf that documents state, and what each says about it. */
const ShownThread = z.object({
  label: z.string(),
  told: z.array(
    z.object({
      document: z.int(),
      value: z.string(),
      /** The day from which it holds, or "". */
      from: z.string(),
      /** Its status if it is not simply valid; otherwise "". */
      standing: z.string(),
      /** What holds instead of a stale value, and since when; otherwise "". */
      holds: z.string(),
    }),
  ),
});

const FamilyCandidateReply = CandidateReply.extend({
  asOf: z.string().nullable().catch(null),
  wrong: z.array(
    z.object({
      answer: z.string().min(1),
      trap: WrongAnswer.shape.trap,
      documents: z.array(z.int()).min(1),
    }),
  ),
  members: z.array(z.int()).catch([]),
});
export type FamilyCandidateReply = z.output<typeof FamilyCandidateReply>;

/** The variables that both requests share. */
const commonVariables = z.object({
  domain: z.string(),
  documents: z.array(FamilyDocument).min(1),
  /** Total number of candidates. */
  count: z.int().min(1),
});

/** Asks for questions about a family, given what code knows about its documents. */
export const familiesPrompt = definePrompt({
  name: "questions/families",
  variables: commonVariables.extend({
    threads: z.array(ShownThread),
    /** For each document, the labels of what only that document states. */
    alone: z.array(z.object({ document: z.int(), labels: z.string() })),
    /** For code that makes questions by construction. */
    facts: z.array(FamilyFact),
    wanted: z.array(Wanted).min(1),
  }),
  reply: z.object({ candidates: candidatesOf(FamilyCandidateReply) }),
  unseen: ["facts"],
  maxReplyTokens: 6000,
});

const ShownListMember = z.object({
  subject: z.string(),
  /** For each leaf, in order, what decides it. */
  told: z.array(
    z.object({ document: z.int(), value: z.string(), sentences: z.array(z.int().min(1)).min(1) }),
  ),
});
export type ShownListMember = z.output<typeof ShownListMember>;

/** A list over all documents of one kind, as the request shows it. */
const ShownList = z.object({
  number: z.int().min(1),
  /** The criterion for each leaf, in words: "more than US$2 million". */
  leaves: z.array(Criterion.pick({ label: true, type: true }).extend({ words: z.string() })),
  /** A note for the model if some values were replaced over time; otherwise "". */
  latest: z.string(),
  members: z.array(ShownListMember).min(1),
  others: z.array(ShownListMember),
});
export type ShownList = z.output<typeof ShownList>;

const ListReply = CandidateReply.omit({ type: true, sentences: true, derivations: true }).extend({
  list: z.int(),
  /** The answer of a reader who found only a part; "" if there is none. */
  partial: z.string().catch(""),
});
export type ListReply = z.output<typeof ListReply>;

/** Asks for questions about lists that code found from all facts, in the words of a person who needs them. */
export const listsPrompt = definePrompt({
  name: "questions/lists",
  variables: commonVariables.extend({ lists: z.array(ShownList).min(1) }),
  reply: z.object({ candidates: candidatesOf(ListReply) }),
  maxReplyTokens: 4000,
});
