// Holds how many requests a model has in flight.

import type { LimitFunction } from "p-limit";
import type { Client, Metered, Sized } from "./model.ts";

/** Requests wait for a place in `limit` (`pLimit(8)`); wrappers of one endpoint share one limit. */
export const limited = <Request extends Sized, Reply extends Metered, Settings extends object>(
  client: Client<Request, Reply, Settings>,
  limit: LimitFunction,
): Client<Request, Reply, Settings> => ({
  ...client,
  complete: (request, signal) =>
    limit(() => {
      signal.throwIfAborted();
      return client.complete(request, signal);
    }),
});
