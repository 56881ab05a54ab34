// Opens the files that a user names or a run holds: ordinary files only, so that nothing waits for a pipe or device.

import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/**
 * Opens a file for reading. Throws the file system's errors, and an error with code ENOTFILE for a pipe, a device
 * or a socket (EISDIR for a folder): reading one may never end, and the process would handle no signal meanwhile.
 */
export function openOrdinary(path: string): number {
  // Without O_NONBLOCK (missing on Windows), opening a pipe waits for its writer.
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    requireOrdinary(descriptor);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Throws an error with code ENOTFILE (EISDIR for a folder) if this is not an ordinary file. */
export function requireOrdinary(descriptor: number): void {
  const stats = fstatSync(descriptor);
  if (stats.isFile()) return;
  throw stats.isDirectory()
    ? Object.assign(new Error("it is a folder, not a file"), { code: "EISDIR" })
    : Object.assign(new Error("it is not an ordinary file"), { code: "ENOTFILE" });
}

/** Returns the bytes of an ordinary file, all in memory. Throws like `openOrdinary`. */
export function readOrdinary(path: string): Buffer {
  const descriptor = openOrdinary(path);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
