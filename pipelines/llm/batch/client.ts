// The client for the files of a Batch API; it uses the environment's proxies.

import OpenAI from "openai";
import { EnvHttpProxyAgent } from "undici";

interface BatchClientOptions {
  /** Its address, up to /v1. */
  readonly endpoint: string;
  readonly apiKey: string;
  /** Whether to use the environment's proxies. */
  readonly proxied: boolean;
}

/** Node's own fetch, which sends files as forms, over this agent's connections. */
const byProxy =
  (dispatcher: EnvHttpProxyAgent): typeof fetch =>
  (input, init) =>
    fetch(input, Object.assign({ ...init }, { dispatcher }));

const none = { adminAPIKey: null, organization: null, project: null, webhookSecret: null };

/** Makes few requests, some of them files of many megabytes, with the package's own fetch. The polling rounds serve as retries. */
export const openBatchClient = ({ endpoint, apiKey, proxied }: BatchClientOptions): OpenAI =>
  new OpenAI({
    baseURL: endpoint,
    apiKey,
    ...none,
    maxRetries: 0,
    logLevel: "off",
    ...(proxied && { fetch: byProxy(new EnvHttpProxyAgent()) }),
  });
