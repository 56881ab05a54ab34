// What the RAGEval wing asks of a model, in the order of the wing.

import { z } from "zod";
import { definePrompt } from "../define.ts";
import { Derivation } from "../items/derivation.ts";
import { PublishedType } from "../items/item-types.ts";
import { Agreement, FamilyForm, LeafType } from "./schema.ts";

const Count = z.object({ minimum: z.int().min(0), maximum: z.int().min(1) });

/** What of a leaf or field need not be said: these are the keys a draft leaves out. */
const guidance = {
  options: z.array(z.string()).default([]),
  unit: z.string().nullable().default(null),
  /** The usual bounds of a number or amount, in its unit. */
  range: z
    .object({ minimum: z.number(), maximum: z.number(), decimals: z.int().min(0).max(6) })
    .nullable()
    .default(null),
  /** How an identifier, version or code is built. */
  pattern: z.string().nullable().default(null),
};
const named = {
  path: z.string(),
  label: z.string(),
  type: LeafType,
  description: z.string(),
  fill: z.enum(["rule", "model"]),
};

const DraftField = z.object({ ...named, ...guidance });
export type DraftField = z.output<typeof DraftField>;

/** A leaf as a model drafts it; code adds what only `rules` needs. */
const DraftLeaf = z.object({
  ...named,
  section: z.string(),
  many: z.boolean().default(false),
  /** Of a list of records: what each holds; else empty. */
  fields: z.array(DraftField).default([]),
  count: Count.nullable().default(null),
  optional: z.boolean().default(false),
  ...guidance,
  /** Path of the date that comes before this one, or null. */
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

/** Shows the draft and further seeds; `changes` is empty when nothing is missing or too specific. */
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

/** The model's share of a config: the leaves that code did not fill. Values set already may not be changed. */
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
        /** Whether it is a field of a record after the first: what it is and may be stands there. */
        repeated: z.boolean().default(false),
        options: z.array(z.string()),
        /** How many a list may have; null where there is one value. */
        count: z.object({ minimum: z.int(), maximum: z.int() }).nullable(),
        /** Whether the document may lack it. */
        optional: z.boolean(),
        unit: z.string().nullable(),
        range: z.object({ minimum: z.number(), maximum: z.number() }).nullable(),
        /** What a name may be built on; null for what is not a name. */
        stem: z.string().nullable().default(null),
        /** What an identifier, version or code may look like. */
        example: z.string().nullable().default(null),
      }),
    ),
    /** What must agree with what is open. */
    agreements: z.array(DraftAgreement).default([]),
    /** Words of English, characters of Chinese that all values come to; null where no length is wanted. */
    words: z.int().nullable().default(null),
  }),
  reply: z.object({ values: z.array(z.object({ path: z.string(), value: z.string() })) }),
  maxReplyTokens: 10_000,
});

/** A fact as the writer of a section gets it. */
export const SectionFact = FactLine.extend({
  /** The day from which it holds, in words, where the text must state it. */
  since: z.string().nullable().default(null),
  /** Why it changed; "" where nobody said. */
  because: z.string().default(""),
});

/** A section that is to be written. */
const SectionToWrite = z.object({
  id: z.string(),
  title: z.string(),
  form: z.string(),
  /** How a seed sets it, its values blanked; "" where that is not known. */
  skeleton: z.string().default(""),
  /** Words (en) or characters (zh) that it has; null where nothing was wanted. */
  length: z.int().min(1).nullable().default(null),
  facts: z.array(SectionFact),
});

/** Sections of a document, short ones together. `before` is what it opens with; "" for those that open it. */
export const sectionPrompt = definePrompt({
  name: "rageval/section",
  variables: z.object({
    scenario: z.string(),
    domain: z.string(),
    subject: z.string(),
    before: z.string(),
    /** What the document is among those on its subject; "" where it is alone. */
    kind: z.string().default(""),
    /** What it says of the documents before it; only where it is opened. */
    refers: z.array(z.string()).default([]),
    sections: z.array(SectionToWrite).min(1),
  }),
  reply: z.object({
    sections: z.array(z.object({ id: z.string(), text: z.string().min(1) })).min(1),
  }),
  maxReplyTokens: 8000,
});

/** The same section again, with the facts it lost put in and nothing that must not be there or is invented. */
export const sectionRepairPrompt = definePrompt({
  name: "rageval/section-repair",
  variables: z.object({
    subject: z.string(),
    text: z.string(),
    missing: z.array(SectionFact),
    forbidden: z.array(FactLine),
    /** Numbers, dates, amounts and versions that no fact gives. */
    invented: z.array(z.string()).default([]),
  }),
  reply: z.object({ text: z.string().min(1) }),
  maxReplyTokens: 8000,
});

const wanted = z.object({
  scenario: z.string(),
  domain: z.string(),
  subject: z.string(),
  subScenario: z.string().nullable(),
});

export const zeroShotPrompt = definePrompt({
  name: "rageval/zero-shot",
  variables: wanted,
  reply: z.object({ text: z.string().min(1) }),
  maxReplyTokens: 6000,
});

export const oneShotPrompt = definePrompt({
  name: "rageval/one-shot",
  variables: wanted.extend({ example: z.string() }),
  reply: z.object({ text: z.string().min(1) }),
  maxReplyTokens: 6000,
});

const questionVariables = z.object({
  domain: z.string(),
  documents: z
    .array(z.object({ subject: z.string(), text: z.string(), config: z.array(FactLine) }))
    .min(1),
  /** Questions wanted of these documents. */
  count: z.int().min(1),
});

const questionReply = z.object({
  questions: z.array(
    z.object({ question: z.string(), answer: z.string(), derivations: z.array(Derivation) }),
  ),
});
export type BookQuestion = z.output<typeof questionReply>["questions"][number];

const questionPrompt = (type: PublishedType) =>
  definePrompt({
    name: `rageval/question-${type}`,
    variables: questionVariables,
    reply: questionReply,
    maxReplyTokens: 2500,
  });

/** The prompts of the paper, one a type: over config and document, questions with first answers. */
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
      /** Labels of the facts that were kept out of the document. */
      leftOut: z.array(z.string()),
    }),
    reply: questionReply,
    maxReplyTokens: 2500,
  }),
} satisfies Record<PublishedType, unknown>;
