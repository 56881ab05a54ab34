// What a run is told (`ragwright.yaml` and the command line), parsed once; defaults live here.

import { z } from "zod";
import { Language, QuestionType } from "./items/records.ts";

/** RAGEval's published mix of question types, in percent (spec: DragonBall, all domains). */
const publishedMix = {
  integration: 22.34,
  factual: 19.49,
  summary: 17.4,
  "multi-hop": 16.15,
  comparison: 10.51,
  "time-sequence": 7.15,
  unanswerable: 6.96,
} satisfies Record<QuestionType, number>;

const ModelSettings = z.strictObject({
  /** `rules` or `openai:NAME`. */
  model: z.string().regex(/^(rules|openai:.+)$/, "give rules or openai:NAME"),
  /** Endpoint of an OpenAI-compatible server; the environment's OPENAI_BASE_URL where absent. */
  baseUrl: z.url().optional(),
  temperature: z.number().min(0).max(2).optional(),
  /** Seconds for one attempt. */
  timeout: z.number().positive().default(300),
});
export type ModelSettings = z.output<typeof ModelSettings>;

export const Settings = z.strictObject({
  languages: z.array(Language).min(1).default(["zh", "en"]),
  /** Domains to take from the seeds; all where absent. */
  domains: z.array(z.string()).optional(),
  /** Items wanted in all. */
  items: z.int().min(1).default(420),
  /** Weights of the question types; a type left out is not made. */
  mix: z.partialRecord(QuestionType, z.number().min(0)).default(publishedMix),
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
  model: ModelSettings.prefault({ model: "rules" }),
  /** Requests in flight at once. */
  concurrency: z.int().min(1).max(1024).default(16),
  randomSeed: z.int().min(0).default(1),
  /** Licence of the seeds or documents taken in, written into the exports. */
  licence: z.string().nullable().default(null),
});
export type Settings = z.output<typeof Settings>;
