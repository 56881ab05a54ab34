// Plan of a run's stages, in a form from which another machine can build the same stages.

import { z } from "zod";
import type { Wing } from "../../schemas/wings.ts";
import type { Stage } from "../engine/stage.ts";
import { cofe } from "./wings/cofe.ts";
import { crud } from "./wings/crud.ts";
import { rageval } from "./wings/rageval.ts";

/** A new wing needs a record in `schemas/wings.ts`, and must be named here. */
export const wings = { rageval, crud, cofe } satisfies Record<Wing, unknown>;

export const StagePlan = z.union(Object.values(wings).map(({ plan }) => plan));
export type StagePlan = z.output<(typeof wings)[Wing]["plan"]>;

/** The stages in flow order. */
export function stagesOf(plan: StagePlan): Stage[] {
  switch (plan.wing) {
    case "rageval":
      return wings.rageval.stages(plan);
    case "crud":
      return wings.crud.stages(plan);
    case "cofe":
      return wings.cofe.stages(plan);
    default:
      return plan satisfies never;
  }
}
