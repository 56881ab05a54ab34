// The records of the RAGEval wing, from seed to question plan.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Language, PublishedType } from "../items/item-types.ts";
import { Span } from "../items/documents.ts";
import { Provenance } from "../provenance.ts";
import { LeafType, ScenarioSchema } from "./schema.ts";

export const SeedRow = z.strictObject({
  id: z.string(),
  language: Language,
  /** "" where its kind is to be found. */
  domain: z.string(),
  text: z.string().min(1),
  provenance: Provenance,
});
export type SeedRow = z.output<typeof SeedRow>;

/** What is shown of seeds that lie in no folder of a kind and a language, for their kinds to be found. */
export const SeedBriefsRow = z.strictObject({
  id: z.string(),
  /** Of most of them. */
  language: Language,
  briefs: z
    .array(
      z.strictObject({
        seedId: z.string(),
        /** With the folder it lies in. */
        file: z.string(),
        headings: z.array(z.string()),
        opening: z.string(),
      }),
    )
    .min(1),
});
export type SeedBriefsRow = z.output<typeof SeedBriefsRow>;

/** What kind of document a seed is: its domain from then on. */
export const SeedKindRow = z.strictObject({
  /** The seed's. */
  id: z.string(),
  /** Null for what is not a model for others. */
  kind: z.string().nullable(),
  /** Why it is none; else "". */
  because: z.string(),
});
export type SeedKindRow = z.output<typeof SeedKindRow>;

/** The seeds of one scenario in one language: what one schema is summarised from. */
export const SeedGroupRow = z.strictObject({
  id: z.string(),
  language: Language,
  domain: z.string(),
  seedIds: z.array(z.string()).min(1),
});
export type SeedGroupRow = z.output<typeof SeedGroupRow>;

export const SchemaRow = z.strictObject({
  id: z.string(),
  language: Language,
  domain: z.string(),
  schema: ScenarioSchema,
  changes: z.array(z.string()),
});
export type SchemaRow = z.output<typeof SchemaRow>;

/** One document to be written: which schema, which variant, which sub-scenario. */
export const VariantRow = z.strictObject({
  id: z.string(),
  schemaId: z.string(),
  language: Language,
  domain: z.string(),
  number: z.int().min(1),
  subScenario: z.string().nullable(),
  /** Documents on its subject, in the order of their days; the near-twin apart. */
  documents: z.int().min(1).max(4).default(1),
  /** Whether another subject, confusingly alike, gets a document of its own. */
  twin: z.boolean().default(false),
});
export type VariantRow = z.output<typeof VariantRow>;

/** What a value that does not simply hold is in its family: it was copied after it had ceased to hold; documents disagree; it is a draft's. */
export const Standing = z.enum(["stale", "disputed", "draft"]);
export type Standing = z.output<typeof Standing>;

/** What holds instead of a stale value, from which day, and the paths of the facts that show it. */
const Held = z.strictObject({
  value: z.string().min(1),
  from: z.iso.date(),
  shownBy: z.array(z.string()).min(1),
});

/** One filled leaf; the elements of a list are values of their own, their path ending in /1, /2 …, a record's in /1/field. */
export const ConfigValue = z.strictObject({
  path: z.string(),
  label: z.string(),
  type: LeafType,
  value: z.string().min(1),
  filledBy: z.enum(["rule", "model"]),
  /** Kept out of the document on purpose, so that a question about it cannot be answered. */
  withheld: z.boolean(),
  /** The day from which it holds, where it replaces another value of its family. */
  from: z.iso.date().optional(),
  /** Why it changed, where somebody said so. */
  because: z.string().min(1).optional(),
  /** Left out of what simply holds. */
  standing: Standing.optional(),
  /** Of a stale value. */
  holds: Held.optional(),
});
export type ConfigValue = z.output<typeof ConfigValue>;

