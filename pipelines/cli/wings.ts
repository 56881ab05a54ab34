// The wings by name, and the formats that a run of each is exported in.

import { join } from "node:path";
import { Wing } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { exportBeir } from "../export/beir.ts";
import { exportCofe } from "../export/cofe.ts";
import { exportCrud } from "../export/crud.ts";
import { exportDragonball } from "../export/dragonball.ts";
import { exportHuggingface } from "../export/huggingface.ts";
import { exportRagas } from "../export/ragas.ts";

export const exporters = { dragonball: exportDragonball, crud: exportCrud, cofe: exportCofe, beir: exportBeir, huggingface: exportHuggingface, ragas: exportRagas } as const;
export type Format = keyof typeof exporters;

const formatsOf: Record<Wing, readonly Format[]> = { rageval: ["dragonball", "beir"], crud: ["crud", "beir"], cofe: ["cofe", "beir"] };

/** PipelineError("wrong-use") for a word that names no wing. */
export function wingNamed(name: string, command: string): Wing {
  const wing = Wing.safeParse(name);
  if (wing.success) return wing.data;
  throw new PipelineError("wrong-use", `There is no wing "${name}".`, { hint: `Type: ragwright ${command} ${Wing.options.join("|")} …` });
}

/** Writes what the wing's users read, each format into its folder of `dataset/`. */
export function exportAll(wing: Wing, directory: string): void {
  for (const format of formatsOf[wing]) exporters[format](directory, join(directory, "dataset", format));
}
