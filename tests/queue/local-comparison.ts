// Compares what a run on a queue leaves with what the same work leaves without one.

import { join } from "node:path";
import { expect } from "vitest";
import { leftIn } from "../contracts/executor-contract.ts";
import { manyRows } from "../contracts/executor-work.ts";
import { runLocally, type Work } from "../support/queue-fleet.ts";
import { newFolder } from "../support/toy-run.ts";

/** `local` is the same work, made anew: by default thirty rows. */
export async function expectLocalResult(
  work: Work,
  directory: string,
  local: Work = manyRows(30, work.prompts),
): Promise<void> {
  const localDirectory = join(newFolder(), "run");
  await runLocally(local, localDirectory);
  expect(leftIn(directory)).toEqual(leftIn(localDirectory));
}
