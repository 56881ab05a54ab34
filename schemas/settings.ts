// What a run is told (`ragwright.yaml` and the command line), parsed once; defaults live here.

import { z } from "zod";
import {
  EmbeddingSettings,
  Limits,
  holdsSecret,
  ModelSettings,
  orName,
  RerankingSettings,
  Retries,
  StageModel,
  Timeouts,
} from "./model-settings.ts";
import { cofeMix, crudMix, documentsMix, filesMix, ragevalMix } from "./mixes.ts";
import { DocumentLength, FamilySettings } from "./rageval/writing.ts";
import {
  CofeType,
  CrudTask,
  ItemType,
  Language,
  PublishedType,
  QuestionType,
} from "./items/item-types.ts";

/** How questions are made: ours, or as the paper of the wing prints it. */
export const Method = z.enum(["ours", "paper"]);
export type Method = z.output<typeof Method>;

export const Wing = z.enum(["rageval", "crud", "cofe"]);
export type Wing = z.output<typeof Wing>;

/** What a wing makes, and how much of each where the user does not say; `families`: whether it may write them. */
export const defaultMix = (
  wing: Wing,
  method: Method = "ours",
  { families = true }: { readonly families?: boolean } = {},
): Readonly<Partial<Record<ItemType, number>>> =>
  ({
    rageval:
      method === "paper" ? ragevalMix("published") : families ? ragevalMix("weight") : documentsMix,
    crud: crudMix,
    cofe: method === "paper" ? cofeMix : filesMix,
  })[wing];

/** The types of question that a mix wants. */
export const typesWanted = (mix: Readonly<Partial<Record<ItemType, number>>>): QuestionType[] =>
  QuestionType.options.filter(type => (mix[type] ?? 0) > 0);

const weight = z.number().min(0);

/** Names all types where a mix names one that there is not. */
const ofNoWing: z.core.$ZodErrorMap = ({ code, keys }) =>
  code === "unrecognized_keys" && Array.isArray(keys)
    ? `no wing makes "${String(keys[0])}"; the types are ${ItemType.options.join(", ")}`
    : undefined;

/** A mix whose types are all the wing's own. */
export const mixOf = {
  rageval: z.partialRecord(QuestionType, weight),
  crud: z.partialRecord(CrudTask, weight),
  cofe: z.partialRecord(QuestionType, weight),
} satisfies Record<Wing, z.ZodType>;

/** The same of the papers' types alone. */
export const publishedMixOf = {
  rageval: z.partialRecord(PublishedType, weight),
  crud: mixOf.crud,
  cofe: z.partialRecord(CofeType, weight),
} satisfies Record<Wing, z.ZodType>;

const share = z.number().min(0).max(1);
const lengths = z.strictObject({ least: z.int().min(1), most: z.int().min(1) });

/** Of the CRUD-RAG wing. */
const CrudSettings = z.strictObject({
  /** Characters an article may have; the Chinese ones are those of nearly all published articles. */
  lengths: z
    .strictObject({
      zh: lengths.prefault({ least: 500, most: 1000 }),
      en: lengths.prefault({ least: 1000, most: 6000 }),
    })
    .prefault({}),
  /** Only articles published on this day or later; those without a date are then left out. */
  since: z.iso.date().nullable().default(null),
  /** Whether articles without a date are taken. They are never put together with others by their day. */
  undated: z.enum(["keep", "drop"]).default("keep"),
  /** Whether articles with private data (phone and account numbers, shame over people who hold no office) are taken. */
  private: z.enum(["drop", "keep"]).default("drop"),
  /** Jaccard of character 5-grams from which two articles are one. */
  nearDuplicate: share.default(0.8),
  /** Articles as alike as this, numbers aside, are written from one template; so many of them stay. */
  templated: z
    .strictObject({ similarity: share.default(0.5), most: z.int().min(1).default(3) })
    .prefault({}),
  /** Days within which articles may tell of one event. */
  window: z.int().min(0).default(3),
  /** Articles that a search brings. */
  found: z.int().min(1).default(10),
  /** Documents held out of the corpus for each reverse item wanted: one is used, the others are spares. */
  heldOut: z.number().min(1).default(4),
  /** A document as near as either to a held-out one is kept out of the corpus. */
  leak: z
    .strictObject({ similarity: share.default(0.3), containment: share.default(0.3) })
    .prefault({}),
  /** Share of a reference's facts that the corpus must support, by the paper's method; by ours it supports all. */
  support: share.default(0.7),
  /** A SearXNG-compatible search (its address) beside the corpus. */
  search: z
    .url()
    .refine(
      url => URL.canParse(url) && !holdsSecret(new URL(url)),
      "give the address without user, password and key: it is written into the run and its report",
    )
    .nullable()
    .default(null),
  /** Questions for RAGQuestEval on every reference answer. */
  questEval: z.boolean().default(true),
  /** Seconds between two requests to one host; a robots.txt may ask for more. */
  pause: z.number().min(0).default(1),
  /** Private hosts that may be fetched from, as host or host:port. */
  allowHosts: z.array(z.string()).default([]),
});
export type CrudSettings = z.output<typeof CrudSettings>;

/** Of the CoFE-RAG wing. */
const CofeSettings = z.strictObject({
  /** Tokens a fragment may have (o200k), its title left out. */
  fragment: z
    .strictObject({ least: z.int().min(1).default(500), most: z.int().min(50).default(1200) })
    .prefault({}),
});

