// The library that draws the plots, which a plain install leaves out; a report without plots does not load it.

import { PipelineError } from "../../engine/errors.ts";
import { installLine, loadOptional } from "../../engine/optional-packages.ts";

interface PlotLibrary {
  readonly Plot: typeof import("@observablehq/plot");
  /** The document that it draws into. */
  readonly parseHTML: typeof import("linkedom").parseHTML;
}
export type Plot = PlotLibrary["Plot"];

const packages = ["@observablehq/plot"];
let loaded: PlotLibrary | null = null;

/** For pages that are written from now on; where it is not installed, they have their tables and say what to type. */
export async function loadPlots(): Promise<void> {
  try {
    const Plot = await loadOptional(
      { what: "A plot", packages },
      () => import("@observablehq/plot"),
    );
    loaded ??= { Plot, parseHTML: (await import("linkedom")).parseHTML };
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
  }
}

/** Null where it is not loaded. */
export const plotLibrary = (): PlotLibrary | null => loaded;

/** What to type for plots. */
export const plotsInstall: string = installLine(packages);
