// Finds stages of a run directory that were run by a different version of the code.

import { readJournal } from "./read-run.ts";
import { readRunFile, type StageVersion } from "./runner.ts";
import type { Stage } from "./stage.ts";

/** A stage that would be redone. */
export interface OtherCode {
  readonly stage: Stage;
  /** Number of inputs with an outcome from that version. */
  readonly outcomes: number;
  /** The recorded version; undefined if the run recorded none. */
  readonly before: StageVersion | undefined;
}

// Whether a model or `rules` answers is a setting: rules are compared only if they answered both times.
const isOtherVersion = (before: StageVersion | undefined, current: StageVersion): boolean =>
  before?.code !== current.code ||
  (before.floor !== null && current.floor !== null && before.floor !== current.floor);

/** The stages with outcomes of a different version of the code. Writes nothing. */
export function findOtherCode(
  directory: string,
  stages: readonly Stage[],
  versionOf: (stage: Stage) => StageVersion,
): OtherCode[] {
  const versions = readRunFile(directory)?.versions;
  return stages.flatMap(stage => {
    const before = versions?.[stage.name];
    if (!isOtherVersion(before, versionOf(stage))) return [];
    const outcomes = readJournal(directory, stage.writes.name).lines.size;
    return outcomes > 0 ? [{ stage, outcomes, before }] : [];
  });
}
