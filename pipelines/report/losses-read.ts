// What did not become a row: rejected, declined and failed inputs with their reasons, from the journals of outcomes.

import type { OpenRun } from "../engine/open-run.ts";
import { shownPath, withoutFolders } from "../engine/shown-path.ts";

export interface Loss {
  /** The stage, or the artifact for what could not be taken in. */
  readonly stage: string;
  readonly input: string;
  readonly outcome: "rejected" | "declined" | "failed";
  readonly code: string;
  readonly detail: string;
  /** Of a failure: contract (the model answered, it never fitted) or technical. */
  readonly kind: string | null;
  /** Of a failure: the last raw reply. */
  readonly reply: string | null;
}

/** As a page may tell it: a file that was named by its whole path is named by its own name. */
export const shownLoss = (loss: Loss): Loss => ({
  ...loss,
  input: shownPath(loss.input),
  detail: withoutFolders(loss.detail, loss.input),
});

/** In the order of the stages, then of the inputs' ids. */
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
