// The client for the files of a Batch API; it uses the environment's proxies.

import OpenAI from "openai";
import { EnvHttpProxyAgent } from "undici";

interface BatchClientOptions {
  /** The Batch API's address, up to /v1. */
  readonly endpoint: string;
  readonly apiKey: string;
  /** Whether to use the environment's proxies. */
  readonly proxied: boolean;
}

/** Node's own fetch, which sends files as forms, over the connections of an agent. */
const proxyFetch =
  (dispatcher: EnvHttpProxyAgent): typeof fetch =>
  (input, init) =>
    fetch(input, Object.assign({ ...init }, { dispatcher }));

const unusedOptions = { adminAPIKey: null, organization: null, project: null, webhookSecret: null };

/** Opens a client with Node's own fetch: requests are few, and some are files of many megabytes. Polling serves as retries. */
export const openBatchClient = ({ endpoint, apiKey, proxied }: BatchClientOptions): OpenAI =>
  new OpenAI({
    baseURL: endpoint,
    apiKey,
    ...unusedOptions,
    maxRetries: 0,
    logLevel: "off",
    ...(proxied && { fetch: proxyFetch(new EnvHttpProxyAgent()) }),
  });
