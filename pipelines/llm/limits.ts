// Holds how many requests a model has in flight.

import type { LimitFunction } from "p-limit";
import type { Model } from "./model.ts";

/** Requests wait for a place in `limit` (`pLimit(8)`); wrappers of one endpoint share one limit. */
export const limited = (model: Model, limit: LimitFunction): Model => ({
  name: model.name,
  settings: model.settings,
  paid: model.paid,
  complete: (request, signal) =>
    limit(() => {
      signal.throwIfAborted();
      return model.complete(request, signal);
    }),
});
