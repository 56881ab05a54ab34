// Loads the library that draws the plots, which a plain install leaves out; a report without plots does not need it.

import { PipelineError } from "../../engine/errors.ts";
import { installCommand, loadOptional } from "../../engine/optional-packages.ts";

interface PlotLibrary {
  readonly Plot: typeof import("@observablehq/plot");
  /** Creates the document that plots are drawn into. */
  readonly parseHTML: typeof import("linkedom").parseHTML;
}
export type Plot = PlotLibrary["Plot"];

const packages = ["@observablehq/plot"];
let library: PlotLibrary | null = null;

/** Loads the library for pages written from now on; if it is not installed, those pages have only tables and say how to install it. */
export async function loadPlotLibrary(): Promise<void> {
  try {
    const Plot = await loadOptional(
      { featureName: "A plot", packages },
      () => import("@observablehq/plot"),
    );
    library ??= { Plot, parseHTML: (await import("linkedom")).parseHTML };
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
  }
}

/** Null if the library is not loaded. */
export const plotLibrary = (): PlotLibrary | null => library;

/** The command that installs what plots need. */
export const plotsInstallCommand: string = installCommand(packages);
