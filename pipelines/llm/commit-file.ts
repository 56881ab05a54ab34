// Appends that are whole or not there: many callers' lines in one write, one fsync for all who need it.

import { constants } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { onDisk } from "../engine/files.ts";

/** What is needed of an open file; tests give one whose writes fail or fall short. */
export type Handle = Pick<FileHandle, "write" | "read" | "datasync" | "truncate" | "close">;

export type OpenHandle = (path: string) => Promise<Handle>;

// Not opened for appending: each write has its place, so that one cut short is written over, not appended to.
const openFile: OpenHandle = path => open(path, constants.O_RDWR | constants.O_CREAT);

interface Waiting {
  readonly bytes: Buffer;
  readonly durable: boolean;
  readonly resolve: (offset: number) => void;
  readonly reject: (error: unknown) => void;
}

async function onDiskSoon<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    return onDisk(path, () => {
      throw error;
    });
  }
}

export class CommitFile {
  readonly path: string;
  readonly #handle: Handle;
  /** Bytes that stand whole. */
  #size: number;
  /** Whether more than `#size` bytes may be in the file: what a failed write left. */
  #torn: boolean;
  #waiting: Waiting[] = [];
  #draining = false;
  #drained: Promise<void> = Promise.resolve();

  private constructor(path: string, handle: Handle, size: number) {
    this.path = path;
    this.#handle = handle;
    this.#size = size;
    this.#torn = true;
  }

  /** Opens or creates the file; whatever stands after its first `size` bytes is cut off before the next write. */
  static async open(path: string, size: number, openHandle: OpenHandle = openFile): Promise<CommitFile> {
    const handle = await onDiskSoon(path, async () => {
      await mkdir(dirname(path), { recursive: true });
      return openHandle(path);
    });
    return new CommitFile(path, handle, size);
  }

  /**
   * Resolves, with the byte offset of the text, when it stands in the file; with `durable`, when it is on disk too.
   * Rejects with PipelineError("disk") when it cannot be written; nothing of it then stays.
   */
  append(text: string, durable: boolean): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ bytes: Buffer.from(text, "utf8"), durable, resolve, reject });
      if (!this.#draining) this.#drained = this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#draining = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0);
      try {
        const start = await onDiskSoon(this.path, () => this.#commit(group));
        let offset = start;
        for (const { bytes, resolve } of group) {
          resolve(offset);
          offset += bytes.length;
        }
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    // In the same step as the last look at the queue: a caller that appends next starts the next drain.
    this.#draining = false;
  }

  async #commit(group: readonly Waiting[]): Promise<number> {
    const start = this.#size;
    if (this.#torn) await this.#handle.truncate(start);
    this.#torn = true;
    const bytes = Buffer.concat(group.map(waiting => waiting.bytes));
    // A nearly full disk takes a part of a write without an error; the rest then meets the error itself.
    for (let done = 0; done < bytes.length; ) done += (await this.#handle.write(bytes, done, bytes.length - done, start + done)).bytesWritten;
    if (group.some(({ durable }) => durable)) await this.#handle.datasync();
    this.#size = start + bytes.length;
    this.#torn = false;
    return start;
  }

  async read(offset: number, length: number): Promise<string> {
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length; ) {
      const { bytesRead } = await this.#handle.read(bytes, done, length - done, offset + done);
      if (bytesRead === 0) return bytes.toString("utf8", 0, done);
      done += bytesRead;
    }
    return bytes.toString("utf8");
  }

  /** Waits for what is being written, puts all of it on disk and lets the file go. */
  async close(): Promise<void> {
    await this.#drained;
    await onDiskSoon(this.path, async () => {
      if (this.#torn) await this.#handle.truncate(this.#size);
      await this.#handle.datasync();
    }).finally(() => this.#handle.close());
  }
}
