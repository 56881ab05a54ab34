// Uploads each artifact that rows look up, once, as blobs of its lines, for workers to fetch.

import type { Redis } from "ioredis";
import type { FinishedArtifact } from "../engine/finished-artifact.ts";
import { createYielder } from "../engine/yield-turns.ts";
import type { Blobs } from "./blobs.ts";
import { withRedisErrors } from "./redis-errors.ts";
import type { TableRef } from "./messages.ts";
import { redisKeys } from "./redis-keys.ts";

export interface TableUploads {
  /** Uploads the artifact unless one with its name and hash was uploaded before; resolves when all its rows are there. */
  upload(artifact: FinishedArtifact): Promise<TableRef>;
  /** Causes each artifact to be uploaded again when next requested, since Redis may have lost it. */
  forget(): void;
}

/** Maximum bytes of lines per blob; a longer line gets a blob of its own. */
const blobSize = 1 << 20;
/** Number of blobs transferred at once, so that a distant Redis does not cost one round trip per blob. */
export const blobsAtOnce = 4;

/** The artifact's field in the hash of tables. */
export const fieldOf = ({ artifact, hash }: TableRef): string => `${artifact} ${hash}`;

/** Joins lines, with their newlines, into texts of a blob's size. */
function* blobTextsOf(lines: Iterable<string>): Generator<string> {
  let text = "";
  let size = 0;
  for (const line of lines) {
    const length = Buffer.byteLength(line) + 1;
    if (text !== "" && size + length > blobSize) {
      yield text;
      text = "";
      size = 0;
    }
    text += `${line}\n`;
    size += length;
  }
  if (text !== "") yield text;
}

async function putTexts(texts: Iterable<string>, blobs: Pick<Blobs, "put">): Promise<string[]> {
  const hashes: string[] = [];
  let batch: string[] = [];
  const put = async () => {
    hashes.push(...(await Promise.all(batch.map(text => blobs.put(text)))));
    batch = [];
  };
  const yieldTurn = createYielder();
  for (const text of texts) {
    await yieldTurn();
    batch.push(text);
    if (batch.length === blobsAtOnce) await put();
  }
  await put();
  return hashes;
}

/** Serves one coordinator at a time. Keeps the names and hashes of the artifacts in memory. */
export function createTableUploads(
  redis: Pick<Redis, "hset">,
  blobs: Pick<Blobs, "put">,
): TableUploads {
  const refs = new Map<string, Promise<TableRef>>();
  const put = async (artifact: FinishedArtifact, ref: TableRef): Promise<TableRef> => {
    const hashes = await putTexts(blobTextsOf(artifact.lines()), blobs);
    await withRedisErrors(redis.hset(redisKeys.tables, fieldOf(ref), JSON.stringify(hashes)));
    return ref;
  };
  return {
    upload(artifact) {
      const ref = { artifact: artifact.name, hash: artifact.hash };
      const field = fieldOf(ref);
      const earlierUpload = refs.get(field);
      if (earlierUpload) return earlierUpload;
      const upload = put(artifact, ref);
      refs.set(field, upload);
      // A failed upload is retried for the next row that needs the artifact.
      upload.catch(() => refs.get(field) === upload && refs.delete(field));
      return upload;
    },
    forget() {
      refs.clear();
    },
  };
}
