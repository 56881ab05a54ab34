// What a run is told (`ragwright.yaml` and the command line), parsed once; defaults live here.

import { z } from "zod";
import {
  EmbeddingSettings,
  Limits,
  ModelSettings,
  orName,
  RerankingSettings,
  Retries,
  severalOf,
  StageModel,
  Timeouts,
} from "./model-settings.ts";
import { cofeMix, crudMix, documentsMix, filesMix, ragevalMix } from "./mixes.ts";
import { CofeSettings } from "./cofe/settings.ts";
import { CrudSettings } from "./crud/settings.ts";
import { FileLimits } from "./files-settings.ts";
import { AskingSettings } from "./questions/settings.ts";
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

export const Settings = z.strictObject({
  languages: z
    .array(Language)
    .min(1)
    .default(["zh", "en"])
    .describe("Languages of documents and items."),
  schemas: z
    .union([z.string(), z.array(z.string())])
    .transform(value => [value].flat())
    .default([])
    .describe(
      'Prepared schemas to write from: names of `schemas/domains` ("finance", in every language asked for) or YAML files. None: schemas are summarised.',
    ),
  domains: z
    .array(z.string())
    .optional()
    .describe("Domains to take from the seeds; all where absent."),
  items: z.int().min(1).default(420).describe("Items wanted in all."),
  mix: z
    .partialRecord(ItemType, weight, { error: ofNoWing })
    .default(documentsMix)
    .describe("Weights of the question types; a type left out is not made."),
  weights: z
    .string()
    .nullable()
    .default(null)
    .describe(
      "A table that says how much each of the user's documents is used; null where all are alike.",
    ),
  distractorsFrom: z
    .array(z.string())
    .default([])
    .describe(
      "Files, folders or runs whose documents nothing is asked of: keywords must tell an item's passages from theirs, too.",
    ),
  method: Method.default("ours").describe("The wings' way to questions."),
  asking: AskingSettings.prefault({}).describe(
    "The way to questions: each part may be left out, so that its worth can be measured.",
  ),
  documentsPerSchema: z.int().min(1).default(8).describe("Documents written for each schema."),
  families: FamilySettings.prefault({}).describe("How documents on one subject are made."),
  length: DocumentLength.describe(
    "How long a written document is: as its schema's seeds, half or twice as long, or so many tokens (o200k).",
  ),
  withheld: z
    .int()
    .min(0)
    .default(3)
    .describe("Facts kept out of each document, so that questions about them cannot be answered."),
  drafts: z
    .boolean()
    .default(false)
    .describe(
      "Also draft each document without config (zero-shot) and from one example (one-shot), for ranking.",
    ),
  rounds: z
    .strictObject({
      schema: z.int().min(0).default(2).describe("Refinement of a schema over further seeds."),
      repair: z.int().min(0).default(2).describe("Repair of a section that lost facts."),
      refinement: z.int().min(0).default(2).describe("Refinement of answer and references."),
    })
    .prefault({})
    .describe("How often something is tried again."),
  devShare: z
    .number()
    .min(0)
    .max(1)
    .default(0.2)
    .describe("Share of the documents whose items form the dev split; the rest is test."),
  model: orName(ModelSettings)
    .prefault({})
    .describe(
      "rules, openai:NAME or PROVIDER:NAME, alone or with its endpoint, key variable and limits.",
    ),
  models: z
    .record(z.string(), orName(StageModel))
    .default({})
    .describe(
      "Models of single stages, by their names (`items/keypoints`, or `keypoints`); what is left out is as in `model`.",
    ),
  embedding: severalOf(EmbeddingSettings)
    .default([])
    .describe(
      "What a plain RAG compares vectors of; a sweep tries each of a list. Answers are compared by the first.",
    ),
  reranking: severalOf(RerankingSettings)
    .default([])
    .describe("What a plain RAG reranks with; a sweep tries each of a list."),
  crud: CrudSettings.prefault({}).describe("Of the news wing."),
  queue: z
    .strictObject({
      lostAfter: z
        .number()
        .min(5)
        .default(30)
        .describe(
          "Seconds without a sign after which a worker is taken for dead: its calls are then made again, by others.",
        ),
      patience: z
        .number()
        .min(1)
        .default(600)
        .describe("Seconds for which a Redis that does not answer is waited for."),
    })
    .prefault({})
    .describe("Of runs over a queue."),
  cofe: CofeSettings.prefault({}).describe("Of the files wing."),
  files: FileLimits.prefault({}).describe("Of each file that is read in."),
  limits: Limits.prefault({}).describe("Of each endpoint."),
  timeout: Timeouts.prefault({}).describe("Of each attempt, unless a model has its own."),
  retry: Retries.prefault({}).describe(
    "How often an attempt that failed is made again, and how long is waited before.",
  ),
  batchPoll: z
    .number()
    .positive()
    .default(30)
    .describe("Seconds between two looks at batches under way."),
  maxCost: z
    .number()
    .positive()
    .nullable()
    .default(null)
    .describe("USD that a run may cost in all; null for no ceiling."),
  randomSeed: z.int().min(0).default(1).describe("Seed of every random choice."),
  licence: z
    .string()
    .nullable()
    .default(null)
    .describe("Licence of the seeds or documents taken in, written into the exports."),
});
export type Settings = z.output<typeof Settings>;
