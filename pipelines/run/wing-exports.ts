// Formats that a run of each wing is exported in, at its end.

import { join } from "node:path";
import type { Wing } from "../../schemas/settings.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { exportBeir } from "../export/beir.ts";
import { exportCofe } from "../export/cofe.ts";
import { exportCrud } from "../export/crud.ts";
import { exportDragonball } from "../export/dragonball.ts";
import type { ExportFormat } from "../../schemas/formats/export-formats.ts";

type Exports = Readonly<Partial<Record<ExportFormat, (run: OpenRun, to: string) => object>>>;

const exportsOf: Readonly<Record<Wing, Exports>> = {
  rageval: { dragonball: exportDragonball, beir: exportBeir },
  crud: { crud: exportCrud, beir: exportBeir },
  cofe: { cofe: exportCofe, beir: exportBeir },
};

/** Writes the wing's formats, each into its folder in `dataset/`. */
export function exportAll(wing: Wing, run: OpenRun): void {
  for (const [format, write] of Object.entries(exportsOf[wing]))
    write(run, join(run.directory, "dataset", format));
}
