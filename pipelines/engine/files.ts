// Writes to files completely or not at all, by appending or by renaming, and explains disk errors in plain words.

import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { PipelineError } from "./errors.ts";
import { requireOrdinary } from "./ordinary-file.ts";

const diskReasons: Record<string, string> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EACCES: "permission was denied",
  EPERM: "permission was denied",
  EROFS: "the file system is read-only",
  ENOTDIR: "part of the path is a file, not a folder",
  EEXIST: "there is a file where a folder is needed",
  ENOENT: "its folder is gone",
  ENAMETOOLONG: "the name is too long",
  EISDIR: "it is a folder, not a file",
  ENOTFILE: "it is not an ordinary file (a pipe, a device or a socket)",
  EMFILE: "too many files are open",
  EIO: "the disk reported an error",
  EFBIG: "the file is too large for this file system",
};

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/** Runs a file operation; a full, missing or inaccessible disk becomes an error the user can act on. */
export function explainDiskErrors<T>(
  path: string,
  work: () => T,
  verb: "write" | "read" = "write",
): T {
  try {
    return work();
  } catch (error) {
    const reason = diskReasons[codeOf(error)];
    if (reason === undefined) throw error;
    throw new PipelineError("disk", `Cannot ${verb} ${path}: ${reason}.`, {
      hint: "No finished work is lost. Free up space or unlock the file, then run the same command again.",
      cause: error,
    });
  }
}

function writeAll(descriptor: number, bytes: Buffer): void {
  // A nearly full disk may cut a write short without an error; writing the rest then raises it.
  for (let written = 0; written < bytes.length; ) {
    const count = writeSync(descriptor, bytes, written);
    if (count === 0)
      throw Object.assign(new Error("The disk accepts no more data and gives no reason"), {
        code: "EIO",
      });
    written += count;
  }
}

function openForAppending(path: string): number {
  const descriptor = openSync(path, "a+");
  try {
    requireOrdinary(descriptor);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** An append-only file that can be read at any offset. */
export class AppendFile {
  readonly path: string;
  readonly #descriptor: number;
  /** Bytes that are completely written. */
  #size: number;
  /** Whether a failed write may have left more than `#size` bytes in the file. */
  #isTorn = false;
  #isOpen = true;

  constructor(path: string) {
    this.path = path;
    this.#descriptor = explainDiskErrors(path, () => {
      mkdirSync(dirname(path), { recursive: true });
      return openForAppending(path);
    });
    this.#size = fstatSync(this.#descriptor).size;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * Appends a text and returns the byte offset at which it starts. Throws PipelineError("disk") if it cannot be
   * written; no part of it then remains, so that a later text is never appended to half a line.
   */
  append(text: string): number {
    const bytes = Buffer.from(text, "utf8");
    const offset = this.#size;
    explainDiskErrors(this.path, () => {
      this.#repair();
      this.#isTorn = true;
      try {
        writeAll(this.#descriptor, bytes);
      } catch (error) {
        this.#tryRepair();
        throw error;
      }
    });
    this.#isTorn = false;
    this.#size += bytes.length;
    return offset;
  }

  #repair(): void {
    if (this.#isTorn) ftruncateSync(this.#descriptor, this.#size);
    this.#isTorn = false;
  }

  // The caller must get the failed write's own error; a file that cannot be repaired now is repaired before the next write.
  #tryRepair(): void {
    try {
      this.#repair();
    } catch {
      this.#isTorn = true;
    }
  }

  read(offset: number, length: number): string {
    const bytes = Buffer.allocUnsafe(length);
    for (let filled = 0; filled < length; ) {
      const count = readSync(this.#descriptor, bytes, filled, length - filled, offset + filled);
      if (count === 0)
        throw new Error(`${this.path} is shorter than its index: was it changed during the run?`);
      filled += count;
    }
    return bytes.toString("utf8");
  }

  /** Flushes what was appended to disk. */
  sync(): void {
    explainDiskErrors(this.path, () => fsyncSync(this.#descriptor));
  }

  /** Closing again does nothing: by then the descriptor may belong to another file. */
  close(): void {
    if (this.#isOpen) closeSync(this.#descriptor);
    this.#isOpen = false;
  }
}

/** Writes a file (text in parts, or bytes) completely or not at all: to a new file next to it, flushed to disk, then renamed over it. */
export function replaceFile(path: string, parts: Iterable<string> | Buffer): void {
  const temporaryPath = `${path}.new`;
  explainDiskErrors(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    try {
      writeParts(temporaryPath, parts);
      renameSync(temporaryPath, path);
    } catch (error) {
      // Half a file is useless, and a full disk needs the space.
      rmSync(temporaryPath, { force: true });
      throw error;
    }
  });
}

function writeParts(path: string, parts: Iterable<string> | Buffer): void {
  const descriptor = openSync(path, "w");
  try {
    if (Buffer.isBuffer(parts)) writeAll(descriptor, parts);
    else writeTexts(descriptor, parts);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function writeTexts(descriptor: number, parts: Iterable<string>): void {
  let batch = "";
  for (const part of parts) {
    batch += part;
    if (batch.length < 1 << 20) continue;
    writeAll(descriptor, Buffer.from(batch, "utf8"));
    batch = "";
  }
  writeAll(descriptor, Buffer.from(batch, "utf8"));
}
