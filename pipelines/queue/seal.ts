// Signs what a run and its workers write to Redis, so that nobody else with write access can forge it.

import { createHmac, timingSafeEqual } from "node:crypto";
import { parseJson } from "../engine/lines.ts";

/** Accepts only values signed with the same secret. Without a secret nothing is signed. */
export interface Seal {
  /** Returns the value with a signature, valid only at this key of Redis. */
  sign<T extends object>(key: string, value: T): T;
  /** Returns the value without its signature; undefined if the signature is missing or wrong. */
  verify(key: string, value: unknown): unknown;
}

/** HMAC-SHA256 of the Redis key and the value's JSON, as base64url. */
function signatureOf(secret: string, key: string, value: object): string {
  return createHmac("sha256", secret)
    .update(`${key}\n${JSON.stringify(value)}`)
    .digest("base64url");
}

const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Separates a value from its signature; undefined if the value is not an object. */
function splitSignature(value: unknown) {
  if (typeof value !== "object" || value === null) return undefined;
  const { signature, ...content } = value as { readonly signature?: unknown };
  return { signature, content };
}

export function createSeal(secret: string | undefined): Seal {
  if (secret === undefined)
    return {
      sign: (_key, value) => value,
      // Signed values are only for readers that can verify them.
      verify: (_key, value) => (splitSignature(value)?.signature === undefined ? value : undefined),
    };
  return {
    // The signature comes first, so that the rest keeps its order when it is read and written again.
    sign: (key, value) => ({ signature: signatureOf(secret, key, value), ...value }),
    verify(key, value) {
      const { signature, content } = splitSignature(value) ?? {};
      if (typeof signature !== "string" || content === undefined) return undefined;
      return isSame(signature, signatureOf(secret, key, content)) ? content : undefined;
    },
  };
}

/** Signs a value and returns its JSON for Redis. */
export const toSealedJson = (seal: Seal, key: string, value: object): string =>
  JSON.stringify(seal.sign(key, value));

/** Reads a signed value from Redis; undefined if it is missing, not JSON, or not correctly signed. */
export const fromSealedJson = (seal: Seal, key: string, text: string | null): unknown =>
  text === null ? undefined : seal.verify(key, parseJson(text));
