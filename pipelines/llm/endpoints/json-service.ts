// Posts a JSON body to an endpoint and reads a JSON reply or an error; chat models, embedders and rerankers share it.

import type { ZodType } from "zod";
import { PipelineError } from "../../engine/errors.ts";
import { parseJson } from "../../engine/lines.ts";
import type { Http, HttpReply } from "./http.ts";
import { HttpFailure } from "./http-failure.ts";
import type { RateState } from "../model.ts";
import { type Endpoint, garbledError, statusError, transportError } from "./provider-errors.ts";
import { readRateState } from "./rate-headers.ts";
import { decodePart, publicAddressOf, urlOf } from "./redaction.ts";

export interface JsonService extends Endpoint {
  /** The connections to this endpoint; closed by whoever opened them. */
  readonly post: Http["postJson"];
}

interface JsonCall<Reply> {
  /** Path after the base URL: `embeddings`. */
  readonly path: string;
  readonly body: object;
  readonly reply: ZodType<Reply>;
  /** What the reply should be, for messages: "a list of vectors". */
  readonly expectedReply: string;
  /** Whether a well-formed reply also makes sense. */
  readonly isPlausible: (reply: Reply) => boolean;
}

/**
 * The header that authorizes requests: none without a key. User and password in a base URL serve in place of a key. Throws
 * PipelineError("bad-settings") for a key that fits no header, since an error about an invalid header would quote it.
 */
export function authorizationOf({ baseUrl, apiKey, keyName }: Endpoint): {
  authorization?: string;
} {
  const { username, password } = urlOf(baseUrl);
  if (apiKey === null && username === "") return {};
  if (apiKey === null) {
    const credentials = `${decodePart(username)}:${decodePart(password)}`;
    return { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
  }
  const key = apiKey.trim();
  if (/^[\x21-\x7e]+$/.test(key)) return { authorization: `Bearer ${key}` };
  throw new PipelineError(
    "bad-settings",
    `${keyName ?? "OPENAI_API_KEY"} holds no key: it is empty, or contains spaces, line breaks or non-ASCII characters.`,
    { hint: `Type: export ${keyName ?? "OPENAI_API_KEY"}=…  — with nothing but the key.` },
  );
}

/** Posts to a path after the base URL, whose query is kept; resolves with a reply of any status. */
export async function postTo(
  service: JsonService,
  { path, ...request }: Omit<Parameters<Http["postJson"]>[0], "url"> & { readonly path: string },
): Promise<HttpReply> {
  const { search } = urlOf(service.baseUrl);
  try {
    return await service.post({
      ...request,
      url: `${publicAddressOf(service.baseUrl)}/${path}${search}`,
    });
  } catch (error) {
    request.signal.throwIfAborted();
    throw error instanceof HttpFailure ? transportError(service, error) : error;
  }
}

export const isSuccess = ({ status }: HttpReply): boolean => status >= 200 && status < 300;

/** Returns the parsed reply. Throws the errors of provider-errors.ts for refusals, broken connections and garbage, and the signal's reason after a stop. */
export async function askService<Reply>(
  service: JsonService,
  { path, body, reply, expectedReply, isPlausible }: JsonCall<Reply>,
  signal: AbortSignal,
): Promise<{ value: Reply; rates: RateState | undefined }> {
  signal.throwIfAborted();
  const headers = authorizationOf(service);
  const answer = await postTo(service, { path, headers, body, signal });
  if (!isSuccess(answer)) throw statusError(service, answer);
  const value = reply.safeParse(parseJson(answer.text)).data;
  if (value === undefined || !isPlausible(value))
    throw garbledError(service, answer, expectedReply);
  return { value, rates: readRateState(answer.headers, Date.now()) };
}
