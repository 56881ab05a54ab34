// What a plan reckons with (`schemas/plan-ratios.yaml`): calls and tokens of each prompt, as runs with real replies took them.

import { z } from "zod";
import { ItemType } from "./items/item-types.ts";

const positive = z.number().positive();

/** What there is one of, or many, before a run begins. */
const PlanUnit = z.enum([
  "group",
  "document",
  "drawn",
  "item",
  "answer",
  "material",
  "neighbourhood",
  "sheet",
  "sorting",
]);

export const PromptRatio = z.strictObject({
  /**
   * group: a domain in a language; document: given or to be written; drawn: a document from which items are made; item:
   * expected; answer: an item answered by one system. Counted by the stages' own code: material (whose parts are the
   * candidates wanted of it), neighbourhood (whose parts are briefs), sheet (whose
   * parts are shortlisted candidates), sorting (seeds whose kinds are found together; its parts are seeds).
   */
  per: PlanUnit,
  /** Calls for each of these, repeats of refused replies included. */
  calls: positive,
  /** Tokens (o200k) of texts in a call beside the prompt's own words and its reply schema. */
  text: z.number().min(0),
  /** And for each part of what it is per. */
  textEach: z.number().min(0).default(0),
  /** Materials shown in a call, in whole ones of average length; their tokens are added to `text`. */
  materials: z.number().min(0).default(0),
  /** Documents shown in a call, in whole ones of average length; their tokens are added to `text`. */
  documents: z.number().min(0).default(0),
  /** Documents shown for each article that a search brings (`crud.found`), in the same way. */
  found: z.number().min(0).default(0),
  /** Passages shown in a call, as shares of what a system reads for an answer; their tokens are added to `text`. */
  read: z.number().min(0).default(0),
  /** Tokens of a reply, without thinking. */
  reply: positive,
  /** And for each part of what it is per. */
  replyEach: z.number().min(0).default(0),
  /** Documents that a reply holds the text or the values of, in whole ones of average length; their tokens are added to `reply`. */
  replyDocuments: z.number().min(0).default(0),
  /** Items of these types alone are counted. */
  types: z.array(ItemType).optional(),
  /** Items of these types are not counted. */
  except: z.array(ItemType).optional(),
});
export type PromptRatio = z.output<typeof PromptRatio>;

const stages = z.record(z.string(), z.record(z.string(), PromptRatio));

export const PlanRatios = z.strictObject({
  /** Which runs these were measured on, in a sentence: a plan says it. */
  measured: z.string().min(1),
  /** Bills of the runs measured lay between the estimate divided and multiplied by this. */
  factor: z.number().min(1),
  /** Tokens of a document that is written where no length is wanted and there are no seeds; for wings that write. */
  written: positive.optional(),
  /** Documents drawn for each item, as long as there are more. */
  drawn: positive.default(1),
  /** Items that a document of average length bears at most, and tokens of text that one item needs at least. */
  bears: z.strictObject({ perDocument: positive, tokensPerItem: positive }).optional(),
  /** By stage, then by prompt. */
  stages,
  /** Those of stages that take or give otherwise where a model drafts the schemas: more is left to it than by prepared ones. */
  drafted: stages.default({}),
});
export type PlanRatios = z.output<typeof PlanRatios>;

/** By wing, and for evaluate, baseline and audit. */
export const AllPlanRatios = z.record(z.string(), PlanRatios);
