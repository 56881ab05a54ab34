// `ragwright refresh`: a fresh split by the recipe of an earlier run, over newer articles, sharing no item and no source with it.

import { z } from "zod";
import { PipelineError } from "../engine/errors.ts";
import { readRun } from "../engine/reading.ts";
import { run } from "./run.ts";
import type { RunFlags } from "../run/settings.ts";

/** Of run.json: what was noted beside the settings is no setting. */
const Told = z.looseObject({ wing: z.literal("crud") });

function toldBy(directory: string): Record<string, unknown> {
  const told = Told.safeParse(readRun(directory).settings);
  if (!told.success) throw new PipelineError("wrong-use", `${directory} is no run of the wing crud.`, { hint: "Only news splits are refreshed: ragwright run crud …" });
  const { older: _older, answeredBy: _answeredBy, prices: _prices, onQueue: _onQueue, model, ...settings } = told.data;
  const { name: _name, ...modelSettings } = (model ?? {}) as Record<string, unknown>;
  return { ...settings, model: modelSettings };
}

/** Runs and returns the exit code, as `run` does. PipelineError("wrong-use") without a day to start from. */
export async function refresh(directory: string, flags: RunFlags): Promise<number> {
  if (flags.since === undefined)
    throw new PipelineError("wrong-use", "Say from which day on articles are new.", { hint: `Type: ragwright refresh ${directory} --since YYYY-MM-DD` });
  const out = flags.out ?? `${directory.replace(/[/\\]+$/, "")}-${flags.since}`;
  return run({ wing: "crud", flags: { ...flags, out }, older: { directory, told: toldBy(directory) } });
}
