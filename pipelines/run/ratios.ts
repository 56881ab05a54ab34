// The ratios a plan reckons with, from the package's list and the project's own.

import { AllPlanRatios, type PlanRatios } from "../../schemas/plan-ratios.ts";
import type { Method, Wing } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { layered, readYaml } from "./package-files.ts";

const file = "schemas/plan-ratios.yaml";

/** The steps of CRUD-RAG's paper and ours have next to nothing in common; the other wings' have. */
export const ratiosName = (wing: Wing, method: Method): string =>
  wing === "crud" && method === "paper" ? "crud-paper" : wing;

/** Those of a wing, or of evaluate, baseline or audit: a project's own stand for the package's. */
export function readRatios(name: string, paths: readonly string[] = layered(file)): PlanRatios {
  const ratios = paths
    .map(path => readYaml(path, AllPlanRatios)[name])
    .find(found => found !== undefined);
  if (ratios) return ratios;
  throw new PipelineError("bad-settings", `${file} says nothing of ${name}.`, {
    hint: `Add a part ${name} to it; the package's own list shows the form.`,
  });
}
