// Sends a client's requests through its endpoint's limiter.

import type { Limiter } from "./limiter.ts";
import type { Client, MeteredReply, SizedRequest } from "../model.ts";

/** Makes requests wait until the limiter starts them; clients of one endpoint share one limiter. */
export const withLimiter = <
  Request extends SizedRequest,
  Reply extends MeteredReply,
  Settings extends object,
>(
  client: Client<Request, Reply, Settings>,
  limiter: Limiter,
): Client<Request, Reply, Settings> => ({
  ...client,
  complete: (request, signal) =>
    limiter.run({
      model: client.name,
      request,
      signal,
      work: () => client.complete(request, signal),
    }),
});
