// When a stage may end whose artifact is fed back to earlier ones.

import type { PassOptions } from "./pass.ts";
import type { Stage } from "./stage.ts";
import type { StageProgress } from "./stage-progress.ts";

/** Always true of a stage that feeds nothing back. */
export function feedbackIsDue(
  { fedBack }: PassOptions,
  all: readonly StageProgress[],
  stage: Stage,
): boolean {
  const readers = all.filter(reader => fedBack(reader.stage).includes(stage.writes.name));
  if (readers.length === 0) return true;
  // What the last pass left of it is read until then.
  if (!readers.every(reader => reader.ended || reader.stage === stage)) return false;
  // Rows that failed for want of a reply may come through in the next run: until then nothing is asked for in their place.
  return !all.some(({ store }) =>
    [...store.outcomes()].some(({ outcome, kind }) => outcome === "failed" && kind === "technical"),
  );
}
