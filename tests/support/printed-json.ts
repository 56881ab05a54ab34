// Holds what a command printed under `--json` to the record that its `--schema` prints.

import type { z } from "zod";
import { outputSchemas } from "../../pipelines/cli/commands/output-schemas.ts";

/** The whole name of the command that was typed: the longest that there is. */
function commandOf([first = "", second = ""]: readonly string[]): string {
  return `${first} ${second}` in outputSchemas ? `${first} ${second}` : first;
}

export async function recordOf(args: readonly string[]): Promise<z.ZodType> {
  const load = outputSchemas[commandOf(args)];
  if (load === undefined) throw new Error(`no record of what is printed by: ${args.join(" ")}`);
  return load();
}

/** Throws where it is not of the record; what was printed by a command without `--json`, or none, is passed over. */
export async function checkPrinted(args: readonly string[], out: string): Promise<void> {
  if (!args.includes("--json") || out.trim() === "") return;
  const { error } = (await recordOf(args)).safeParse(JSON.parse(out));
  if (error) throw new Error(`${args.join(" ")} printed something else: ${error.message}`);
}
