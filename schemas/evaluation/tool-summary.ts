// What another tool gave many answers.

import { z } from "zod";
import { Summary } from "./metrics.ts";
import { ScoringTool } from "./predictions.ts";

export const ToolSummary = z.strictObject({
  tool: ScoringTool,
  /** In the order in which the file has them. */
  metrics: z.array(z.strictObject({ metric: z.string(), ...Summary.shape })),
});
export type ToolSummary = z.output<typeof ToolSummary>;
