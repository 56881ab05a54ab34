// The seal of a closed artifact: the size and time of its files, from which the next run can tell that they are unchanged.

import { statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { lineHash } from "./fingerprint.ts";
import { readByteLines, textOf } from "./lines.ts";

/** The two files of an artifact. */
export interface StorePaths {
  readonly rows: string;
  /** The journal of outcomes. */
  readonly journal: string;
}

/** Paths of an artifact's two files. */
export const pathsOf = (directory: string, artifact: string): StorePaths => ({
  rows: join(directory, `${artifact}.jsonl`),
  journal: join(directory, `${artifact}.done.jsonl`),
});

/** Facts about an artifact's files, recorded in its closing line. */
export const Seal = z.object({
  /** Bytes of the rows. */
  bytes: z.number(),
  /** Modification time of both files, in whole seconds since 1970. */
  seconds: z.number(),
  /** Bytes of each row without its newline, so that rows can be located without reading the file. */
  lengths: z.array(z.number()),
});
export type Seal = z.output<typeof Seal>;

/** A file's state when it was checked: if any of this differs later, the file was replaced or written to. */
interface FileState {
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ino: bigint;
}

const fileStateOf = (path: string): FileState | undefined =>
  statSync(path, { bigint: true, throwIfNoEntry: false });

const nanosecondsPerSecond = 1_000_000_000n;

/**
 * Whether both files match the seal. An edit changes its file's time, and no file system by itself stamps a write with
 * a whole second in the past: an edit that keeps the size can be hidden only by setting the time back by hand.
 */
export function isSealed(paths: StorePaths, { bytes, seconds }: Seal): boolean {
  const [rows, done] = [fileStateOf(paths.rows), fileStateOf(paths.journal)];
  const time = BigInt(seconds) * nanosecondsPerSecond;
  return rows?.size === BigInt(bytes) && rows.mtimeNs === time && done?.mtimeNs === time;
}

/**
 * A seal for rows of these lengths. Its time is at least two seconds in the past, the resolution of the coarsest file
 * system clock: no later edit can have the same time.
 */
export const sealFor = (lengths: number[]): Seal => ({
  bytes: lengths.reduce((sum, length) => sum + length + 1, 0),
  seconds: Math.floor(Date.now() / 1000) - 2,
  lengths,
});

/** Returns the state of the rows' file if its lines have these hashes; undefined if not, since a person may have edited it during the run. */
export function checkRows(path: string, hashes: Iterable<string>): FileState | undefined {
  const fileState = fileStateOf(path);
  const expectedHashes = hashes[Symbol.iterator]();
  for (const line of readByteLines(path))
    if (!line.hasNewline || expectedHashes.next().value !== lineHash(textOf(line)))
      return undefined;
  return expectedHashes.next().done === true ? fileState : undefined;
}

/** Sets both files to the seal's time, unless the rows' file was written to since it was checked. */
export function applySeal(paths: StorePaths, { seconds }: Seal, fileState: FileState): void {
  const stateNow = fileStateOf(paths.rows);
  if (
    stateNow?.size === fileState.size &&
    stateNow.mtimeNs === fileState.mtimeNs &&
    stateNow.ino === fileState.ino
  )
    setTimes([paths.rows, paths.journal], seconds);
}

/** Makes the next run check every row. */
export const breakSeal = ({ rows }: StorePaths): void => setTimes([rows], Date.now() / 1000);

function setTimes(paths: readonly string[], seconds: number): void {
  try {
    for (const path of paths) utimesSync(path, seconds, seconds);
  } catch {
    // This file system does not allow setting times: every run reads the files in full.
  }
}
