// Tests whether refusals come from a limit or are random: with fewer requests for a while, those from a limit stop.

/** A trial with fewer requests, after `share` of them had been refused. */
export interface Trial {
  /** Places before the refusals. */
  readonly top: number;
  /** Credit before them. */
  readonly credit: number;
  readonly share: number;
  /** Requests that the server took at once in that time. */
  readonly carried: number;
}

/** A trial goes on until this many random refusals are to be expected; two are enough to show that they are random. */
const expected = 5;
/** A larger share of refusals is not random. */
export const greatestNoise = 0.4;

/** Larger shares count as this one, since a trial with too few requests proves nothing. */
const maxShare = 0.25;

/** The most requests a trial needs. */
export const trialLength = ({ share }: Trial): number => expected / Math.min(share, maxShare);

/** "more": so many were refused that still fewer must be sent. Undefined while undecided; `over` once all were sent. */
export function verdictOf(
  { share }: Trial,
  refused: number,
  sent: number,
  over: boolean,
): "noise" | "limit" | "more" | undefined {
  const foreseen = share * sent;
  const isSameShare = refused >= 2 && refused <= 1.5 * foreseen + 2 && share < greatestNoise;
  if (isSameShare && (over || (sent >= 8 && refused >= foreseen / 2))) return "noise";
  if (refused >= (over ? 2 : 8)) return "more";
  return over ? "limit" : undefined;
}
