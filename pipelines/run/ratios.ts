// Ratios that plans are calculated with, from the package's list and the project's own.

import { AllPlanRatios, type PlanRatios } from "../../schemas/plan-ratios.ts";
import type { Method } from "../../schemas/settings.ts";
import type { Wing } from "../../schemas/items/item-types.ts";
import { PipelineError } from "../engine/errors.ts";
import { layered, readYaml } from "./package-files.ts";

const ratiosFile = "schemas/plan-ratios.yaml";

/** Name of a run's ratios. The method of CRUD-RAG's paper has its own, since its steps have hardly anything in common with ours; in the other wings both methods share theirs. */
export const ratiosName = (wing: Wing, method: Method): string =>
  wing === "crud" && method === "paper" ? "crud-paper" : wing;

/** Ratios of a wing, or of evaluate, baseline or audit: a project's own replace the package's. */
export function readRatios(
  name: string,
  paths: readonly string[] = layered(ratiosFile),
): PlanRatios {
  const ratios = paths
    .map(path => readYaml(path, AllPlanRatios)[name])
    .find(section => section !== undefined);
  if (ratios) return ratios;
  throw new PipelineError("bad-settings", `${ratiosFile} has no ratios for ${name}.`, {
    hint: `Add a section ${name} to it; the package's own list shows the format.`,
  });
}
