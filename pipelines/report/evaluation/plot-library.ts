// The library that draws the plots, which a plain install leaves out; whoever imports this waits until it is loaded.

import { PipelineError } from "../../engine/errors.ts";
import { installLine, loadOptional } from "../../engine/optional-packages.ts";

export type PlotLibrary = typeof import("@observablehq/plot");

const packages = ["@observablehq/plot"];

/** Null where it is not installed: a page then has its tables, and says what to type. */
export const plotLibrary: PlotLibrary | null = await loadOptional(
  { what: "A plot", packages },
  () => import("@observablehq/plot"),
).catch((error: unknown) => {
  if (error instanceof PipelineError) return null;
  throw error;
});

/** What to type for plots. */
export const plotsInstall: string = installLine(packages);
