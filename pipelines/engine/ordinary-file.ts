// The one way to open what a user names or a run holds: ordinary files alone, so that no pipe or device is waited for.

import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/**
 * Opens a file for reading. Throws what the file system throws, and an error of code ENOTFILE for a pipe, a device, a
 * socket or a folder: a read of such may never end, and the process would hear no signal meanwhile.
 */
export function openOrdinary(path: string): number {
  // Without O_NONBLOCK (Windows has none) the opening itself waits for whoever writes into a pipe.
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    requireOrdinary(descriptor);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Throws an error of code ENOTFILE (EISDIR for a folder) for what is not an ordinary file. */
export function requireOrdinary(descriptor: number): void {
  const found = fstatSync(descriptor);
  if (found.isFile()) return;
  throw found.isDirectory()
    ? Object.assign(new Error("it is a folder, not a file"), { code: "EISDIR" })
    : Object.assign(new Error("it is not an ordinary file"), { code: "ENOTFILE" });
}

/** The bytes of an ordinary file. Throws as `openOrdinary` does. Memory: the whole file. */
export function readOrdinary(path: string): Buffer {
  const descriptor = openOrdinary(path);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
