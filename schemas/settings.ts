// Settings of a run (from `ragwright.yaml` and the command line), with their defaults.

import { z } from "zod";
import {
  EmbeddingSettings,
  Limits,
  ModelSettings,
  modelOrName,
  RerankingSettings,
  Retries,
  modelList,
  StageModel,
  Timeouts,
} from "./model-settings.ts";
import { documentsMix } from "./mixes.ts";
import { CofeSettings } from "./cofe/settings.ts";
import { CrudSettings } from "./crud/settings.ts";
import { FileLimits } from "./file-limits.ts";
import { AskingSettings } from "./questions/settings.ts";
import { DocumentLength, FamilySettings } from "./rageval/document-settings.ts";
import { ItemType, Language, QuestionType } from "./items/item-types.ts";

/** Method of creating questions: ours, or the one in the wing's paper. */
export const Method = z.enum(["ours", "paper"]);
export type Method = z.output<typeof Method>;

/** The question types with a positive weight in a mix. */
export const questionTypesIn = (mix: Readonly<Partial<Record<ItemType, number>>>): QuestionType[] =>
  QuestionType.options.filter(type => (mix[type] ?? 0) > 0);

const weight = z.number().min(0);

/** The error for an unknown type in a mix; lists all types. */
const unknownTypeError: z.core.$ZodErrorMap = ({ code, keys }) =>
  code === "unrecognized_keys" && Array.isArray(keys)
    ? `no wing makes "${String(keys[0])}"; the types are ${ItemType.options.join(", ")}`
    : undefined;

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
      'Prepared schemas to write from: names in `schemas/domains` ("finance", in each of the languages) or YAML files. Without any, schemas are derived from seeds.',
    ),
  domains: z.array(z.string()).optional().describe("Domains to take from the seeds; default: all."),
  items: z
    .int()
    .min(1)
    .default(420)
    .describe("Total number of items to create; your own `questions` all become items."),
  mix: z
    .partialRecord(ItemType, weight, { error: unknownTypeError })
    .default(documentsMix)
    .describe("Weights of the question types; types left out are not used."),
  weights: z
    .string()
    .nullable()
    .default(null)
    .describe(
      "A table of how much each of the user's documents is used; null if all are used equally.",
    ),
  distractorsFrom: z
    .array(z.string())
    .default([])
    .describe(
      "Files, folders or runs with documents that no question is about; keywords must also distinguish an item's passages from theirs.",
    ),
  method: Method.default("ours").describe("How the wings create questions."),
  asking: AskingSettings.prefault({}).describe(
    "Steps of question generation: each can be switched off, so that its effect can be measured.",
  ),
  documentsPerSchema: z.int().min(1).default(8).describe("Documents written for each schema."),
  families: FamilySettings.prefault({}).describe("How documents on one subject are generated."),
  length: DocumentLength.describe(
    "Length of a written document: like its schema's seeds, half or twice as long, or a number of tokens (o200k).",
  ),
  withheld: z
    .int()
    .min(0)
    .default(3)
    .describe(
      "Facts withheld from each document, so that questions about them cannot be answered.",
    ),
  drafts: z
    .boolean()
    .default(false)
    .describe(
      "Also draft each document without a config (zero-shot) and from one example (one-shot), for ranking.",
    ),
  rounds: z
    .strictObject({
      schema: z.int().min(0).default(2).describe("Refinements of a schema with further seeds."),
      repair: z.int().min(0).default(2).describe("Attempts to repair a section that lost facts."),
      refinement: z
        .int()
        .min(0)
        .default(2)
        .describe("Refinements of the answer and its references."),
    })
    .prefault({})
    .describe("How often each step is repeated."),
  devShare: z
    .number()
    .min(0)
    .max(1)
    .default(0.2)
    .describe("Share of the documents whose items form the dev split; the rest is test."),
  model: modelOrName(ModelSettings)
    .prefault({})
    .describe(
      "rules, openai:NAME or PROVIDER:NAME, alone or with its endpoint, key variable and limits.",
    ),
  models: z
    .record(z.string(), modelOrName(StageModel))
    .default({})
    .describe(
      "Models for individual stages, by stage name (`items/keypoints` or `keypoints`); anything left out is taken from `model`.",
    ),
  embedding: modelList(EmbeddingSettings)
    .default([])
    .describe(
      "Embedding models of the baseline RAG; a sweep tries each of several. The first is also used to compare answers.",
    ),
  reranking: modelList(RerankingSettings)
    .default([])
    .describe("Reranking models of the baseline RAG; a sweep tries each of several."),
  crud: CrudSettings.prefault({}).describe("Settings of the news wing."),
  queue: z
    .strictObject({
      lostAfter: z
        .number()
        .min(5)
        .default(30)
        .describe(
          "Seconds without a heartbeat after which a worker is presumed dead; other workers then repeat its calls.",
        ),
      patience: z
        .number()
        .min(1)
        .default(600)
        .describe("Seconds to wait for a Redis that does not answer."),
    })
    .prefault({})
    .describe("Settings for runs that use a queue."),
  cofe: CofeSettings.prefault({}).describe("Settings of the files wing."),
  files: FileLimits.prefault({}).describe("Limits on each file that is read."),
  limits: Limits.prefault({}).describe("Limits of each endpoint."),
  timeout: Timeouts.prefault({}).describe(
    "Timeouts of each attempt, unless a model has its own; in seconds.",
  ),
  retry: Retries.prefault({}).describe(
    "How often a failed attempt is repeated, and after how long a wait.",
  ),
  batchPoll: z
    .number()
    .positive()
    .default(30)
    .describe("Seconds between two polls of batches in progress."),
  maxCost: z
    .number()
    .positive()
    .nullable()
    .default(null)
    .describe("Maximum total cost of a run, in USD; null for no ceiling."),
  randomSeed: z.int().min(0).default(1).describe("Seed of every random choice."),
  licence: z
    .string()
    .nullable()
    .default(null)
    .describe("Licence of the seeds or documents that are read; written into the exports."),
});
export type Settings = z.output<typeof Settings>;
