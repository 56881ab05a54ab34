// What is said when a call does not fit under the ceiling: where the money went, and how to go on.

import { PipelineError, ReplyError } from "../../engine/errors.ts";
import type { BudgetState } from "./accounts.ts";

/** What one attempt may cost. */
export interface Reservation {
  readonly key: string;
  /** USD, never too little. */
  readonly most: number;
  readonly stage: string;
  readonly model: string;
}

const digits = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 6, useGrouping: false });
const usd = (amount: number) => `${digits.format(amount)} USD`;

/** In whole cents, rounded up, and shown as they are typed. */
const cents = (amount: number) => String(Math.ceil(Number((amount * 100).toPrecision(12))) / 100);

function whereItWent({ spent, maybe, reserved, beyond }: BudgetState): string[] {
  return [
    `${usd(spent)} are spent`,
    ...(maybe > 0
      ? [`${usd(maybe)} may have been billed for calls that brought no reply or wait in a batch`]
      : []),
    ...(reserved > 0 ? [`${usd(reserved)} are held for calls in flight`] : []),
    ...(beyond > 0
      ? [`${usd(beyond)} of it all are what replies cost beyond the maximum the service was told`]
      : []),
  ];
}

/** ReplyError for the call that the whole ceiling could not pay. */
export const tooDear = (
  { stage, model, most }: Reservation,
  { ceiling }: Pick<BudgetState, "ceiling">,
): ReplyError =>
  new ReplyError(
    "technical",
    "too-dear",
    `A call of ${stage} to ${model} may cost up to ${usd(most)}, more than the whole ceiling of ${usd(ceiling ?? 0)}: run the same command again with --max-cost ${cents(most)} or more to have it made.`,
    null,
  );

/** PipelineError("budget") for the call that does not fit. */
export function budgetRefusal(
  { stage, model, most }: Reservation,
  state: BudgetState,
): PipelineError {
  const needed = state.spent + state.maybe + state.reserved + most;
  const message = `The ceiling of ${usd(state.ceiling ?? needed)} leaves no room for the next call of ${stage} to ${model}, which may cost up to ${usd(most)}: ${whereItWent(state).join(", ")}.`;
  return new PipelineError("budget", message, {
    hint: `Nothing that was answered is lost or paid for twice. Run the same command again with --max-cost ${cents(needed)} or more, or with fewer --items.`,
  });
}
