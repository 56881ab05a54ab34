// What is asked of a model about documents on one subject.

import { z } from "zod";
import { definePrompt } from "../../define.ts";
import { FactLine } from "../prompts.ts";
import { LeafType } from "../schema.ts";

const valued = {
  path: z.string(),
  label: z.string(),
  type: LeafType,
  options: z.array(z.string()),
  unit: z.string().nullable(),
  range: z.object({ minimum: z.number(), maximum: z.number() }).nullable(),
};

/** A leaf that a later document of a family may state otherwise; it takes one of the options or another value of that form. */
const Changeable = z.object({
  ...valued,
  many: z.boolean(),
  description: z.string(),
  /** Of a list of records: what each holds; else empty. */
  fields: z.array(z.object(valued)).default([]),
});

/** What becomes of one subject from document to document, and of its near-twin; documents are counted from 1, the first is given. */
export const familyPrompt = definePrompt({
  name: "rageval/family",
  variables: z.object({
    scenario: z.string(),
    domain: z.string(),
    subject: z.string(),
    /** Of each document, the first included: what it is. */
    kinds: z.array(z.string()).min(2),
    /** The leaf that dates each document: code fills it, but for the near-twin. */
    dated: z.string(),
    /** The day of the first document, ISO. */
    day: z.string(),
    apart: z.object({ minimum: z.int(), maximum: z.int() }),
    set: z.array(FactLine),
    changes: z.array(Changeable),
    anew: z.array(Changeable),
    /** Leaves that a later document may leave to an earlier one. */
    notRestated: z.array(z.object({ path: z.string(), label: z.string() })),
    /** Which is wanted, where the documents bear it. */
    conflict: z.enum(["stale", "disputed", "both"]),
    /** Null where no near-twin is wanted. */
    twin: z
      .object({
        /** Leaves that it shares with the subject. */
        shared: z.array(z.object({ path: z.string(), label: z.string() })),
        /** Leaves that name it; the options are names alike. */
        naming: z.array(
          z.object({
            path: z.string(),
            label: z.string(),
            value: z.string(),
            options: z.array(z.string()),
          }),
        ),
      })
      .nullable(),
  }),
  reply: z.object({
    /** The later documents, in order. */
    documents: z.array(
      z.object({
        day: z.string(),
        changes: z.array(
          z.object({
            path: z.string(),
            value: z.string(),
            /** ISO; null for a leaf that every document states for itself. */
            from: z.string().nullable(),
            because: z.string(),
          }),
        ),
        notRestated: z.array(z.string()),
        refers: z.array(z.string()),
      }),
    ),
    stale: z
      .object({
        document: z.int(),
        path: z.string(),
        /** What holds instead, from which day (ISO), and the paths of the facts that show it. */
        holds: z.string(),
        from: z.string(),
        shownBy: z.array(z.string()),
        /** What happens to someone who relies on it. */
        harm: z.string(),
      })
      .nullable(),
    disputed: z.object({ document: z.int(), path: z.string(), value: z.string() }).nullable(),
    twin: z
      .object({ values: z.array(z.object({ path: z.string(), value: z.string() })) })
      .nullable(),
  }),
  // Two later documents and a twin of a schema of sixty leaves, records and all, come to 11,000.
  maxReplyTokens: 16_000,
});
