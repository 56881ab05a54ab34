// Defines the records of the RAGEval wing, from seeds to the questions requested.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Language, PublishedType } from "../items/item-types.ts";
import { Span } from "../items/documents.ts";
import { Provenance } from "../provenance.ts";
import { LeafType, ScenarioSchema } from "./schema.ts";

export const SeedRow = z.strictObject({
  id: z.string(),
  language: Language,
  /** "" if its kind has not been found yet. */
  domain: z.string(),
  text: z.string().min(1),
  provenance: Provenance,
});
export type SeedRow = z.output<typeof SeedRow>;

/** Excerpts of unsorted seeds (those in no folder for a kind and a language), for finding their kinds. */
export const SeedBriefsRow = z.strictObject({
  id: z.string(),
  /** Language of most of the seeds. */
  language: Language,
  briefs: z
    .array(
      z.strictObject({
        seedId: z.string(),
        /** File name with its folder. */
        file: z.string(),
        headings: z.array(z.string()),
        opening: z.string(),
      }),
    )
    .min(1),
});
export type SeedBriefsRow = z.output<typeof SeedBriefsRow>;

/** The kind of document that a seed is, which becomes its domain. */
export const SeedKindRow = z.strictObject({
  /** The seed's id. */
  id: z.string(),
  /** Null if it is unsuitable as a model for other documents. */
  kind: z.string().nullable(),
  /** Why it is unsuitable; otherwise "". */
  because: z.string(),
});
export type SeedKindRow = z.output<typeof SeedKindRow>;

/** The seeds of one domain in one language: the basis of one schema. */
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

/** A document to write: its schema, variant number and sub-scenario. */
export const VariantRow = z.strictObject({
  id: z.string(),
  schemaId: z.string(),
  language: Language,
  domain: z.string(),
  number: z.int().min(1),
  subScenario: z.string().nullable(),
  /** Number of documents on its subject, not counting the near-twin. */
  documents: z.int().min(1).max(4).default(1),
  /** Whether a confusingly similar subject gets a document of its own. */
  twin: z.boolean().default(false),
});
export type VariantRow = z.output<typeof VariantRow>;

/** Status of a value that is not simply valid: stale (copied after it ceased to hold), disputed (documents disagree), or from a draft. */
export const Standing = z.enum(["stale", "disputed", "draft"]);
export type Standing = z.output<typeof Standing>;

/** The value that holds instead of a stale one, the day from which it holds, and the paths of the facts that show it. */
const ValidValue = z.strictObject({
  value: z.string().min(1),
  from: z.iso.date(),
  shownBy: z.array(z.string()).min(1),
});

/** One filled leaf; each element of a list is a separate value whose path ends in /1, /2 …, or /1/field in a record. */
export const ConfigValue = z.strictObject({
  path: z.string(),
  label: z.string(),
  type: LeafType,
  value: z.string().min(1),
  filledBy: z.enum(["rule", "model"]),
  /** Whether it is kept out of the document on purpose, so that a question about it cannot be answered. */
  withheld: z.boolean(),
  /** The day from which it holds, if it replaces another value of its family. */
  from: z.iso.date().optional(),
  /** Why it changed, if known. */
  because: z.string().min(1).optional(),
  /** Absent if it is simply valid. */
  standing: Standing.optional(),
  /** Only for a stale value. */
  holds: ValidValue.optional(),
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

/** Position of a document among those on one subject. */
export const FamilyPlace = z.strictObject({
  /** Id of the config that they are all based on. */
  familyId: z.string(),
  /** From 1, by date; a near-twin comes last. */
  number: z.int().min(1),
  /** Number of documents in the family, not counting the near-twin. */
  of: z.int().min(1),
  /** Its role in the family: "first-instance judgment"; "" for a single document. */
  kind: z.string(),
  day: z.iso.date().nullable(),
  isTwin: z.boolean(),
});
export type FamilyPlace = z.output<typeof FamilyPlace>;

/** The config of one document: the only one on its subject, one of a family, or a near-twin. */
export const MemberRow = z.strictObject({
  ...ConfigRow.shape,
  configId: z.string(),
  family: FamilyPlace,
  /** What it says about earlier documents, for its writer: "refers to the judgment of 3 May 2021". */
  refers: z.array(z.string()),
  /** Paths of values from earlier documents that it does not restate; they are not in `values`. */
  notRestated: z.array(z.string()),
});
export type MemberRow = z.output<typeof MemberRow>;

/** One fact that a document states (or was meant to): the basis of questions and checks. */
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
  /** Empty if a user's own document does not state it at all. */
  value: z.string(),
  /** stated: found in the text; missing: should be there but is not; withheld: kept out on purpose. */
  state: z.enum(["stated", "missing", "withheld"]),
  /** The sentences that state it; empty unless stated. */
  spans: z.array(Span),
  from: ConfigValue.shape.from,
  standing: ConfigValue.shape.standing,
  holds: ConfigValue.shape.holds,
  /** Position of its document among those on one subject; absent for a user's own document. */
  family: FamilyPlace.optional(),
});
export type FactRow = z.output<typeof FactRow>;

/** For the paper's method: how many questions of one type to ask about one or two documents. */
export const AskedRow = z.strictObject({
  id: z.string(),
  type: PublishedType,
  language: Language,
  domain: z.string(),
  documentIds: z.array(z.string()).min(1),
  count: z.int().min(1),
});
export type AskedRow = z.output<typeof AskedRow>;

/** A baseline draft of a document, written without its config, to be ranked, blind, against our document. */
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
/** Seeds with their kind as domain. */
export const sortedSeeds = artifactOf("rageval/sorted-seeds", SeedRow);
export const seedGroups = artifactOf("rageval/seed-groups", SeedGroupRow);
export const schemas = artifactOf("rageval/schemas", SchemaRow);
export const variants = artifactOf("rageval/variants", VariantRow);
export const configs = artifactOf("rageval/configs", ConfigRow);
export const members = artifactOf("rageval/members", MemberRow);
export const facts = artifactOf("rageval/facts", FactRow);
export const asked = artifactOf("rageval/asked", AskedRow);
export const drafts = artifactOf("rageval/drafts", DraftRow);
