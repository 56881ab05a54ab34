// Keeps a worker's copies of the artifacts its rows look up: fetched once to its own disk, read row by row.

import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Redis } from "ioredis";
import { z } from "zod";
import type { Artifact } from "../../schemas/define.ts";
import { PipelineError } from "../engine/errors.ts";
import { AppendFile, explainDiskErrors } from "../engine/files.ts";
import type { FinishedArtifact } from "../engine/finished-artifact.ts";
import type { Blobs } from "./blobs.ts";
import { withRedisErrors } from "./redis-errors.ts";
import { parseAs, type TableRef } from "./messages.ts";
import { redisKeys } from "./redis-keys.ts";
import { openTableCopy, type TableCopy } from "./table-copy.ts";
import { blobsAtOnce, fieldOf } from "./table-uploads.ts";

export interface FetchedTables {
  /**
   * Returns the artifact, from disk or Redis. Throws PipelineError("queue") if it is missing or has the wrong content. A
   * table stays readable for the rows that use it, even after newer tables have replaced it.
   */
  get(ref: TableRef): Promise<FinishedArtifact>;
  /** Closes all tables; must be called only once no row is running. The files stay for the next start. */
  close(): void;
}

export interface FetchOptions {
  readonly redis: Pick<Redis, "hget">;
  readonly blobs: Pick<Blobs, "get">;
  /** The worker's folder; the copies are in `tables` there. */
  readonly directory: string;
  /** Artifacts by name: these know the ids of their rows. */
  readonly artifacts: ReadonlyMap<string, Artifact>;
}

/** Maximum number of open tables, and of files kept from an earlier start. */
const maxTables = 32;
const copyNamePattern = /-[0-9a-f]{16}\.jsonl(?:\.[0-9a-f]{8}\.new)?$/;

const missingTableError = ({ artifact, hash }: TableRef) =>
  new PipelineError(
    "queue",
    `The rows of ${artifact} (${hash}), which another row looks up, are not in Redis.`,
    {
      hint: "Redis lost them, or another coordinator cleared them: restart the coordinator, which uploads them again.",
    },
  );

const wrongContentError = ({ artifact, hash }: TableRef) =>
  new PipelineError(
    "queue",
    `The rows of ${artifact} that came through Redis do not match the hash ${hash}.`,
    {
      hint: "Restart the coordinator. If it happens again, install the same version on both machines.",
    },
  );

/** Writes a table from Redis to disk, to a temporary file first. */
async function fetchInto(
  path: string,
  ref: TableRef,
  { redis, blobs }: FetchOptions,
): Promise<void> {
  const hashes = parseAs(
    z.array(z.string()),
    await withRedisErrors(redis.hget(redisKeys.tables, fieldOf(ref))),
  );
  if (!hashes) throw missingTableError(ref);
  // A unique name: a fetch for an earlier run may still be in progress.
  const temporaryPath = `${path}.${randomBytes(4).toString("hex")}.new`;
  const file = new AppendFile(temporaryPath);
  try {
    for (let from = 0; from < hashes.length; from += blobsAtOnce) {
      const texts = await Promise.all(
        hashes.slice(from, from + blobsAtOnce).map(hash => blobs.get(hash)),
      );
      for (const text of texts) file.append(text);
    }
    explainDiskErrors(path, () => renameSync(temporaryPath, path));
  } catch (error) {
    // An incomplete file is useless, and a full disk needs the space.
    rmSync(temporaryPath, { force: true });
    throw error;
  } finally {
    file.close();
  }
}

/** Keeps the latest files of an earlier start; deletes unfinished ones. */
function deleteOldFiles(folder: string): void {
  explainDiskErrors(folder, () => {
    mkdirSync(folder, { recursive: true });
    const paths = readdirSync(folder)
      .filter(name => copyNamePattern.test(name))
      .map(name => join(folder, name));
    const latestFiles = paths
      .filter(path => path.endsWith(".jsonl"))
      .map(path => ({ path, time: statSync(path).mtimeMs }))
      .sort((a, b) => b.time - a.time)
      .slice(0, maxTables);
    const keptPaths = new Set(latestFiles.map(({ path }) => path));
    for (const path of paths) if (!keptPaths.has(path)) rmSync(path, { force: true });
  });
}

/** Creates a cache of the most recently used tables. */
function createTableCache() {
  /** The most recently used copy comes last. */
  const copies = new Map<string, TableCopy>();
  // A running row may still read a table that newer ones have evicted: its file is closed once no row can read it any more.
  const fileClosers = new FinalizationRegistry<AppendFile>(file => file.close());
  return {
    find(field: string): FinishedArtifact | undefined {
      const copy = copies.get(field);
      if (!copy) return undefined;
      copies.delete(field);
      copies.set(field, copy);
      return copy.table;
    },
    add(field: string, copy: TableCopy): void {
      fileClosers.register(copy.table, copy.file);
      copies.set(field, copy);
      const [oldest] = copies;
      if (!oldest || copies.size <= maxTables) return;
      const [name, { path }] = oldest;
      copies.delete(name);
      explainDiskErrors(path, () => rmSync(path, { force: true }));
    },
    close(): void {
      for (const { file } of copies.values()) file.close();
      copies.clear();
    },
  };
}

/** Opens one worker's tables in a folder of its own. Throws PipelineError("disk") if it cannot be written. */
export function openFetchedTables(options: FetchOptions): FetchedTables {
  const folder = join(options.directory, "tables");
  const cache = createTableCache();
  const fetches = new Map<string, Promise<FinishedArtifact>>();
  let isClosed = false;
  deleteOldFiles(folder);

  async function fetchTable(ref: TableRef): Promise<FinishedArtifact> {
    const artifact = options.artifacts.get(ref.artifact);
    if (!artifact || !/^[0-9a-f]{16}$/.test(ref.hash))
      throw new Error(`no stage of this worker looks up rows in ${fieldOf(ref)}`);
    const path = join(folder, `${ref.artifact.replaceAll("/", "-")}-${ref.hash}.jsonl`);
    const openCopy = () => openTableCopy(path, artifact, ref.hash);
    const copy = (await openCopy()) ?? (await fetchInto(path, ref, options).then(openCopy));
    if (!copy) throw wrongContentError(ref);
    if (!isClosed) cache.add(fieldOf(ref), copy);
    else copy.file.close();
    return copy.table;
  }

  return {
    async get(ref) {
      const field = fieldOf(ref);
      const cachedTable = cache.find(field);
      if (cachedTable) return cachedTable;
      const fetchedTable =
        fetches.get(field) ?? fetchTable(ref).finally(() => fetches.delete(field));
      fetches.set(field, fetchedTable);
      return fetchedTable;
    },
    close() {
      isClosed = true;
      cache.close();
    },
  };
}
