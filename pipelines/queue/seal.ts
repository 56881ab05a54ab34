// Signs what a run and its workers put into Redis, so that whoever else may write there can forge none of it.

import { createHmac, timingSafeEqual } from "node:crypto";
import { parseJson } from "../engine/lines.ts";

/** Whoever has the same secret reads what this one wrote, and nothing else. Without a secret nothing is signed. */
export interface Seal {
  /** The value with a signature. `place` is where it is to stand (a key or a stream): elsewhere it does not count. */
  sign<T extends object>(place: string, value: T): T;
  /** The value without its signature; undefined for what is not signed as it has to be. */
  check(place: string, value: unknown): unknown;
}

/** HMAC-SHA256 of the place and the value's JSON, as base64url. */
function signatureOf(secret: string, place: string, value: object): string {
  return createHmac("sha256", secret)
    .update(`${place}\n${JSON.stringify(value)}`)
    .digest("base64url");
}

const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** The value apart from its signature; undefined for what is not an object. */
function parted(value: unknown) {
  if (typeof value !== "object" || value === null) return undefined;
  const { signature, ...content } = value as { readonly signature?: unknown };
  return { signature, content };
}

export function createSeal(secret: string | undefined): Seal {
  if (secret === undefined)
    return {
      sign: (_place, value) => value,
      // What is signed was meant for those who can tell whether it is genuine.
      check: (_place, value) => (parted(value)?.signature === undefined ? value : undefined),
    };
  return {
    // In front: so the rest is written in the same order when it has been read.
    sign: (place, value) => ({ signature: signatureOf(secret, place, value), ...value }),
    check(place, value) {
      const { signature, content } = parted(value) ?? {};
      if (typeof signature !== "string" || content === undefined) return undefined;
      return isSame(signature, signatureOf(secret, place, content)) ? content : undefined;
    },
  };
}

/** As it goes into Redis. */
export const sealed = (seal: Seal, place: string, value: object): string =>
  JSON.stringify(seal.sign(place, value));

/** What stands in Redis; undefined for what is no JSON, is not there, or is not signed as it has to be. */
export const unsealed = (seal: Seal, place: string, text: string | null): unknown =>
  text === null ? undefined : seal.check(place, parseJson(text));
