// What a run is told (`ragwright.yaml` and the command line), parsed once; defaults live here.

import { z } from "zod";
import { CofeType, CrudTask, ItemType, Language, QuestionType } from "./items/item-types.ts";

/** RAGEval's published mix of question types, in percent (spec: DragonBall, all domains). */
const ragevalMix = {
  integration: 22.34,
  factual: 19.49,
  summary: 17.4,
  "multi-hop": 16.15,
  comparison: 10.51,
  "time-sequence": 7.15,
  unanswerable: 6.96,
} satisfies Record<QuestionType, number>;

/** CRUD-RAG's published sizes. */
const crudMix = {
  summarization: 10_728,
  continuation: 10_728,
  "qa-1-document": 3199,
  "qa-2-documents": 3192,
  "qa-3-documents": 3189,
  correction: 5130,
} satisfies Record<CrudTask, number>;

/** CoFE-RAG's published counts, both languages together. */
const cofeMix = { factual: 1704, analytical: 1006, comparative: 724, tutorial: 395 } satisfies Record<CofeType, number>;

export const Wing = z.enum(["rageval", "crud", "cofe"]);
export type Wing = z.output<typeof Wing>;

/** What a wing makes, and how much of each where the user does not say. */
export const publishedMix: Readonly<Record<Wing, Readonly<Partial<Record<ItemType, number>>>>> = { rageval: ragevalMix, crud: crudMix, cofe: cofeMix };

const weight = z.number().min(0);

/** A mix whose types are all the wing's own. */
export const mixOf = { rageval: z.partialRecord(QuestionType, weight), crud: z.partialRecord(CrudTask, weight), cofe: z.partialRecord(CofeType, weight) } satisfies Record<
  Wing,
  z.ZodType
>;

const limitFields = {
  /** Requests in flight at once. */
  concurrency: z.int().min(1).max(1024),
  /** None where null; what the server's headers tell is kept to anyway. */
  requestsPerMinute: z.int().min(1).nullable(),
  tokensPerMinute: z.int().min(1).nullable(),
};

/** How often and how much an endpoint may be asked. */
const Limits = z.strictObject({
  concurrency: limitFields.concurrency.default(16),
  requestsPerMinute: limitFields.requestsPerMinute.default(null),
  tokensPerMinute: limitFields.tokensPerMinute.default(null),
});
export type Limits = z.output<typeof Limits>;

/** Seconds. */
const timeoutFields = {
  connect: z.number().positive(),
  /** Until the reply begins, which for most endpoints is when it has been written whole. */
  firstByte: z.number().positive(),
  /** Between two pieces of a reply. */
  idle: z.number().positive(),
  /** For one attempt in all. */
  whole: z.number().positive(),
};

const Timeouts = z.strictObject({
  connect: timeoutFields.connect.default(10),
  firstByte: timeoutFields.firstByte.default(300),
  idle: timeoutFields.idle.default(60),
  whole: timeoutFields.whole.default(600),
});
export type Timeouts = z.output<typeof Timeouts>;

/** How often an attempt that failed is made again, and how long is waited before. */
const Retries = z.strictObject({
  /** Attempts in all. */
  tries: z.int().min(1).default(6),
  /** Seconds before the second attempt; doubled for each further one. */
  firstWait: z.number().positive().default(1),
  /** Seconds. A server that asks for more stops the run: type the same command again later. */
  longestWait: z.number().positive().default(600),
});

const modelName = z.string().regex(/^(rules|[a-z][a-z0-9_-]*:.+)$/, "give rules, openai:NAME or PROVIDER:NAME");

const modelFields = {
  /** Endpoint of an OpenAI-compatible server; the environment's OPENAI_BASE_URL where absent. */
  baseUrl: z
    .url()
    .refine(
      url => URL.canParse(url) && new URL(url).username === "" && new URL(url).search === "",
      "give host and path alone: keys come from the environment (keyFrom names the variable)",
    )
    .optional(),
  /** Name of the environment variable that holds the key; the provider's usual one where absent. */
  keyFrom: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "give the name of an environment variable, not a key")
    .optional(),
  temperature: z.number().min(0).max(2).optional(),
  /** How a reply's shape is asked for: by JSON schema, by JSON mode, or in words. Found out and remembered where absent. */
  output: z.enum(["schema", "json", "prompt"]).optional(),
  /** Tokens the model may think before it replies; they are paid for as output. */
  thinkingTokens: z.int().min(0).optional(),
  timeout: z.strictObject(timeoutFields).partial().optional(),
  /** Limits of its own; else it shares those of its endpoint. */
  limits: z.strictObject(limitFields).partial().optional(),
  /** Asked through the provider's Batch API. */
  batch: z.boolean().optional(),
};

