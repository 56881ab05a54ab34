// Record of a plan's basis (`schemas/plan-ratios.yaml`): calls and tokens of each prompt, measured in runs with real replies.

import { z } from "zod";
import { ItemType } from "./items/item-types.ts";

const positive = z.number().positive();

/** Units whose number is known before a run begins. */
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
   * group: a domain in a language; document: given or to be generated; drawn: a document that items are created
   * from; item: expected; answer: an item answered by one system. The stages' own code counts materials (whose parts
   * are the candidates requested from them), neighbourhoods (of briefs), sheets (of shortlisted candidates) and
   * sortings (of seeds whose kinds are found together).
   */
  per: PlanUnit,
  /** Calls per unit, including repeats after refused replies. */
  calls: positive,
  /** Tokens (o200k) of texts in a call, not counting the prompt's own words and its reply schema. */
  text: z.number().min(0),
  /** Additional tokens per part of the unit. */
  textEach: z.number().min(0).default(0),
  /** Number of average-sized materials shown in a call; their tokens are added to `text`. */
  materials: z.number().min(0).default(0),
  /** Number of average-length documents shown in a call; their tokens are added to `text`. */
  documents: z.number().min(0).default(0),
  /** Number of average-length documents shown in a call for each article that a search returns (`crud.found`). */
  found: z.number().min(0).default(0),
  /** Passages shown in a call, as a share of what a system reads for an answer; their tokens are added to `text`. */
  read: z.number().min(0).default(0),
  /** Tokens in a reply, not counting thinking. */
  reply: positive,
  /** Additional reply tokens per part of the unit. */
  replyEach: z.number().min(0).default(0),
  /** Number of average-length documents whose text or values a reply contains; their tokens are added to `reply`. */
  replyDocuments: z.number().min(0).default(0),
  /** Only items of these types are counted. */
  types: z.array(ItemType).optional(),
  /** Items of these types are not counted. */
  except: z.array(ItemType).optional(),
});
export type PromptRatio = z.output<typeof PromptRatio>;

const stages = z.record(z.string(), z.record(z.string(), PromptRatio));

export const PlanRatios = z.strictObject({
  /** The runs in which the ratios were measured, in a sentence that the plan shows. */
  measured: z.string().min(1),
  /** The measured costs were between the estimate divided by this factor and multiplied by it. */
  factor: z.number().min(1),
  /** Tokens of a generated document if no length is set and there are no seeds; only for wings that write documents. */
  written: positive.optional(),
  /** Documents drawn for each item, as long as more are available. */
  drawn: positive.default(1),
  /** Maximum number of items that an average document yields, and minimum number of tokens that an item needs. */
  bears: z.strictObject({ perDocument: positive, tokensPerItem: positive }).optional(),
  /** By stage, then by prompt. */
  stages,
  /** Ratios that differ if a model drafts the schemas, which then have more leaves to fill in than prepared ones. */
  drafted: stages.default({}),
});
export type PlanRatios = z.output<typeof PlanRatios>;

/** Ratios by wing, and for evaluate, baseline and audit. */
export const AllPlanRatios = z.record(z.string(), PlanRatios);
