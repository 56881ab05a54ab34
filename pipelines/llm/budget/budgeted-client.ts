// Keeps calls under the ceiling: each attempt reserves its maximum cost, and settles once its outcome is known.

import { costOf, type Price } from "../../../schemas/prices.ts";
import type { Budget } from "./budget.ts";
import type { Reservation } from "./budget-errors.ts";
import type { Client, MeteredReply, Model, SizedRequest } from "../model.ts";
import { isUnbilled } from "../limits/failed-requests.ts";

/** The reservation of a request: the cost of its input and of the longest reply, each at its price. */
export const reservationOf = (
  model: string,
  price: Price,
  { key, stage, maxInputTokens, maxReplyTokens }: SizedRequest,
  viaBatch: boolean,
): Reservation => ({
  key,
  stage,
  model,
  maxCost: costOf(price, { inputTokens: maxInputTokens, outputTokens: maxReplyTokens }, viaBatch),
});

/**
 * Goes inside the retries, so that each attempt has its own reservation, and inside the limits, so that no money is
 * reserved for waiting requests. The price is that each call occupies its slot some 10 ms longer, for the write to disk.
 */
export function withBudget<
  Request extends SizedRequest,
  Reply extends MeteredReply,
  Settings extends object,
>(
  client: Client<Request, Reply, Settings>,
  budget: Budget,
  price: Price,
): Client<Request, Reply, Settings> {
  const send = async (request: Request, signal: AbortSignal): Promise<Reply> => {
    try {
      return await client.complete(request, signal);
    } catch (error) {
      if (isUnbilled(error, signal)) await budget.release(request.key);
      else budget.markMaybeBilled(request.key);
      throw error;
    }
  };
  const complete = async (request: Request, signal: AbortSignal): Promise<Reply> => {
    await budget.reserve(reservationOf(client.name, price, request, false), signal);
    if (signal.aborted) await budget.release(request.key);
    signal.throwIfAborted();
    const reply = await send(request, signal);
    budget.settle(request.key, costOf(price, reply.usage, false));
    return reply;
  };
  return { ...client, complete };
}

/** Settles the replies of a model that is called by batch file; their maximum cost was reserved when the wave was written. */
export const settleReplies = (model: Model, budget: Budget, price: Price): Model => ({
  ...model,
  complete: async (request, signal) => {
    budget.requireAffordable(reservationOf(model.name, price, request, true));
    const reply = await model.complete(request, signal);
    budget.settle(request.key, costOf(price, reply.usage, true));
    return reply;
  },
});
