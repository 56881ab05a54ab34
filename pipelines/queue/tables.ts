// Puts the artifacts that rows look things up in where workers fetch them: each once, as blobs of its lines.

import type { Redis } from "ioredis";
import type { FinishedArtifact } from "../engine/table.ts";
import { createTurns } from "../engine/turns.ts";
import type { Blobs } from "./blobs.ts";
import { orRefused } from "./connection.ts";
import type { TableRef } from "./messages.ts";
import { names } from "./names.ts";

export interface TableShelf {
  /** Puts the artifact there, unless rows of the same name and hash are; resolves when all of them are. */
  ref(artifact: FinishedArtifact): Promise<TableRef>;
  /** Takes away an artifact that no row asks for any more; asked for again, it is put there again. */
  drop(ref: TableRef): Promise<void>;
  /** Takes away all there are, those too that an earlier coordinator left. */
  dropAll(): Promise<void>;
  /** Puts each artifact there once more when it is next asked for: Redis may have forgotten it. */
  forget(): void;
}

/** Bytes of lines in a blob; a longer line has one of its own. */
const blobSize = 1 << 20;
/** Blobs under way at once: a Redis far away is then not waited for blob by blob. */
export const blobsAtOnce = 4;

/** What an artifact is called in the hash of tables. */
export const fieldOf = ({ artifact, hash }: TableRef): string => `${artifact} ${hash}`;

/** Lines with their newlines, joined to texts of a blob's size. */
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

/** Runs one work after another, also behind one that failed. */
function createLine() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

/** What stands in Redis: each call is made when the one before has ended. */
function openShelf(redis: ShelfRedis, blobs: ShelfBlobs) {
  /** Hashes of blobs by field. Two artifacts may have some in common. */
  const shelved = new Map<string, readonly string[]>();
  return {
    put: async (artifact: FinishedArtifact, ref: TableRef): Promise<TableRef> => {
      const hashes = await putTexts(textsOf(artifact.lines()), blobs);
      await orRefused(redis.hset(names.tables, fieldOf(ref), JSON.stringify(hashes)));
      shelved.set(fieldOf(ref), hashes);
      return ref;
    },
    takeAway: async (field: string): Promise<void> => {
      const hashes = shelved.get(field);
      if (!hashes) return;
      await orRefused(redis.hdel(names.tables, field));
      shelved.delete(field);
      const kept = new Set([...shelved.values()].flat());
      await blobs.drop([...new Set(hashes)].filter(hash => !kept.has(hash)));
    },
    takeAllAway: async (): Promise<void> => {
      const lists = await orRefused(redis.hvals(names.tables));
      await orRefused(redis.del(names.tables));
      shelved.clear();
      await blobs.drop([...new Set(lists.flatMap(list => JSON.parse(list) as string[]))]);
    },
  };
}

type ShelfRedis = Pick<Redis, "hset" | "hdel" | "hvals" | "del">;
type ShelfBlobs = Pick<Blobs, "put" | "drop">;

/** For one coordinator at a time. */
export function createTableShelf(redis: ShelfRedis, blobs: ShelfBlobs): TableShelf {
  const refs = new Map<string, Promise<TableRef>>();
  const shelf = openShelf(redis, blobs);
  // One after another: a blob that one table takes away may be what another is about to rest on.
  const inTurn = createLine();
  return {
    ref(artifact) {
      const ref = { artifact: artifact.name, hash: artifact.hash };
      const field = fieldOf(ref);
      const known = refs.get(field);
      if (known) return known;
      const result = inTurn(() => shelf.put(artifact, ref));
      refs.set(field, result);
      // What failed is tried again for the next row that asks.
      result.catch(() => refs.get(field) === result && refs.delete(field));
      return result;
    },
    drop(ref) {
      const field = fieldOf(ref);
      refs.delete(field);
      return inTurn(() => shelf.takeAway(field));
    },
    forget() {
      refs.clear();
    },
    dropAll() {
      refs.clear();
      return inTurn(shelf.takeAllAway);
    },
  };
}
