// Checks whether an earlier outcome is still valid: nothing it depends on has changed, or it contains a person's edits.

import { type DoneLine, isEdited, lackingRows } from "./outcome-journal.ts";
import type { PassOptions } from "./pass-options.ts";
import type { Stage } from "./stage.ts";

type ValidityOptions = Pick<PassOptions, "finished" | "fingerprint" | "retryFailed" | "onEvent">;

/** `inputHash` is the hash of the input row as it is now. */
export function isStillValid(
  options: ValidityOptions,
  stage: Stage,
  done: DoneLine,
  inputHash: string,
): boolean {
  const hasFingerprint = (["zh", "en"] as const).some(
    language => options.fingerprint(stage, language, inputHash) === done.fingerprint,
  );
  const isUnchanged =
    hasFingerprint &&
    done.reads.every(read => options.finished.get(read[0])?.hashNow(read) === read[3]);
  // A person's edits are kept whatever changed upstream; this is reported, so that they can be reviewed.
  if (isEdited(done) && "each" in stage && done.fingerprint !== lackingRows) {
    for (const [row, , mark] of done.rows)
      if (mark === "edited")
        options.onEvent({ type: "edit-kept", stage: stage.name, row, stale: !isUnchanged });
    return true;
  }
  const mustRetry = done.outcome === "failed" && (done.kind === "technical" || options.retryFailed);
  return isUnchanged && !mustRetry;
}