const ModelSettings = z.strictObject({ model: modelName.default("rules"), ...modelFields });
export type ModelSettings = z.output<typeof ModelSettings>;

const StageModel = z.strictObject({ model: modelName.optional(), ...modelFields });

const { baseUrl, keyFrom, timeout, limits } = modelFields;
// A service speaks one protocol, whoever runs it: the provider may stand before its model's name, or not.
const bareName = z
  .string()
  .overwrite(name => name.replace(/^openai:/, "").trim())
  .min(1, "give the model's name");
const serviceFields = { model: bareName, baseUrl, keyFrom, timeout, limits };

/** Vectors of texts, from an endpoint that speaks OpenAI's embeddings. */
const EmbeddingSettings = z.strictObject({
  ...serviceFields,
  /** Numbers in a vector, for models that can give fewer than their own. */
  dimensions: z.int().min(1).optional(),
});

/** Scores of texts for a query, from an endpoint that reranks as Cohere's and Jina's do. It sends no key but that of keyFrom to a baseUrl. */
const RerankingSettings = z.strictObject(serviceFields);

/** A model's name alone stands for its settings. */
const orName = <S extends z.ZodType>(settings: S) => z.preprocess(value => (typeof value === "string" ? { model: value } : value), settings);

const share = z.number().min(0).max(1);
const lengths = z.strictObject({ least: z.int().min(1), most: z.int().min(1) });

/** Of the CRUD-RAG wing. */
const CrudSettings = z.strictObject({
  /** Characters an article may have; the Chinese ones are those of nearly all published articles. */
  lengths: z.strictObject({ zh: lengths.prefault({ least: 500, most: 1000 }), en: lengths.prefault({ least: 1000, most: 6000 }) }).prefault({}),
  /** Only articles published on this day or later; those without a date are then left out. */
  since: z.iso.date().nullable().default(null),
  /** Whether articles without a date are taken. They are never put together with others by their day. */
  undated: z.enum(["keep", "drop"]).default("keep"),
  /** Jaccard of character 5-grams from which two articles are one. */
  nearDuplicate: share.default(0.8),
  /** Articles as alike as this, numbers aside, are written from one template; so many of them stay. */
  templated: z.strictObject({ similarity: share.default(0.5), most: z.int().min(1).default(3) }).prefault({}),
  /** Days within which articles may tell of one event. */
  window: z.int().min(0).default(3),
  /** Articles that a search brings. */
  found: z.int().min(1).default(10),
  /** Documents held out of the corpus for each reverse item wanted: one is used, the others are spares. */
  heldOut: z.number().min(1).default(4),
  /** A document as near as either to a held-out one is kept out of the corpus. */
  leak: z.strictObject({ similarity: share.default(0.5), containment: share.default(0.5) }).prefault({}),
  /** Share of a reference's facts that the corpus must support. */
  support: share.default(0.5),
  /** A SearXNG-compatible search (its address) beside the corpus. */
  search: z.url().nullable().default(null),
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
  fragment: z.strictObject({ least: z.int().min(1).default(80), most: z.int().min(50).default(1200) }).prefault({}),
});

/** How files are read. */
const FileLimits = z.strictObject({
  /** Seconds a file may take. */
  seconds: z.number().positive().default(120),
  /** MB of memory that reading it may take. */
  memory: z.int().min(64).default(1024),
  /** MB a file may have. */
  size: z.int().min(1).default(100),
});
export type FileLimits = z.output<typeof FileLimits>;

export const Settings = z.strictObject({
  languages: z.array(Language).min(1).default(["zh", "en"]),
  /** Domains to take from the seeds; all where absent. */
  domains: z.array(z.string()).optional(),
  /** Items wanted in all. */
  items: z.int().min(1).default(420),
  /** Weights of the question types; a type left out is not made. */
  mix: z.partialRecord(ItemType, z.number().min(0)).default(ragevalMix),
  /** Documents written for each schema. */
  documentsPerSchema: z.int().min(1).default(8),
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