/** How files are read. */
const FileLimits = z.strictObject({
  /** Seconds a file may take. */
  seconds: z.number().positive().default(120),
  /** MB of memory that reading it may take. */
  memory: z.int().min(64).default(1024),
  /** MB a file may have. */
  size: z.int().min(1).default(100),
  /** Whether links that lead out of a folder are followed: without it whoever made the folder cannot have other files of yours read and sent to a model. */
  followLinks: z.boolean().default(false),
});
export type FileLimits = z.output<typeof FileLimits>;

/** Of the common way to questions: each part may be left out, so that its worth can be measured. */
const AskingSettings = z.strictObject({
  /** Candidates asked for, for each item wanted of a material, and beyond. */
  candidates: z
    .strictObject({ factor: z.number().min(1).default(2), more: z.int().min(0).default(2) })
    .prefault({}),
  /** Tokens (o200k) of a material; longer documents are read by sections. */
  material: z.int().min(500).default(6000),
  /** Whether documents that belong together are sought and asked about together. */
  links: z.boolean().default(true),
  /** Briefs among which links are sought at once. */
  briefs: z.int().min(2).max(30).default(30),
  /** Whether a second reader answers each question blind. */
  readings: z.boolean().default(true),
  /** Whether answers that differ are asked about. */
  refinement: z.boolean().default(true),
  /** Whether the best are chosen; else the first that fit. */
  selection: z.boolean().default(true),
  /** Whether what the author of its keypoints, who sees an item alone, makes of it decides. */
  review: z.boolean().default(true),
  /** Candidates that get keypoints and keywords, for each item wanted. */
  shortlist: z.number().min(1).default(1.6),
});
export type AskingSettings = z.output<typeof AskingSettings>;

export const Settings = z.strictObject({
  languages: z.array(Language).min(1).default(["zh", "en"]),
  /** Prepared schemas to write from: names of `schemas/domains` ("finance", in every language asked for) or YAML files. None: schemas are summarised. */
  schemas: z
    .union([z.string(), z.array(z.string())])
    .transform(value => [value].flat())
    .default([]),
  /** Domains to take from the seeds; all where absent. */
  domains: z.array(z.string()).optional(),
  /** Items wanted in all. */
  items: z.int().min(1).default(420),
  /** Weights of the question types; a type left out is not made. */
  mix: z.partialRecord(ItemType, weight, { error: ofNoWing }).default(documentsMix),
  /** A table that says how much each of the user's documents is used; null where all are alike. */
  weights: z.string().nullable().default(null),
  /** Files, folders or runs whose documents nothing is asked of: keywords must tell an item's passages from theirs, too. */
  distractorsFrom: z.array(z.string()).default([]),
  /** The wings' way to questions. */
  method: Method.default("ours"),
  asking: AskingSettings.prefault({}),
  /** Documents written for each schema. */
  documentsPerSchema: z.int().min(1).default(8),
  /** How documents on one subject are made. */
  families: FamilySettings.prefault({}),
  length: DocumentLength,
  /** Facts kept out of each document, so that questions about them cannot be answered. */
  withheld: z.int().min(0).default(3),
  /** Also draft each document without config (zero-shot) and from one example (one-shot), for ranking. */
  drafts: z.boolean().default(false),
  rounds: z
    .strictObject({
      /** Refinement of a schema over further seeds. */
      schema: z.int().min(0).default(2),
      /** Repair of a section that lost facts. */
      repair: z.int().min(0).default(2),
      /** Refinement of answer and references. */
      refinement: z.int().min(0).default(2),
    })
    .prefault({}),
  /** Share of the documents whose items form the dev split; the rest is test. */
  devShare: z.number().min(0).max(1).default(0.2),
  model: orName(ModelSettings).prefault({}),
  /** Models of single stages, by their names (`items/keypoints`, or `keypoints`); what is left out is as in `model`. */
  models: z.record(z.string(), orName(StageModel)).default({}),
  /** Where a plain RAG compares vectors; null for none. */
  embedding: orName(EmbeddingSettings.nullable()).default(null),
  /** Where a plain RAG reranks; null for none. */
  reranking: orName(RerankingSettings.nullable()).default(null),
  crud: CrudSettings.prefault({}),
  /** Of runs over a queue. */
  queue: z
    .strictObject({
      /** Seconds without a sign after which a worker is taken for dead: its calls are then made again, by others. */
      lostAfter: z.number().min(5).default(30),
      /** Seconds for which a Redis that does not answer is waited for. */
      patience: z.number().min(1).default(600),
    })
    .prefault({}),
  cofe: CofeSettings.prefault({}),
  /** Of each file that is read in. */
  files: FileLimits.prefault({}),
  /** Of each endpoint. */
  limits: Limits.prefault({}),
  /** Of each attempt, unless a model has its own. */
  timeout: Timeouts.prefault({}),
  retry: Retries.prefault({}),
  /** Seconds between two looks at batches under way. */
  batchPoll: z.number().positive().default(30),
  /** USD that a run may cost in all; null for no ceiling. */
  maxCost: z.number().positive().nullable().default(null),
  randomSeed: z.int().min(0).default(1),
  /** Licence of the seeds or documents taken in, written into the exports. */
  licence: z.string().nullable().default(null),
});
export type Settings = z.output<typeof Settings>;
