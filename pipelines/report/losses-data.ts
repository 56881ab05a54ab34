// Reads from the outcome journals which inputs did not become rows (rejected, declined or failed), with the reasons.

import type { OpenRun } from "../engine/open-run.ts";
import { displayPath, withoutFolders } from "../engine/display-path.ts";

export interface Loss {
  /** Name of the stage, or of the artifact if the input could not be read. */
  readonly stage: string;
  readonly input: string;
  readonly outcome: "rejected" | "declined" | "failed";
  readonly code: string;
  readonly detail: string;
  /** Kind of failure: contract (the model replied, but no reply met the contract) or technical. */
  readonly kind: string | null;
  /** The last raw reply of a failure. */
  readonly reply: string | null;
}

/** A loss as a page may show it: with a file's name instead of its full path. */
export const displayLoss = (loss: Loss): Loss => ({
  ...loss,
  input: displayPath(loss.input),
  detail: withoutFolders(loss.detail, loss.input),
});

/** Losses in the order of the stages, then of the inputs' ids. */
export function readLosses({ inputs, stages, outcomes }: OpenRun): Loss[] {
  const sources = [
    ...inputs.map(artifact => ({ stage: artifact, artifact })),
    ...stages.map(({ name, writes }) => ({ stage: name, artifact: writes })),
  ];
  return sources.flatMap(({ stage, artifact }) => {
    const losses: Loss[] = [];
    for (const {
      outcome,
      input,
      code = "unknown",
      detail = "",
      kind = null,
      reply = null,
      lost = [],
    } of outcomes(artifact).lines.values()) {
      if (outcome !== "made") losses.push({ stage, input, outcome, code, detail, kind, reply });
      for (const [code, detail] of lost)
        losses.push({ stage, input, outcome: "rejected", code, detail, kind: null, reply: null });
    }
    return losses.sort((a, b) => (a.input < b.input ? -1 : 1));
  });
}
