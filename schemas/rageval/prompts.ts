// Defines the prompts of the RAGEval wing, in the order of its stages.

import { z } from "zod";
import { definePrompt } from "../define.ts";
import { Derivation } from "../items/derivation.ts";
import { PublishedType } from "../items/item-types.ts";
import { Agreement, FamilyForm, LeafType } from "./schema.ts";

const Count = z.object({ minimum: z.int().min(0), maximum: z.int().min(1) });

/** Optional properties of a leaf or field: a draft may leave them out. */
const optionalFields = {
  options: z.array(z.string()).default([]),
  unit: z.string().nullable().default(null),
  /** The usual range of a number or amount, in its unit. */
  range: z
    .object({ minimum: z.number(), maximum: z.number(), decimals: z.int().min(0).max(6) })
    .nullable()
    .default(null),
  /** How an identifier, version or code is built. */
  pattern: z.string().nullable().default(null),
};
const requiredFields = {
  path: z.string(),
  label: z.string(),
  type: LeafType,
  description: z.string(),
  fill: z.enum(["rule", "model"]),
};

const DraftField = z.object({ ...requiredFields, ...optionalFields });
export type DraftField = z.output<typeof DraftField>;

/** A leaf as drafted by a model; code adds what only `rules` needs. */
const DraftLeaf = z.object({
  ...requiredFields,
  section: z.string(),
  many: z.boolean().default(false),
  /** For a list of records: the fields of each; otherwise empty. */
  fields: z.array(DraftField).default([]),
  count: Count.nullable().default(null),
  optional: z.boolean().default(false),
  ...optionalFields,
  /** Path of the date that this one must follow, or null. */
  after: z.string().nullable().default(null),
  aliases: z.array(z.string()).default([]),
});
export type DraftLeaf = z.output<typeof DraftLeaf>;

const DraftAgreement = z.object({
  ...Agreement.shape,
  because: z.string().default(""),
  bands: z.array(z.object({ below: z.number().nullable(), value: z.string() })).default([]),
});

export const DraftSchema = z.object({
  scenario: z.string(),
  subject: z.string(),
  subScenario: z.string().nullable(),
  sections: z.array(z.object({ id: z.string(), title: z.string(), form: z.string() })).min(1),
  leaves: z.array(DraftLeaf).min(1),
  agreements: z.array(DraftAgreement).default([]),
  family: z.object(FamilyForm.shape).nullable().default(null),
});
export type DraftSchema = z.output<typeof DraftSchema>;

const SeedText = z.object({ number: z.int().min(1), text: z.string() });

export const schemaPrompt = definePrompt({
  name: "rageval/schema",
  variables: z.object({ domain: z.string(), seeds: z.array(SeedText).min(1) }),
  reply: DraftSchema,
  maxReplyTokens: 12000,
});

/** Shows the draft and further seeds; `changes` is empty if nothing is missing or too specific. */
export const schemaRefinementPrompt = definePrompt({
  name: "rageval/schema-refinement",
  variables: z.object({ domain: z.string(), schema: z.string(), seeds: z.array(SeedText).min(1) }),
  reply: z.object({ schema: DraftSchema, changes: z.array(z.string()) }),
  maxReplyTokens: 12000,
});

/** A fact as prompts show it. */
export const FactLine = z.object({
  path: z.string(),
  label: z.string(),
  type: LeafType,
  value: z.string(),
});

/** The model's part of a config: the leaves that code did not fill. Values already set must not change. */
export const configPrompt = definePrompt({
  name: "rageval/config",
  variables: z.object({
    scenario: z.string(),
    domain: z.string(),
    subScenario: z.string().nullable(),
    set: z.array(FactLine),
    open: z.array(
      z.object({
        path: z.string(),
        label: z.string(),
        type: LeafType,
        description: z.string(),
        /** Whether it is a field of a record after the first; its description and options are given with the first. */
        repeated: z.boolean().default(false),
        options: z.array(z.string()),
        /** How many values a list may have; null for a single value. */
        count: z.object({ minimum: z.int(), maximum: z.int() }).nullable(),
        /** Whether the document may lack it. */
        optional: z.boolean(),
        unit: z.string().nullable(),
        range: z.object({ minimum: z.number(), maximum: z.number() }).nullable(),
        /** A stem for a name; null if it is not a name. */
        stem: z.string().nullable().default(null),
        /** An example of an identifier, version or code. */
        example: z.string().nullable().default(null),
      }),
    ),
    /** Agreements that involve open leaves. */
    agreements: z.array(DraftAgreement).default([]),
    /** Words (en) or characters (zh) in all values together; null if no length is set. */
    words: z.int().nullable().default(null),
  }),
  reply: z.object({ values: z.array(z.object({ path: z.string(), value: z.string() })) }),
  maxReplyTokens: 10_000,
});

