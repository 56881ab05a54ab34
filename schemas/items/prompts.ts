// Prompts of the stages after the questions, shared by all wings. Sentences are numbered from 1; replies refer to them by number, never by text.

import { z } from "zod";
import { definePrompt } from "../define.ts";
import { Derivation } from "./derivation.ts";
import { KeypointKind } from "./records.ts";

/** A numbered sentence of a document, with the document's name. */
export const NumberedSentence = z.object({
  number: z.int().min(1),
  document: z.string(),
  text: z.string(),
});
export type NumberedSentence = z.output<typeof NumberedSentence>;

/** Which sentences support the answer: all that are needed, none that are not. */
export const referencesPrompt = definePrompt({
  name: "items/references",
  variables: z.object({
    question: z.string(),
    answer: z.string(),
    sentences: z.array(NumberedSentence),
  }),
  reply: z.object({ sentences: z.array(z.int().min(1)) }),
  maxReplyTokens: 400,
});

/** The facts of a reverse task's reference, and the sentences of the corpus that fully state each. */
export const supportPrompt = definePrompt({
  name: "items/support",
  variables: z.object({ reference: z.string(), sentences: z.array(NumberedSentence) }),
  reply: z.object({
    facts: z.array(z.object({ claim: z.string(), sentences: z.array(z.int().min(1)) })).min(1),
  }),
  maxReplyTokens: 2500,
});

/** Makes answer and references agree: what one has and the other lacks is added, or removed from the answer. */
export const refinementPrompt = definePrompt({
  name: "items/refinement",
  variables: z.object({
    question: z.string(),
    answer: z.string(),
    /** The sentences cited so far. */
    cited: z.array(NumberedSentence),
    /** Other sentences of the same documents, which may contain an overlooked reference. */
    others: z.array(NumberedSentence),
  }),
  reply: z.object({
    /** The answer after the round; the same text when nothing was wrong. */
    answer: z.string().min(1),
    /** All sentences that support it now. */
    sentences: z.array(z.int().min(1)),
    derivations: z.array(Derivation),
    /** What was changed and why, one line each; empty when nothing was. */
    changes: z.array(z.string()),
  }),
  maxReplyTokens: 1500,
});

/** A full answer with its sentences, for a question a user brought without one. */
export const answerPrompt = definePrompt({
  name: "items/answer",
  variables: z.object({ question: z.string(), sentences: z.array(NumberedSentence) }),
  reply: z.object({
    answerable: z.boolean(),
    answer: z.string(),
    sentences: z.array(z.int().min(1)),
  }),
  maxReplyTokens: 1000,
});

/** Whether any of these passages answers the question; guards unanswerable items. */
export const answerabilityPrompt = definePrompt({
  name: "items/answerability",
  variables: z.object({ question: z.string(), sentences: z.array(NumberedSentence) }),
  reply: z.object({ answerable: z.boolean(), sentences: z.array(z.int().min(1)) }),
  maxReplyTokens: 200,
});

export const KeypointReply = z.object({
  claim: z.string().min(1),
  kind: KeypointKind,
  /** Numbers of the evidence sentences it rests on. */
  evidence: z.array(z.int().min(1)),
});
export type KeypointReply = z.output<typeof KeypointReply>;

/** An answer with its evidence. */
const evident = z.object({
  type: z.string(),
  question: z.string(),
  answer: z.string(),
  evidence: z.array(NumberedSentence),
});

export const keypointsPrompt = definePrompt({
  name: "items/keypoints",
  variables: evident,
  reply: z.object({ keypoints: z.array(KeypointReply).min(1) }),
  maxReplyTokens: 1000,
});

/** Keywords to judge retrieved chunks by: one or two for the whole question, and for each information point the spans that state it, verbatim from the evidence. */
export const keywordsPrompt = definePrompt({
  name: "items/keywords",
  variables: evident,
  reply: z.object({
    coarse: z.array(z.string().min(1)).min(1).max(2),
    fine: z.array(z.array(z.string().min(1)).min(1)).min(1),
  }),
  maxReplyTokens: 700,
});

/** Questions on the key information of reference answers, each answered from that text alone (RAGQuestEval). */
export const questEvalPrompt = definePrompt({
  name: "items/quest-eval",
  variables: z.object({
    texts: z.array(z.object({ number: z.int().min(1), text: z.string() })).min(1),
  }),
  reply: z.object({
    texts: z.array(
      z.object({
        number: z.int(),
        entries: z.array(
          z.object({
            keyInfo: z.string().min(1),
            question: z.string().min(1),
            /** Left out if it equals `keyInfo`. */
            answer: z.string().min(1).optional(),
          }),
        ),
      }),
    ),
  }),
  maxReplyTokens: 8000,
});
