// The seal of a closed artifact: a size and a time that its files have, by which the next run knows them for its own.

import { statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { lineHash } from "./fingerprint.ts";
import { readByteLines, textOf } from "./lines.ts";

/** The two files of an artifact. */
export interface StorePaths {
  readonly rows: string;
  /** The journal of outcomes. */
  readonly done: string;
}

/** Paths of an artifact's two files. */
export const pathsOf = (directory: string, artifact: string): StorePaths => ({
  rows: join(directory, `${artifact}.jsonl`),
  done: join(directory, `${artifact}.done.jsonl`),
});

/** What the closing line says of the files it was written for. */
export const Seal = z.object({
  /** Bytes of the rows. */
  bytes: z.number(),
  /** The time of both files, in whole seconds since 1970. */
  seconds: z.number(),
  /** Bytes of each row without its newline, so that the rows need not be read to know where they stand. */
  lengths: z.array(z.number()),
});
export type Seal = z.output<typeof Seal>;

/** A file as it was when it was looked at: it is another one now, or was written to, if any of this differs. */
interface Sight {
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ino: bigint;
}

const sightOf = (path: string): Sight | undefined =>
  statSync(path, { bigint: true, throwIfNoEntry: false });

const nanoseconds = 1_000_000_000n;

/**
 * Whether both files are as the seal says. An edit gives its file a time of its own, and no file system gives a whole
 * second in the past: only one who sets the time back by hand can hide an edit that keeps the size.
 */
export function isSealed(paths: StorePaths, { bytes, seconds }: Seal): boolean {
  const [rows, done] = [sightOf(paths.rows), sightOf(paths.done)];
  const time = BigInt(seconds) * nanoseconds;
  return rows?.size === BigInt(bytes) && rows.mtimeNs === time && done?.mtimeNs === time;
}

/**
 * A seal for rows of these lengths. Its time is in the past by more than the coarsest clock of a file system, two seconds:
 * no later edit can have it.
 */
export const sealFor = (lengths: number[]): Seal => ({
  bytes: lengths.reduce((sum, length) => sum + length + 1, 0),
  seconds: Math.floor(Date.now() / 1000) - 2,
  lengths,
});

/** The rows' file as it is now, if its lines have these hashes: a person may have written to it while the run went on. */
export function seeRows(path: string, hashes: Iterable<string>): Sight | undefined {
  const seen = sightOf(path);
  const wanted = hashes[Symbol.iterator]();
  for (const line of readByteLines(path))
    if (!line.ended || wanted.next().value !== lineHash(textOf(line))) return undefined;
  return wanted.next().done === true ? seen : undefined;
}

/** Gives both files the seal's time, unless the rows were written to since they were seen. */
export function putSeal(paths: StorePaths, { seconds }: Seal, seen: Sight): void {
  const now = sightOf(paths.rows);
  if (now?.size === seen.size && now.mtimeNs === seen.mtimeNs && now.ino === seen.ino)
    setTimes([paths.rows, paths.done], seconds);
}

/** Lets the next run check every row. */
export const breakSeal = ({ rows }: StorePaths): void => setTimes([rows], Date.now() / 1000);

function setTimes(paths: readonly string[], seconds: number): void {
  try {
    for (const path of paths) utimesSync(path, seconds, seconds);
  } catch {
    // A disk that takes no times: its files are read whole by each run.
  }
}
