// Checks whether an earlier outcome is still valid: nothing it depends on has changed, or it contains a person's edits.

import { type DoneLine, isEdited, lacking } from "./outcome-journal.ts";
import type { PassOptions } from "./pass-options.ts";
import type { Stage } from "./stage.ts";

type Standing = Pick<PassOptions, "finished" | "fingerprint" | "retryFailed" | "onEvent">;

/** `inputHash` is the hash of the input row as it is now. */
export function isStillValid(
  now: Standing,
  stage: Stage,
  done: DoneLine,
  inputHash: string,
): boolean {
  const same = (["zh", "en"] as const).some(
    language => now.fingerprint(stage, language, inputHash) === done.fingerprint,
  );
  const fresh =
    same && done.reads.every(read => now.finished.get(read[0])?.hashNow(read) === read[3]);
  // A person's edits are kept whatever changed upstream; this is reported, so that they can look again.
  if (isEdited(done) && "each" in stage && done.fingerprint !== lacking) {
    for (const [row, , mark] of done.rows)
      if (mark === "edited")
        now.onEvent({ type: "edit-kept", stage: stage.name, row, stale: !fresh });
    return true;
  }
  const again = done.outcome === "failed" && (done.kind === "technical" || now.retryFailed);
  return fresh && !again;
}
