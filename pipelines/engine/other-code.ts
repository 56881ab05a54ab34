// Finds stages of a run directory that were run by different code from the current one.

import { readDone } from "./reading.ts";
import { readRunFile, type StageVersion } from "./runner.ts";
import type { Stage } from "./stage.ts";

/** A stage that would be redone. */
export interface OtherCode {
  readonly stage: Stage;
  /** Number of inputs whose outcome that code made. */
  readonly outcomes: number;
  /** The recorded version; undefined if the run recorded none. */
  readonly before: StageVersion | undefined;
}

// Whether a model or `rules` answers is a setting: rules are compared only if they answered both times.
const isOther = (before: StageVersion | undefined, now: StageVersion): boolean =>
  before?.code !== now.code ||
  (before.floor !== null && now.floor !== null && before.floor !== now.floor);

/** The stages with outcomes made by different code. Read-only. */
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
