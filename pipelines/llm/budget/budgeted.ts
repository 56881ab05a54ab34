// Makes no call that might break the ceiling: each attempt reserves the most it may cost, and settles when its end is known.

import { costOf, type Price } from "../../../schemas/prices.ts";
import { Parked, PipelineError, ReplyError } from "../../engine/errors.ts";
import type { Budget } from "./budget.ts";
import type { Reservation } from "./budget-refusal.ts";
import type { Client, Metered, Model, Sized } from "../model.ts";
import { RetryableError } from "../limits/retry.ts";

/** The most a request may cost: what is sent and the longest reply, each at its price. */
export const reservationOf = (
  model: string,
  price: Price,
  { key, stage, maxInputTokens, maxReplyTokens }: Sized,
  viaBatch: boolean,
): Reservation => ({
  key,
  stage,
  model,
  most: costOf(price, { inputTokens: maxInputTokens, outputTokens: maxReplyTokens }, viaBatch),
});

// A stop's own reason says nothing about the request, which may be on its way.
function certainlyFree(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted && error === signal.reason) return false;
  if (error instanceof RetryableError) return !error.maybeBilled;
  return error instanceof ReplyError || error instanceof PipelineError || error instanceof Parked;
}

/** Goes inside `retrying`, so that each attempt has a reservation of its own, and inside `limited`, so that no money is held for what waits its turn; a place waits for the disk instead, some 10 ms of a call. */
export function budgeted<Request extends Sized, Reply extends Metered, Settings extends object>(
  client: Client<Request, Reply, Settings>,
  budget: Budget,
  price: Price,
): Client<Request, Reply, Settings> {
  const send = async (request: Request, signal: AbortSignal): Promise<Reply> => {
    try {
      return await client.complete(request, signal);
    } catch (error) {
      if (certainlyFree(error, signal)) await budget.release(request.key);
      else budget.lose(request.key);
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

/** Of a model whose requests go by file: a reply from a batch was reserved for when its wave was written. */
export const settled = (model: Model, budget: Budget, price: Price): Model => ({
  ...model,
  complete: async (request, signal) => {
    budget.requirePossible(reservationOf(model.name, price, request, true));
    const reply = await model.complete(request, signal);
    budget.settle(request.key, costOf(price, reply.usage, true));
    return reply;
  },
});
