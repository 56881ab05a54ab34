// Tests whether refusals come from a limit or are random: if fewer requests are sent for a while, those from a limit stop.

/** A trial with fewer requests, after `share` of the earlier ones had been refused. */
export interface Trial {
  /** Slots before the refusals. */
  readonly slotsBefore: number;
  /** Refusal credit before them. */
  readonly credit: number;
  readonly share: number;
  /** Requests that the server handled at once when it refused more. */
  readonly handledAtOnce: number;
}

/** A trial lasts until this many refusals would be expected if they are random; two are enough to show that they are. */
const expectedRefusals = 5;
/** Maximum share of refusals that can be random. */
export const maxNoise = 0.4;

/** Larger shares count as this one, since a trial with too few requests proves nothing. */
const maxShare = 0.25;

/** Maximum number of requests a trial needs. */
export const trialLength = ({ share }: Trial): number =>
  expectedRefusals / Math.min(share, maxShare);

/** "more": so many requests were refused that even fewer must be sent. Undefined while undecided; `isOver`: whether all were sent. */
export function verdictOf(
  { share }: Trial,
  refused: number,
  sent: number,
  isOver: boolean,
): "noise" | "limit" | "more" | undefined {
  const expectedCount = share * sent;
  const isSameShare = refused >= 2 && refused <= 1.5 * expectedCount + 2 && share < maxNoise;
  if (isSameShare && (isOver || (sent >= 8 && refused >= expectedCount / 2))) return "noise";
  if (refused >= (isOver ? 2 : 8)) return "more";
  return isOver ? "limit" : undefined;
}
