// The summary of another tool's scores for many answers.

import { z } from "zod";
import { Summary } from "./metrics.ts";
import { ScoringTool } from "./predictions.ts";

export const ToolSummary = z.strictObject({
  tool: ScoringTool,
  /** Metrics in the order of the tool's file. */
  metrics: z.array(z.strictObject({ metric: z.string(), ...Summary.shape })),
});
export type ToolSummary = z.output<typeof ToolSummary>;
