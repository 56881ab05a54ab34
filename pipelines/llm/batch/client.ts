// The client that carries the files of a Batch API, by the proxies that the environment names.

import OpenAI from "openai";
import { EnvHttpProxyAgent } from "undici";

interface BatchClientOptions {
  /** Its address, up to /v1. */
  readonly endpoint: string;
  readonly apiKey: string;
  /** Whether the proxies of the environment are gone by. */
  readonly proxied: boolean;
}

/** Node's own fetch, which sends files as forms, over connections of this agent. */
const byProxy =
  (dispatcher: EnvHttpProxyAgent): typeof fetch =>
  (input, init) =>
    fetch(input, Object.assign({ ...init }, { dispatcher }));

const none = { adminAPIKey: null, organization: null, project: null, webhookSecret: null };

/** Few requests, some of them files of many megabytes: the package's own fetch carries them. The rounds of polling are its tries. */
export const openBatchClient = ({ endpoint, apiKey, proxied }: BatchClientOptions): OpenAI =>
  new OpenAI({
    baseURL: endpoint,
    apiKey,
    ...none,
    maxRetries: 0,
    logLevel: "off",
    ...(proxied && { fetch: byProxy(new EnvHttpProxyAgent()) }),
  });
