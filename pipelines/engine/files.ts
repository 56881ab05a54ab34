// Writing that either happened or did not: appends that finish, whole files by rename, and disk errors in plain words.

import { closeSync, fstatSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { PipelineError } from "./errors.ts";

const reasons: Record<string, string> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EACCES: "permission was denied",
  EPERM: "permission was denied",
  EROFS: "the file system is read-only",
  ENOTDIR: "a part of the path is a file, not a folder",
  EISDIR: "it is a folder, not a file",
  EMFILE: "too many files are open",
  EIO: "the disk reported an error",
  EFBIG: "the file is too large for this file system",
};

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

/** Runs a file operation; a full, missing or forbidden disk becomes an error its reader can act on. */
export function onDisk<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const reason = reasons[codeOf(error)];
    if (reason === undefined) throw error;
    throw new PipelineError("disk", `Cannot write ${path}: ${reason}.`, {
      hint: "Nothing that was finished is lost. Free or unlock the place and type the same command again.",
      cause: error,
    });
  }
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  // A write may be cut short by a nearly full disk without an error: the rest then meets the error itself.
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
}

/** An append-only file, and random reads of what stands in it. */
export class AppendFile {
  readonly path: string;
  #descriptor: number;
  #size: number;

  constructor(path: string) {
    this.path = path;
    this.#descriptor = onDisk(path, () => {
      mkdirSync(dirname(path), { recursive: true });
      return openSync(path, "a+");
    });
    this.#size = fstatSync(this.#descriptor).size;
  }

  get size(): number {
    return this.#size;
  }

  /** Appends and returns the byte offset at which the text starts. */
  append(text: string): number {
    const bytes = Buffer.from(text, "utf8");
    const offset = this.#size;
    onDisk(this.path, () => writeWhole(this.#descriptor, bytes));
    this.#size += bytes.length;
    return offset;
  }

  read(offset: number, length: number): string {
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length; ) {
      const count = readSync(this.#descriptor, bytes, done, length - done, offset + done);
      if (count === 0) throw new Error(`${this.path} is shorter than its index: was it changed while the run went on?`);
      done += count;
    }
    return bytes.toString("utf8");
  }

  truncate(size: number): void {
    onDisk(this.path, () => ftruncateSync(this.#descriptor, size));
    this.#size = size;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Writes a file whole or not at all: beside it first, on disk, then renamed over it. */
export function replaceFile(path: string, parts: Iterable<string>): void {
  const beside = `${path}.new`;
  onDisk(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    const descriptor = openSync(beside, "w");
    try {
      let batch = "";
      for (const part of parts) {
        batch += part;
        if (batch.length < 1 << 20) continue;
        writeWhole(descriptor, Buffer.from(batch, "utf8"));
        batch = "";
      }
      writeWhole(descriptor, Buffer.from(batch, "utf8"));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(beside, path);
  });
}
