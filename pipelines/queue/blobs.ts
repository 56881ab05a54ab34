// Texts too large for a message, kept in Redis under the hash of their content.

import { hash } from "node:crypto";
import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";
import type { Redis } from "ioredis";
import { PipelineError } from "../engine/errors.ts";
import { withRedisErrors } from "./redis-errors.ts";
import type { Packed } from "./messages.ts";
import { names } from "./names.ts";

export interface Blobs {
  /** Returns the SHA-256 of the text in hex. A text already in Redis is not sent again. */
  put(text: string): Promise<string>;
  /** Rejects with PipelineError("queue") if it is gone, or is not what was put there. */
  get(hash: string): Promise<string>;
  drop(hashes: readonly string[]): Promise<void>;
  /** Drops all blobs, whoever put them there. */
  dropAll(): Promise<void>;
}

const deflated = promisify<Buffer, { level: number }, Buffer>(deflate);
const inflated = promisify<Buffer, Buffer>(inflate);

/** Blobs per command: Redis does nothing else meanwhile. */
const piece = 500;
/** Largest JSON, in bytes, that travels inside its message. */
const maxInline = 16_384;

const broken = (name: string, problem: string) =>
  new PipelineError(
    "queue",
    `Redis ${problem} (${name.slice(0, 12)}…), which a message refers to.`,
    {
      hint: "Was Redis emptied, or restarted without its data? It needs appendonly yes and maxmemory-policy noeviction. The journal is kept: run the same command again.",
    },
  );

/** The blobs of one Redis. */
export function openBlobs(redis: Redis): Blobs {
  const drop = async (hashes: readonly string[]) => {
    for (let from = 0; from < hashes.length; from += piece) {
      const some = hashes.slice(from, from + piece);
      await withRedisErrors(redis.unlink(some.map(names.blob)));
      // Last, so that a stop in between leaves no blob that is missing from the list.
      await withRedisErrors(redis.srem(names.blobs, some));
    }
  };
  const dropAll = async () => {
    for (;;) {
      const some = await withRedisErrors(redis.srandmember(names.blobs, piece));
      if (some.length === 0) return;
      await drop(some);
    }
  };
  return { put: text => put(redis, text), get: name => get(redis, name), drop, dropAll };
}

async function put(redis: Redis, text: string): Promise<string> {
  const name = hash("sha256", text);
  // Added to the list first, for the same reason. Both commands are sent at once.
  const [, there] = await withRedisErrors(
    Promise.all([redis.sadd(names.blobs, name), redis.exists(names.blob(name))]),
  );
  if (there === 1) return name;
  const bytes = await deflated(Buffer.from(text), { level: 1 });
  await withRedisErrors(redis.set(names.blob(name), bytes, "NX"));
  return name;
}

async function get(redis: Redis, name: string): Promise<string> {
  const bytes = await withRedisErrors(redis.getBuffer(names.blob(name)));
  if (!bytes) throw broken(name, "no longer holds a text");
  const text = await inflated(bytes).then(String, () => undefined);
  if (text === undefined || hash("sha256", text) !== name)
    throw broken(name, "holds a different text from the one that was put there");
  return text;
}

/** A value as it goes into a message: itself if its JSON (`text`, if at hand) is at most 16 KB, else the name of a blob. */
export async function pack<T>(
  blobs: Blobs,
  value: T,
  text: string = JSON.stringify(value),
): Promise<Packed<T>> {
  return Buffer.byteLength(text) <= maxInline ? { value } : { blob: await blobs.put(text) };
}

export async function unpack<T>(blobs: Blobs, packed: Packed<T>): Promise<T> {
  return "blob" in packed ? (JSON.parse(await blobs.get(packed.blob)) as T) : packed.value;
}
