// Prompt contracts of the stages that follow question generation, shared by all wings. Replies refer to sentences by number (from 1), never by text.

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

/** Asks which sentences support the answer: all that are needed, and no others. */
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

/** Asks for the facts of a reverse task's reference, and for the sentences of the corpus that fully state each. */
export const supportPrompt = definePrompt({
  name: "items/support",
  variables: z.object({ reference: z.string(), sentences: z.array(NumberedSentence) }),
  reply: z.object({
    facts: z.array(z.object({ claim: z.string(), sentences: z.array(z.int().min(1)) })).min(1),
  }),
  maxReplyTokens: 2500,
});

/** Asks to make an answer and its references agree: adds what one has and the other lacks, or removes it from the answer. */
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
    /** The answer after the round; the same text if nothing was wrong. */
    answer: z.string().min(1),
    /** All sentences that support it now. */
    sentences: z.array(z.int().min(1)),
    derivations: z.array(Derivation),
    /** What was changed and why, one line each; empty if nothing was. */
    changes: z.array(z.string()),
  }),
  maxReplyTokens: 1500,
});

/** Asks for a full answer with its sentences, for a user's question that has none. */
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

/** Asks whether any of these sentences answers the question, to check unanswerable items. */
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

/** The variables of a question with its answer and evidence. */
const answerVariables = z.object({
  type: z.string(),
  question: z.string(),
  answer: z.string(),
  evidence: z.array(NumberedSentence),
});

/** Asks for the keypoints of an answer. */
export const keypointsPrompt = definePrompt({
  name: "items/keypoints",
  variables: answerVariables,
  reply: z.object({ keypoints: z.array(KeypointReply).min(1) }),
  maxReplyTokens: 1000,
});

/** Asks for keywords to judge retrieved chunks by: one or two for the whole question, and verbatim spans for each information point. */
export const keywordsPrompt = definePrompt({
  name: "items/keywords",
  variables: answerVariables,
  reply: z.object({
    coarse: z.array(z.string().min(1)).min(1).max(2),
    fine: z.array(z.array(z.string().min(1)).min(1)).min(1),
  }),
  maxReplyTokens: 700,
});

/** Asks for questions about the key information in reference answers, each answered only from that text (RAGQuestEval). */
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
            /** Absent if it equals `keyInfo`. */
            answer: z.string().min(1).optional(),
          }),
        ),
      }),
    ),
  }),
  maxReplyTokens: 8000,
});
