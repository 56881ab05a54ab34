// Errors for a call that does not fit under the ceiling: where the money went, and how to continue.

import { PipelineError, ReplyError } from "../../engine/errors.ts";
import type { BudgetState } from "./accounts.ts";

/** The maximum cost of one attempt. */
export interface Reservation {
  readonly key: string;
  /** USD; an upper bound. */
  readonly maxCost: number;
  readonly stage: string;
  readonly model: string;
}

const usdFormat = new Intl.NumberFormat("en-US", {
  maximumSignificantDigits: 6,
  useGrouping: false,
});
const usd = (amount: number) => `${usdFormat.format(amount)} USD`;

/** Rounds up to whole cents, in the form in which a user would type it. */
const wholeCents = (amount: number) =>
  String(Math.ceil(Number((amount * 100).toPrecision(12))) / 100);

function spendingParts({ spent, possiblySpent, reserved, overrun }: BudgetState): string[] {
  return [
    `${usd(spent)} has been spent`,
    ...(possiblySpent > 0
      ? [
          `${usd(possiblySpent)} may have been billed for calls without a reply or waiting in a batch`,
        ]
      : []),
    ...(reserved > 0 ? [`${usd(reserved)} is reserved for calls in flight`] : []),
    ...(overrun > 0
      ? [`${usd(overrun)} of this is the cost of replies beyond the maximum the service was given`]
      : []),
  ];
}

/** ReplyError for a call that may cost more than the whole ceiling. */
export const tooExpensiveError = (
  { stage, model, maxCost }: Reservation,
  { ceiling }: Pick<BudgetState, "ceiling">,
): ReplyError =>
  new ReplyError(
    "technical",
    "too-dear",
    `A call of ${stage} to ${model} may cost up to ${usd(maxCost)}, more than the whole ceiling of ${usd(ceiling ?? 0)}: to make it, run the same command again with --max-cost ${wholeCents(maxCost)} or more.`,
    null,
  );

/** PipelineError("budget") for a call that no longer fits under the ceiling. */
export function overBudgetError(
  { stage, model, maxCost }: Reservation,
  state: BudgetState,
): PipelineError {
  const needed = state.spent + state.possiblySpent + state.reserved + maxCost;
  const message = `The ceiling of ${usd(state.ceiling ?? needed)} leaves no room for the next call of ${stage} to ${model}, which may cost up to ${usd(maxCost)}: ${spendingParts(state).join(", ")}.`;
  return new PipelineError("budget", message, {
    hint: `No answered call is lost or paid for twice. Run the same command again with --max-cost ${wholeCents(needed)} or more, or with fewer --items.`,
  });
}
