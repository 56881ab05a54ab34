// Reads the answers of one system of a finished evaluation, given as <folder of the evaluation>/<system>, for another judge or for `decide`.

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type PredictionRow, predictions } from "../../../schemas/evaluation/predictions.ts";
import { PipelineError } from "../../engine/errors.ts";
import { hashOf } from "../../engine/fingerprint.ts";
import { openRun } from "../../engine/open-run.ts";
import { isOnOtherQuestions } from "../system-names.ts";

export interface EvaluatedAnswers {
  readonly hash: string;
  readonly rows: readonly PredictionRow[];
}

/** Undefined if the path exists, or if its folder is not a finished evaluation. Throws PipelineError("bad-input") for an unknown system. */
export function readEvaluatedAnswers(path: string): EvaluatedAnswers | undefined {
  const [folder, system] = [dirname(path), basename(path)];
  if (existsSync(path) || !existsSync(join(folder, "result.json"))) return undefined;
  const allRows = [...openRun(folder).rows(predictions)].filter(row => !isOnOtherQuestions(row));
  const rows = allRows.filter(row => row.system === system);
  if (rows.length > 0) return { rows, hash: hashOf(rows) };
  const systems = [...new Set(allRows.map(row => row.system))];
  throw new PipelineError("bad-input", `The evaluation ${folder} has no system ${system}.`, {
    hint: `Its systems: ${systems.slice(0, 8).join(", ")}${systems.length > 8 ? ", …" : ""}`,
  });
}
