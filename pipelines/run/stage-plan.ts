// What the stages of a run are made from, in a form that another machine can make the same ones of.

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
  /** Where the user enters: with seeds, with documents of their own, or with questions on them. */
  start: z.enum(["seeds", "documents", "questions"]),
  /** Whether seeds lie in no folders of kinds, so that their kinds are found; absent where none do. */
  unsorted: z.literal(true).optional(),
  /** Whether code asks by construction, so that nothing is read blind. */
  constructed: z.boolean(),
  /** Whether one model both asks and reads. */
  sameReader: z.boolean(),
  /** How much documents are used, each by one of its names; absent where all are alike. */
  weights: z.array(z.strictObject({ document: z.string(), weight: z.number() })).optional(),
  /** Characters of the documents of one's own that the first run found; absent in a first run. */
  base: z.number().positive().optional(),
});

const CrudPlan = z.strictObject({
  wing: z.literal("crud"),
  settings: Settings,
  /** With articles to be cleaned, or with documents as they are. */
  start: z.enum(["articles", "documents"]),
  /** Texts that an older split was built from: megabytes where it was large. */
  usedTexts: z.array(z.string()).readonly(),
});

const CofePlan = z.strictObject({
  wing: z.literal("cofe"),
  settings: Settings,
  /** Characters of the text that the first run found; null in a first run. */
  base: z.number().positive().nullable(),
  /** As of the RAGEval wing. */
  constructed: z.boolean(),
  sameReader: z.boolean(),
});

/** JSON and back gives the same plan. It names no key: settings name the variables that hold them. */
export const StagePlan = z.discriminatedUnion("wing", [RagevalPlan, CrudPlan, CofePlan]);
export type StagePlan = z.output<typeof StagePlan>;

/**
 * The stages in flow order. Names and statutes are those of the project it is called in, over the
 * package's: they may be others on another machine, and the stages' settings then differ.
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
