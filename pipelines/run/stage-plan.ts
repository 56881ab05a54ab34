// Plan of a run's stages, in a form from which another machine can make the same stages.

import { z } from "zod";
import { Settings } from "../../schemas/settings.ts";
import { cofePipeline } from "../cofe/pipeline.ts";
import { crudPipeline } from "../crud/pipeline.ts";
import type { Stage } from "../engine/stage.ts";
import { ragevalPipeline } from "../rageval/pipeline.ts";
import { readNames, readStatutes } from "./package-files.ts";

const RagevalPlan = z.strictObject({
  wing: z.literal("rageval"),
  settings: Settings,
  /** Where the user starts: from seeds, from their own documents, or from questions on these. */
  start: z.enum(["seeds", "documents", "questions"]),
  /** Set if seeds are not in folders of kinds, so that their kinds must be found. */
  unsorted: z.literal(true).optional(),
  /** Whether code constructs the questions, so that there are no blind readings. */
  constructed: z.boolean(),
  /** Whether one model both asks and reads. */
  sameReader: z.boolean(),
  /** Weights of documents, each under one of its names; absent if all are equal. */
  weights: z.array(z.strictObject({ document: z.string(), weight: z.number() })).optional(),
  /** Characters of the user's own documents in the first run; absent in a first run. */
  base: z.number().positive().optional(),
});

const CrudPlan = z.strictObject({
  wing: z.literal("crud"),
  settings: Settings,
  /** From articles to be cleaned, or from documents as they are. */
  start: z.enum(["articles", "documents"]),
  /** Texts that an older split was built from: megabytes if it was large. */
  usedTexts: z.array(z.string()).readonly(),
});

const CofePlan = z.strictObject({
  wing: z.literal("cofe"),
  settings: Settings,
  /** Characters of the text in the first run; null in a first run. */
  base: z.number().positive().nullable(),
  /** Same as in the RAGEval wing. */
  constructed: z.boolean(),
  sameReader: z.boolean(),
});

/** Survives a round trip through JSON. Contains no keys: settings name the variables that hold them. */
export const StagePlan = z.discriminatedUnion("wing", [RagevalPlan, CrudPlan, CofePlan]);
export type StagePlan = z.output<typeof StagePlan>;

/**
 * The stages in flow order. Names and statutes come from the project it is called in, overriding the
 * package's: on another machine they may differ, and so may the stages' settings.
 */
export function stagesOf(plan: StagePlan): Stage[] {
  switch (plan.wing) {
    case "rageval":
      return ragevalPipeline({ ...plan, names: readNames(), statutes: readStatutes() });
    case "crud":
      return crudPipeline(plan);
    case "cofe":
      return cofePipeline({ ...plan, base: plan.base ?? undefined });
    default:
      return plan satisfies never;
  }
}
