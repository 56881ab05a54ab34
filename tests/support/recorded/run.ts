// Runs a wing in this process on recorded replies, as `ragwright run --model openai:recorded` does on a server's.

import type { Wing } from "../../../schemas/wings.ts";
import type { Failure } from "../../../pipelines/engine/failures.ts";
import { type RunFlags, runOptions } from "../../../pipelines/cli/run-flags.ts";
import { refresh, run } from "../../../pipelines/run/run.ts";
import { recordedModel } from "./model.ts";

/** For the command line, so that a run of its own has the same keys and names. */
export const recordedName = "openai:recorded";

export interface RecordedRun {
  /** Whose replies: the name of a folder of tests/fixtures/replies, and of the test file that asks for them. */
  readonly journey: string;
  readonly wing: Wing;
  readonly directory: string;
  readonly flags: RunFlags;
  /** An earlier run that this one refreshes. */
  readonly older?: string;
}

/** Runs, exports and reports; `calls.jsonl` of the directory is a recording for a server. */
export async function recordedRun({
  journey,
  wing,
  directory,
  flags,
  older,
}: RecordedRun): Promise<{ waiting: number; failures: readonly Failure[] }> {
  const model = recordedModel(journey, {
    name: "recorded",
    settings: { temperature: null, seed: 1 },
  });
  const options = { ...runOptions(wing, { ...flags, out: directory }), model };
  const result = await (older === undefined ? run(options) : refresh({ ...options, older }));
  return result.status === "waiting"
    ? { waiting: result.rowsWaiting, failures: [] }
    : { waiting: 0, failures: result.failures };
}
