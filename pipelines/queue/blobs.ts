// Stores texts too large for a message in Redis, under the hash of their content.

import { hash } from "node:crypto";
import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";
import type { Redis } from "ioredis";
import { PipelineError } from "../engine/errors.ts";
import { withRedisErrors } from "./redis-errors.ts";
import type { PackedValue } from "./messages.ts";
import { redisKeys } from "./redis-keys.ts";

export interface Blobs {
  /** Returns the SHA-256 of the text in hex. A text already in Redis is not sent again. */
  put(text: string): Promise<string>;
  /** Rejects with PipelineError("queue") if the text is gone, or is not the one that was stored. */
  get(hash: string): Promise<string>;
  drop(hashes: readonly string[]): Promise<void>;
  /** Drops all blobs, including those of earlier runs. */
  dropAll(): Promise<void>;
}

const compress = promisify<Buffer, { level: number }, Buffer>(deflate);
const decompress = promisify<Buffer, Buffer>(inflate);

/** Maximum number of blobs per command: Redis does nothing else meanwhile. */
const maxPerCommand = 500;
/** Maximum bytes of JSON sent inside the message itself. */
const maxInline = 16_384;

const blobError = (name: string, problem: string) =>
  new PipelineError("queue", `Redis ${problem} (${name.slice(0, 12)}…); a message refers to it.`, {
    hint: "Was Redis emptied, or restarted without its data? It needs appendonly yes and maxmemory-policy noeviction. The journal is kept: run the same command again.",
  });

/** Opens the blobs of one Redis. */
export function openBlobs(redis: Redis): Blobs {
  const drop = async (hashes: readonly string[]) => {
    for (let from = 0; from < hashes.length; from += maxPerCommand) {
      const batch = hashes.slice(from, from + maxPerCommand);
      await withRedisErrors(redis.unlink(batch.map(redisKeys.blob)));
      // Done last, so that a stop in between leaves no blob that is missing from the list.
      await withRedisErrors(redis.srem(redisKeys.blobs, batch));
    }
  };
  const dropAll = async () => {
    for (;;) {
      const batch = await withRedisErrors(redis.srandmember(redisKeys.blobs, maxPerCommand));
      if (batch.length === 0) return;
      await drop(batch);
    }
  };
  return { put: text => put(redis, text), get: name => get(redis, name), drop, dropAll };
}

async function put(redis: Redis, text: string): Promise<string> {
  const name = hash("sha256", text);
  // Added to the list first, so that a stop in between leaves no blob that is missing from it. Both commands are sent at once.
  const [, existingCount] = await withRedisErrors(
    Promise.all([redis.sadd(redisKeys.blobs, name), redis.exists(redisKeys.blob(name))]),
  );
  if (existingCount === 1) return name;
  const bytes = await compress(Buffer.from(text), { level: 1 });
  await withRedisErrors(redis.set(redisKeys.blob(name), bytes, "NX"));
  return name;
}

async function get(redis: Redis, name: string): Promise<string> {
  const bytes = await withRedisErrors(redis.getBuffer(redisKeys.blob(name)));
  if (!bytes) throw blobError(name, "no longer holds a text");
  const text = await decompress(bytes).then(String, () => undefined);
  if (text === undefined || hash("sha256", text) !== name)
    throw blobError(name, "holds a different text from the one that was stored");
  return text;
}

/** Packs a value for a message: the value itself if its JSON is at most 16 KB, otherwise the name of a blob. */
export async function pack<T>(blobs: Blobs, value: T): Promise<PackedValue<T>> {
  const text = JSON.stringify(value);
  return Buffer.byteLength(text) <= maxInline ? { value } : { blob: await blobs.put(text) };
}

/** Returns a packed value, from its blob if it is in one. */
export async function unpack<T>(blobs: Blobs, packed: PackedValue<T>): Promise<T> {
  return "blob" in packed ? (JSON.parse(await blobs.get(packed.blob)) as T) : packed.value;
}
