// Reads the bytes of a reply's body, decompressed and limited in size.

import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { WebFailure } from "./web-failure.ts";

type Unpack = (bytes: Buffer, limit: { maxOutputLength: number }) => Buffer;

// The standard requires a zlib header for deflate; some servers omit it.
const inflate: Unpack = (bytes, limit) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync(bytes, limit) : inflateRawSync(bytes, limit);

const unpackers: Record<string, Unpack> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflate,
  br: brotliDecompressSync,
};

/** Value of the Accept-Encoding header. */
export const acceptedEncodings = "gzip, deflate, br";

const tooLarge = (address: string, maxBytes: number) =>
  new WebFailure(
    "too-large",
    `${address} is larger than ${Math.round((maxBytes / 1024 / 1024) * 10) / 10} MB.`,
  );

const isOverLimit = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";

function unpackWith(unpack: Unpack, bytes: Buffer, { address, maxBytes }: BodyLimit): Buffer {
  try {
    return unpack(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (isOverLimit(error)) throw tooLarge(address, maxBytes);
    throw new WebFailure(
      "garbled",
      `${address}: the reply could not be decompressed (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}

export interface BodyLimit {
  /** Where the bytes come from, for messages. */
  readonly address: string;
  /** Bytes, compressed and uncompressed. */
  readonly maxBytes: number;
}

/** Collects a stream; throws WebFailure, and stops reading, at the first byte over the limit. */
export async function collectBytes(
  stream: AsyncIterable<Buffer>,
  bounds: BodyLimit,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > bounds.maxBytes) throw tooLarge(bounds.address, bounds.maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Decodes a Content-Encoding. A body encoded twice is treated as an attack and rejected. */
export function decodeBody(bytes: Buffer, encoding: string, bounds: BodyLimit): Buffer {
  const name = encoding.trim().toLowerCase();
  if (name === "" || name === "identity" || bytes.length === 0) return bytes;
  const unpack = unpackers[name];
  if (!unpack)
    throw new WebFailure(
      "garbled",
      `${bounds.address}: encoded as "${name.slice(0, 60)}", which is not supported.`,
    );
  return unpackWith(unpack, bytes, bounds);
}

/** The content of a .gz file, recognized by its first bytes; other bytes unchanged. */
export const gunzipIfCompressed = (bytes: Buffer, bounds: BodyLimit): Buffer =>
  bytes[0] === 0x1f && bytes[1] === 0x8b ? unpackWith(gunzipSync, bytes, bounds) : bytes;
