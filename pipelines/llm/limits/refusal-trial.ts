// Whether refusals come from a limit or from chance: less is asked for a while, and refusals by a limit end.

/** Less was asked after this share of requests had been refused. */
export interface Trial {
  /** Places before the refusals. */
  readonly top: number;
  /** Credit before them. */
  readonly credit: number;
  readonly share: number;
  /** Requests at once that the server took meanwhile. */
  readonly carried: number;
}

/** A trial goes on until chance would have refused so many; two of them are enough to see that it does. */
const expected = 5;
/** Shares of refusals above this are no chance. */
export const greatestNoise = 0.4;

/** Fewer requests than for this share say nothing: what was refused at once may have been more than chance. */
const maxShare = 0.25;

/** How many requests a trial needs at most. */
export const trialLength = ({ share }: Trial): number => expected / Math.min(share, maxShare);

/** "more": so much was refused that even less must be asked. Undefined while it is open; `over` when all were sent. */
export function verdictOf(
  { share }: Trial,
  refused: number,
  sent: number,
  over: boolean,
): "noise" | "limit" | "more" | undefined {
  const foreseen = share * sent;
  const alike = refused >= 2 && refused <= 1.5 * foreseen + 2 && share < greatestNoise;
  if (alike && (over || (sent >= 8 && refused >= foreseen / 2))) return "noise";
  if (refused >= (over ? 2 : 8)) return "more";
  return over ? "limit" : undefined;
}
