// State shared by all callers of one endpoint: its connections, its limits, and the outage watch.

import type { Settings } from "../../schemas/settings.ts";
import type { PipelineError } from "../engine/errors.ts";
import { type Http, openHttp } from "../llm/endpoints/http.ts";
import { createLimiter, type Limiter } from "../llm/limits/limiter.ts";
import type { Client, MeteredReply, SizedRequest } from "../llm/model.ts";
import { withLimiter } from "../llm/limits/limited-client.ts";
import { createOutageWatch, type OutageWatch } from "../llm/limits/outage.ts";
import { withRetries } from "../llm/limits/retry.ts";
import type { StageModel } from "./models.ts";

interface Endpoint {
  readonly limiter: Limiter;
  readonly outage: OutageWatch;
  /** Requests in flight at once. */
  readonly concurrency: number;
}

/** Wraps each attempt once the limits admit it, for example in a budget's reservation. */
type AttemptWrapper = <Q extends SizedRequest, R extends MeteredReply, S extends object>(
  client: Client<Q, R, S>,
) => Client<Q, R, S>;

export interface Endpoints {
  /** Connections for a model at an endpoint, with its time limits. */
  http(address: string, model: StageModel): Http;
  /** Adds the endpoint's limits and retries after transient errors. */
  withLimits<Q extends SizedRequest, R extends MeteredReply, S extends object>(
    address: string,
    model: StageModel,
    client: Client<Q, R, S>,
    wrapAttempt: AttemptWrapper,
  ): Client<Q, R, S>;
  /** Number of rows that keep all open endpoints busy. */
  rowsInFlight(): number;
  close(): Promise<void>;
}

/** Number of rows that keep all slots busy while other rows wait for the disk before or after their call. */
export const rowsFor = (concurrency: number): number => Math.ceil(concurrency * 1.5) + 4;

interface EndpointOptions {
  /** A stop, with a PipelineError as its reason, ends calls that wait for a slot or a retry; calls in flight continue. */
  readonly signal: AbortSignal;
  /** Milliseconds by which latencies to an endpoint may differ. */
  readonly latencySlack?: number;
  /** Throws if no more calls may be made. */
  readonly checkLock?: () => void;
  /** Called to report long waits. */
  readonly onLongWait?: ((text: string) => void) | undefined;
}

/** Runs `checkLock` before each attempt. */
const withLockCheck = <Q extends SizedRequest, R extends MeteredReply, S extends object>(
  client: Client<Q, R, S>,
  checkLock: () => void,
): Client<Q, R, S> => ({
  ...client,
  complete: async (request, signal) => {
    checkLock();
    return client.complete(request, signal);
  },
});

function openEndpoint(
  address: string,
  limits: StageModel["limits"],
  { signal, latencySlack = 0, onLongWait }: EndpointOptions,
): Endpoint {
  const outage = createOutageWatch({ endpoint: address, onLongWait });
  signal.addEventListener("abort", () => outage.stop(signal.reason as PipelineError), {
    once: true,
  });
  const limiter = createLimiter(limits, {
    stopSignal: outage.stopSignal,
    slack: latencySlack,
    onWait: (wait, reason) => outage.reportWait(Date.now() + wait, reason),
  });
  return { outage, limiter, concurrency: limits.concurrency };
}

/** Whether the environment names a proxy, by any of the usual variables. */
export const isBehindProxy = (): boolean =>
  ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"].some(name => process.env[name]);

export function openEndpoints(
  { retry }: Pick<Settings, "retry">,
  { signal, latencySlack = 0, checkLock = () => undefined, onLongWait }: EndpointOptions,
): Endpoints {
  const endpoints = new Map<string, Endpoint>();
  const connections = new Map<string, Http>();
  const endpointAt = (address: string, { limits, ownLimits, name }: StageModel): Endpoint => {
    const key = ownLimits ? `${address} ${name} ${JSON.stringify(limits)}` : address;
    const endpoint =
      endpoints.get(key) ?? openEndpoint(address, limits, { signal, latencySlack, onLongWait });
    endpoints.set(key, endpoint);
    return endpoint;
  };
  return {
    http: (address, { limits, timeout }) => {
      const key = JSON.stringify([address, limits.concurrency, timeout]);
      const http =
        connections.get(key) ??
        openHttp({
          connections: limits.concurrency,
          timeout,
          proxied: isBehindProxy(),
        });
      connections.set(key, http);
      return http;
    },
    withLimits: (address, model, client, wrapAttempt) => {
      const { limiter, outage } = endpointAt(address, model);
      const retryOptions = {
        tries: retry.tries,
        firstWait: retry.firstWait * 1000,
        longestWait: retry.longestWait * 1000,
      };
      return withRetries(withLimiter(wrapAttempt(withLockCheck(client, checkLock)), limiter), {
        ...retryOptions,
        outage,
      });
    },
    rowsInFlight: () =>
      [...endpoints.values()].reduce((sum, { concurrency }) => sum + rowsFor(concurrency), 0),
    close: async () => {
      await Promise.all([...connections.values()].map(http => http.close()));
    },
  };
}
