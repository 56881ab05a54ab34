// Uploads the artifacts that rows look things up in, for workers to fetch: each once, as blobs of its lines.

import type { Redis } from "ioredis";
import type { FinishedArtifact } from "../engine/table.ts";
import { createTurns } from "../engine/yield-turns.ts";
import type { Blobs } from "./blobs.ts";
import { withRedisErrors } from "./redis-errors.ts";
import type { TableRef } from "./messages.ts";
import { names } from "./names.ts";

export interface TableShelf {
  /** Uploads the artifact unless one of the same name and hash is there; resolves when all its rows are. */
  ref(artifact: FinishedArtifact): Promise<TableRef>;
  /** Makes each artifact be uploaded again when next requested: Redis may have lost it. */
  forget(): void;
}

/** Bytes of lines per blob; a longer line gets its own. */
const blobSize = 1 << 20;
/** Blobs transferred at once, so that a distant Redis is not waited for blob by blob. */
export const blobsAtOnce = 4;

/** The artifact's field in the hash of tables. */
export const fieldOf = ({ artifact, hash }: TableRef): string => `${artifact} ${hash}`;

/** Lines with their newlines, joined into texts of a blob's size. */
function* textsOf(lines: Iterable<string>): Generator<string> {
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
  let waiting: string[] = [];
  const put = async () => {
    hashes.push(...(await Promise.all(waiting.map(text => blobs.put(text)))));
    waiting = [];
  };
  const turn = createTurns();
  for (const text of texts) {
    await turn();
    waiting.push(text);
    if (waiting.length === blobsAtOnce) await put();
  }
  await put();
  return hashes;
}

/** Serves one coordinator at a time. Memory: the names and hashes of the artifacts. */
export function createTableShelf(
  redis: Pick<Redis, "hset">,
  blobs: Pick<Blobs, "put">,
): TableShelf {
  const refs = new Map<string, Promise<TableRef>>();
  const put = async (artifact: FinishedArtifact, ref: TableRef): Promise<TableRef> => {
    const hashes = await putTexts(textsOf(artifact.lines()), blobs);
    await withRedisErrors(redis.hset(names.tables, fieldOf(ref), JSON.stringify(hashes)));
    return ref;
  };
  return {
    ref(artifact) {
      const ref = { artifact: artifact.name, hash: artifact.hash };
      const field = fieldOf(ref);
      const known = refs.get(field);
      if (known) return known;
      const result = put(artifact, ref);
      refs.set(field, result);
      // A failed upload is tried again for the next row that asks.
      result.catch(() => refs.get(field) === result && refs.delete(field));
      return result;
    },
    forget() {
      refs.clear();
    },
  };
}
