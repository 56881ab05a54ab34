// Ratios that plans are calculated with, from the package's list and the project's own.

import { AllPlanRatios, PlanRatios } from "../../schemas/plan-ratios.ts";
import type { Method } from "../../schemas/settings.ts";
import { Wing } from "../../schemas/wings.ts";
import { layeredPaths, readYaml } from "./package-files.ts";

const ratiosFile = "schemas/plan-ratios.yaml";

/** Name of a run's ratios. The method of CRUD-RAG's paper has its own ratios, since its steps have hardly anything in common with ours; in the other wings both methods share ratios. */
export const ratiosName = (wing: Wing, method: Method): string =>
  wing === "crud" && method === "paper" ? "crud-paper" : wing;

/** Ratios for a wing that has none of its own: stages that it shares with other wings, as measured there. */
function borrowedRatios(wings: readonly PlanRatios[]): PlanRatios {
  return PlanRatios.parse({
    measured: "no run of this wing yet; stages that it shares with other wings were measured there",
    factor: Math.max(...wings.map(({ factor }) => factor)),
    stages: Object.assign({}, ...wings.map(({ stages }) => stages)),
  });
}

/** Ratios of a wing, or of evaluate, baseline or audit: a project's own replace the package's. */
export function readRatios(
  name: string,
  paths: readonly string[] = layeredPaths(ratiosFile),
): PlanRatios {
  const sections = paths.map(path => readYaml(path, AllPlanRatios));
  return (
    sections.map(section => section[name]).find(ratios => ratios !== undefined) ??
    borrowedRatios(sections.flatMap(section => Wing.options.flatMap(wing => section[wing] ?? [])))
  );
}
