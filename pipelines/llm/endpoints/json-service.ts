// Posts one JSON body to an endpoint and reads a JSON reply or an error; shared by embedders and rerankers.

import type { ZodType } from "zod";
import { parseJson } from "../../engine/lines.ts";
import type { Http } from "./http.ts";
import { HttpFailure } from "./http-failure.ts";
import type { RateState } from "../model.ts";
import { type Endpoint, garbledError, statusError, transportError } from "./provider-errors.ts";
import { rateState } from "./rate-headers.ts";

type Post = Http["postJson"];

export interface JsonService extends Endpoint {
  /** The connections to this endpoint; closed by whoever opened them. */
  readonly post: Post;
}

interface JsonCall<Reply> {
  /** Path after the base URL: `embeddings`. */
  readonly path: string;
  readonly body: object;
  readonly reply: ZodType<Reply>;
  /** What the reply should be, for messages: "a list of vectors". */
  readonly wanted: string;
  /** Whether a well-formed reply also makes sense. */
  readonly fits: (reply: Reply) => boolean;
}

// User and password in a base URL serve in place of a key; its query is kept.
function addressOf(
  { baseUrl, apiKey }: Endpoint,
  path: string,
): { url: string; headers: Record<string, string> } {
  const { origin, pathname, search, username, password } = new URL(baseUrl);
  const url = `${origin}${pathname.replace(/\/+$/, "")}/${path}${search}`;
  if (apiKey !== null) return { url, headers: { authorization: `Bearer ${apiKey}` } };
  if (username === "") return { url, headers: {} };
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    url,
    headers: { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` },
  };
}

/** Returns the parsed reply. Throws the errors of provider-errors.ts for refusals, broken connections and garbage; the stop's reason after a stop. */
export async function askService<Reply>(
  service: JsonService,
  { path, body, reply, wanted, fits }: JsonCall<Reply>,
  signal: AbortSignal,
): Promise<{ value: Reply; rates: RateState | undefined }> {
  signal.throwIfAborted();
  const answer = await service
    .post({ ...addressOf(service, path), body, signal })
    .catch((error: unknown) => {
      signal.throwIfAborted();
      throw error instanceof HttpFailure ? transportError(service, error) : error;
    });
  if (answer.status < 200 || answer.status >= 300) throw statusError(service, answer);
  const value = reply.safeParse(parseJson(answer.text)).data;
  if (value === undefined || !fits(value)) throw garbledError(service, answer, wanted);
  return { value, rates: rateState(answer.headers, Date.now()) };
}