/** A fact as shown to the writer of a section. */
export const SectionFact = FactLine.extend({
  /** The day from which it holds, in words, if the text must state it. */
  since: z.string().nullable().default(null),
  /** Why it changed; "" if unknown. */
  because: z.string().default(""),
});

/** A section to write. */
const SectionToWrite = z.object({
  id: z.string(),
  title: z.string(),
  form: z.string(),
  /** Its layout in a seed, with blanked values; "" if unknown. */
  skeleton: z.string().default(""),
  /** Words (en) or characters (zh) to write; null if no length is set. */
  length: z.int().min(1).nullable().default(null),
  facts: z.array(SectionFact),
});

/** Asks for sections of a document, short ones together. `before` is the document's opening; "" for the first sections. */
export const sectionPrompt = definePrompt({
  name: "rageval/section",
  variables: z.object({
    scenario: z.string(),
    domain: z.string(),
    subject: z.string(),
    before: z.string(),
    /** The document's role among those on its subject; "" if it is the only one. */
    kind: z.string().default(""),
    /** What it says about earlier documents; only for the first sections. */
    refers: z.array(z.string()).default([]),
    sections: z.array(SectionToWrite).min(1),
  }),
  reply: z.object({
    sections: z.array(z.object({ id: z.string(), text: z.string().min(1) })).min(1),
  }),
  maxReplyTokens: 8000,
});

/** Asks for the same section again, with the missing facts added and forbidden or invented content removed. */
export const sectionRepairPrompt = definePrompt({
  name: "rageval/section-repair",
  variables: z.object({
    subject: z.string(),
    text: z.string(),
    missing: z.array(SectionFact),
    forbidden: z.array(FactLine),
    /** Numbers, dates, amounts and versions that come from no fact. */
    invented: z.array(z.string()).default([]),
  }),
  reply: z.object({ text: z.string().min(1) }),
  maxReplyTokens: 8000,
});

const draftVariables = z.object({
  scenario: z.string(),
  domain: z.string(),
  subject: z.string(),
  subScenario: z.string().nullable(),
});

export const zeroShotPrompt = definePrompt({
  name: "rageval/zero-shot",
  variables: draftVariables,
  reply: z.object({ text: z.string().min(1) }),
  maxReplyTokens: 6000,
});

export const oneShotPrompt = definePrompt({
  name: "rageval/one-shot",
  variables: draftVariables.extend({ example: z.string() }),
  reply: z.object({ text: z.string().min(1) }),
  maxReplyTokens: 6000,
});

const questionVariables = z.object({
  domain: z.string(),
  documents: z
    .array(z.object({ subject: z.string(), text: z.string(), config: z.array(FactLine) }))
    .min(1),
  /** Number of questions to ask about these documents. */
  count: z.int().min(1),
});

const questionReply = z.object({
  questions: z.array(
    z.object({ question: z.string(), answer: z.string(), derivations: z.array(Derivation) }),
  ),
});
export type PaperQuestion = z.output<typeof questionReply>["questions"][number];

const questionPrompt = (type: PublishedType) =>
  definePrompt({
    name: `rageval/question-${type}`,
    variables: questionVariables,
    reply: questionReply,
    maxReplyTokens: 2500,
  });

/** The paper's prompts, one per type: questions with first answers from the config and the document. */
export const questionPrompts = {
  factual: questionPrompt("factual"),
  "multi-hop": questionPrompt("multi-hop"),
  summary: questionPrompt("summary"),
  integration: questionPrompt("integration"),
  comparison: questionPrompt("comparison"),
  "time-sequence": questionPrompt("time-sequence"),
  unanswerable: definePrompt({
    name: "rageval/question-unanswerable",
    variables: questionVariables.extend({
      /** Labels of the facts that were withheld from the document. */
      leftOut: z.array(z.string()),
    }),
    reply: questionReply,
    maxReplyTokens: 2500,
  }),
} satisfies Record<PublishedType, unknown>;
