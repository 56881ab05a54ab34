// Defines the prompt about the documents on one subject.

import { z } from "zod";
import { definePrompt } from "../../define.ts";
import { FactLine } from "../prompts.ts";
import { LeafType } from "../schema.ts";

const valueFields = {
  path: z.string(),
  label: z.string(),
  type: LeafType,
  options: z.array(z.string()),
  unit: z.string().nullable(),
  range: z.object({ minimum: z.number(), maximum: z.number() }).nullable(),
};

/** A leaf that a later document of a family may state differently; its value is one of the options or another of the same form. */
const Changeable = z.object({
  ...valueFields,
  many: z.boolean(),
  description: z.string(),
  /** For a list of records: the fields of each; otherwise empty. */
  fields: z.array(z.object(valueFields)).default([]),
});

/** Asks how one subject changes from document to document, and for its near-twin; documents are counted from 1, and the first is given. */
export const familyPrompt = definePrompt({
  name: "rageval/family",
  variables: z.object({
    scenario: z.string(),
    domain: z.string(),
    subject: z.string(),
    /** What each document is, including the first. */
    kinds: z.array(z.string()).min(2),
    /** The leaf with each document's date: filled by code, except for the near-twin. */
    dated: z.string(),
    /** The day of the first document, ISO. */
    day: z.string(),
    apart: z.object({ minimum: z.int(), maximum: z.int() }),
    set: z.array(FactLine),
    changes: z.array(Changeable),
    anew: z.array(Changeable),
    /** Leaves that a later document need not restate. */
    notRestated: z.array(z.object({ path: z.string(), label: z.string() })),
    /** Which kind of conflict is wanted, if the documents allow it. */
    conflict: z.enum(["stale", "disputed", "both"]),
    /** Null if no near-twin is wanted. */
    twin: z
      .object({
        /** Leaves that it shares with the subject. */
        shared: z.array(z.object({ path: z.string(), label: z.string() })),
        /** Leaves that name it; the options are similar names. */
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
            /** ISO date; null for a leaf that every document states for itself. */
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
        /** The harm to someone who relies on it. */
        harm: z.string(),
      })
      .nullable(),
    disputed: z.object({ document: z.int(), path: z.string(), value: z.string() }).nullable(),
    twin: z
      .object({ values: z.array(z.object({ path: z.string(), value: z.string() })) })
      .nullable(),
  }),
  // For a schema of sixty leaves, two later documents and a twin take 11,000 tokens, records included.
  maxReplyTokens: 16_000,
});
