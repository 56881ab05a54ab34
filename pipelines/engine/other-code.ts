// Which stages of a run directory were run by other code than there is now.

import { readDone } from "./reading.ts";
import { readRunFile, type StageVersion } from "./runner.ts";
import type { Stage } from "./stage.ts";

/** A stage that would be redone. */
export interface OtherCode {
  readonly stage: Stage;
  /** Inputs that have an outcome by the other code. */
  readonly outcomes: number;
  /** As it was noted; undefined for a run that noted none. */
  readonly before: StageVersion | undefined;
}

// Who answers is a setting: only the same way of answering can have changed.
const isOther = (before: StageVersion | undefined, now: StageVersion): boolean =>
  before?.code !== now.code ||
  (before.floor !== null && now.floor !== null && before.floor !== now.floor);

/** The stages that have outcomes made by other code. Reads, and writes nothing. */
export function findOtherCode(
  directory: string,
  stages: readonly Stage[],
  versionOf: (stage: Stage) => StageVersion,
): OtherCode[] {
  const versions = readRunFile(directory)?.versions;
  return stages.flatMap(stage => {
    const before = versions?.[stage.name];
    if (!isOther(before, versionOf(stage))) return [];
    const outcomes = readDone(directory, stage.writes.name).lines.size;
    return outcomes > 0 ? [{ stage, outcomes, before }] : [];
  });
}