export const ConfigRow = z.strictObject({
  id: z.string(),
  schemaId: z.string(),
  variantId: z.string(),
  language: Language,
  domain: z.string(),
  subject: z.string(),
  subScenario: z.string().nullable(),
  values: z.array(ConfigValue).min(1),
});
export type ConfigRow = z.output<typeof ConfigRow>;

/** Where a document stands among those on one subject. */
export const FamilyPlace = z.strictObject({
  /** Of the config all of them go back to. */
  familyId: z.string(),
  /** From 1, by day; a near-twin comes last. */
  number: z.int().min(1),
  /** Documents of the family, the near-twin apart. */
  of: z.int().min(1),
  /** What it is in the family: "first-instance judgment"; "" for a document alone. */
  kind: z.string(),
  day: z.iso.date().nullable(),
  isTwin: z.boolean(),
});
export type FamilyPlace = z.output<typeof FamilyPlace>;

/** The config of one document: of the only one on its subject, or of one of a family, or of a near-twin. */
export const MemberRow = z.strictObject({
  ...ConfigRow.shape,
  configId: z.string(),
  family: FamilyPlace,
  /** What it says of the documents before it, for its writer: "refers to the judgment of 3 May 2021". */
  refers: z.array(z.string()),
  /** Paths of values that it leaves to those documents; they are not in `values`. */
  notRestated: z.array(z.string()),
});
export type MemberRow = z.output<typeof MemberRow>;

/** One thing a document states (or was meant to): the spine of questions and checks. */
export const FactRow = z.strictObject({
  id: z.string(),
  documentId: z.string(),
  schemaId: z.string(),
  language: Language,
  domain: z.string(),
  /** The document's subject, as a question names it. */
  subject: z.string(),
  /** The config value's path, with a list element's number. */
  path: z.string(),
  label: z.string(),
  type: LeafType,
  /** Empty for what a user's own document does not state at all. */
  value: z.string(),
  /** stated: found in the text; missing: should be there and is not; withheld: kept out on purpose. */
  state: z.enum(["stated", "missing", "withheld"]),
  /** The sentences that state it; empty unless stated. */
  spans: z.array(Span),
  from: ConfigValue.shape.from,
  standing: ConfigValue.shape.standing,
  holds: ConfigValue.shape.holds,
  /** Where its document stands among those on one subject; not of a user's own. */
  family: FamilyPlace.optional(),
});
export type FactRow = z.output<typeof FactRow>;

/** By the paper's method: so many questions of one type, over one document or two. */
export const AskedRow = z.strictObject({
  id: z.string(),
  type: PublishedType,
  language: Language,
  domain: z.string(),
  documentIds: z.array(z.string()).min(1),
  count: z.int().min(1),
});
export type AskedRow = z.output<typeof AskedRow>;

/** A document drafted without config, to be ranked blind against ours. */
export const DraftRow = z.strictObject({
  id: z.string(),
  configId: z.string(),
  language: Language,
  domain: z.string(),
  kind: z.enum(["zero-shot", "one-shot"]),
  text: z.string().min(1),
});
export type DraftRow = z.output<typeof DraftRow>;

export const seeds = artifactOf("rageval/seeds", SeedRow);
export const seedBriefs = artifactOf("rageval/seed-briefs", SeedBriefsRow);
export const seedKinds = artifactOf("rageval/seed-kinds", SeedKindRow);
/** Seeds whose domain is their kind. */
export const sortedSeeds = artifactOf("rageval/sorted-seeds", SeedRow);
export const seedGroups = artifactOf("rageval/seed-groups", SeedGroupRow);
export const schemas = artifactOf("rageval/schemas", SchemaRow);
export const variants = artifactOf("rageval/variants", VariantRow);
export const configs = artifactOf("rageval/configs", ConfigRow);
export const members = artifactOf("rageval/members", MemberRow);
export const facts = artifactOf("rageval/facts", FactRow);
export const asked = artifactOf("rageval/asked", AskedRow);
export const drafts = artifactOf("rageval/drafts", DraftRow);
