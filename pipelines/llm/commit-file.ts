// Atomic appends to a file: many callers' lines in one write, one fsync for all who need it.

import { constants } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { explainDiskErrors } from "../engine/files.ts";
import type { CompleteLines } from "./line-in-file.ts";

/** The methods of an open file that are used here; tests pass files whose methods fail or write too little. */
export interface FileMethods
  extends Pick<FileHandle, "write" | "read" | "datasync" | "truncate" | "close"> {
  /** Minimum milliseconds between two fsyncs while groups are small; no minimum if absent. */
  readonly minSyncInterval?: number;
}

export type OpenHandle = (path: string) => Promise<FileMethods>;

/** Returns a function that opens files; each change of a file first calls `check`, which throws once this process no longer owns the folder. */
export const guardedOpen =
  (check: () => void): OpenHandle =>
  async path => {
    // Not opened for appending: each write gives its offset, so that one cut short is overwritten, not appended to.
    const file = await open(path, constants.O_RDWR | constants.O_CREAT);
    const bindMethod = <F extends (...args: never[]) => unknown>(method: F, guard = () => {}): F =>
      ((...args: never[]) => {
        guard();
        return method.apply(file, args);
      }) as F;
    return {
      write: bindMethod(file.write, check),
      truncate: bindMethod(file.truncate, check),
      read: bindMethod(file.read),
      datasync: bindMethod(file.datasync),
      close: bindMethod(file.close),
      minSyncInterval: 20,
    };
  };

const openFile = guardedOpen(() => undefined);

async function withDiskErrors<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    return explainDiskErrors(path, () => {
      throw error;
    });
  }
}

/** Bytes of a new buffer, and of the largest one that is kept for another group. */
const newBufferBytes = 1 << 16;
const maxKeptBytes = 1 << 22;

/** A group with this many texts does not wait for more. */
const fullGroupSize = 32;

/** Texts that are written together: each is encoded into the group's buffer on arrival, so that it is not copied again. */
interface Group {
  buffer: Buffer;
  byteCount: number;
  textCount: number;
  /** Whether any of its texts must be on disk before its caller continues. */
  isDurable: boolean;
  /** The offset of the first text in the file. */
  readonly fileOffset: Promise<number>;
  readonly resolve: (start: number) => void;
  readonly reject: (error: unknown) => void;
}

function startGroup(buffer: Buffer): Group {
  let resolve: Group["resolve"] = () => undefined;
  let reject: Group["reject"] = () => undefined;
  const fileOffset = new Promise<number>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise;
    reject = rejectPromise;
  });
  return {
    buffer,
    byteCount: 0,
    textCount: 0,
    isDurable: false,
    fileOffset,
    resolve,
    reject,
  };
}

/** Adds a text to a group and returns its offset there. */
function addText(group: Group, text: string): number {
  const offset = group.byteCount;
  // A UTF-16 code unit takes at most three bytes.
  const end = offset + text.length * 3;
  if (end > group.buffer.length)
    group.buffer = Buffer.concat(
      [group.buffer.subarray(0, offset)],
      Math.max(end, group.buffer.length * 2),
    );
  group.byteCount += group.buffer.write(text, offset);
  group.textCount++;
  return offset;
}

export class CommitFile {
  readonly path: string;
  readonly #handle: FileMethods;
  readonly #syncInterval: number;
  /** Bytes written completely. */
  #size: number;
  /** Whether the file may contain more than `#size` bytes, left by a failed write or an earlier process. */
  #isTorn: boolean;
  #openGroup = startGroup(Buffer.allocUnsafe(newBufferBytes));
  /** Buffer for the next group: that of the previous one, which has been written by then. */
  #spareBuffer: Buffer = Buffer.allocUnsafe(newBufferBytes);
  #isDraining = false;
  #lastSync = Number.NEGATIVE_INFINITY;
  /** Ends the wait for more texts. */
  #stopWaiting: (() => void) | undefined;
  #drainEnd: Promise<void> = Promise.resolve();

  private constructor(path: string, handle: FileMethods, size: number) {
    this.path = path;
    this.#syncInterval = handle.minSyncInterval ?? 0;
    this.#handle = handle;
    this.#size = size;
    this.#isTorn = true;
  }

  /** Opens or creates the file; anything after its complete lines is cut off before the next write. */
  static async open(
    path: string,
    { size, lacksNewline }: CompleteLines,
    openHandle: OpenHandle = openFile,
  ): Promise<CommitFile> {
    const handle = await withDiskErrors(path, async () => {
      await mkdir(dirname(path), { recursive: true });
      return openHandle(path);
    });
    const file = new CommitFile(path, handle, size);
    if (lacksNewline) await file.append("\n", false);
    return file;
  }

  /**
   * Resolves with the byte offset of the text once it is in the file; with `isDurable`, once it is also on disk.
   * Rejects with PipelineError("disk") if it cannot be written; then no part of it stays in the file.
   */
  append(text: string, isDurable: boolean): Promise<number> {
    const group = this.#openGroup;
    const offset = addText(group, text);
    group.isDurable ||= isDurable;
    if (group.textCount >= fullGroupSize) this.#stopWaiting?.();
    if (!this.#isDraining) this.#drainEnd = this.#drain();
    return group.fileOffset.then(start => start + offset);
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    for (;;) {
      // Callers whose replies came together append at almost the same time: all their texts go into one group.
      await nextTurn();
      await this.#gather();
      if (this.#openGroup.textCount === 0) break;
      const group = this.#openGroup;
      this.#openGroup = startGroup(this.#spareBuffer);
      await withDiskErrors(this.path, () => this.#commit(group)).then(group.resolve, group.reject);
      this.#spareBuffer =
        group.buffer.length > maxKeptBytes ? Buffer.allocUnsafe(newBufferBytes) : group.buffer;
    }
    // Set in the same tick as the last check of the group, so that the next caller that appends starts the next drain.
    this.#isDraining = false;
  }

  /** Lets a small group wait for more texts if the last fsync was very recent: an fsync costs the same for any number. */
  async #gather(): Promise<void> {
    const { isDurable, textCount } = this.#openGroup;
    const waitLeft = this.#lastSync + this.#syncInterval - performance.now();
    if (!isDurable || textCount >= fullGroupSize || waitLeft <= 0) return;
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, waitLeft);
      this.#stopWaiting = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#stopWaiting = undefined;
  }

  async #commit({ buffer, byteCount, isDurable }: Group): Promise<number> {
    const start = this.#size;
    if (this.#isTorn) {
      await this.#handle.truncate(start);
      // Must be on disk before more is written: otherwise a power cut could leave the torn text in the middle of the file.
      await this.#handle.datasync();
    }
    this.#isTorn = true;
    // A nearly full disk accepts part of a write without an error; writing the rest then fails.
    for (let bytesDone = 0; bytesDone < byteCount; )
      bytesDone += (
        await this.#handle.write(buffer, bytesDone, byteCount - bytesDone, start + bytesDone)
      ).bytesWritten;
    if (isDurable) await this.#sync();
    this.#size = start + byteCount;
    this.#isTorn = false;
    return start;
  }

  async #sync(): Promise<void> {
    this.#lastSync = performance.now();
    await this.#handle.datasync();
  }

  async read(offset: number, length: number): Promise<string> {
    const bytes = Buffer.allocUnsafe(length);
    for (let bytesDone = 0; bytesDone < length; ) {
      const { bytesRead } = await this.#handle.read(
        bytes,
        bytesDone,
        length - bytesDone,
        offset + bytesDone,
      );
      if (bytesRead === 0) return bytes.toString("utf8", 0, bytesDone);
      bytesDone += bytesRead;
    }
    return bytes.toString("utf8");
  }

  /** Waits for pending writes, puts everything on disk and closes the file. */
  async close(): Promise<void> {
    await this.#drainEnd;
    await withDiskErrors(this.path, async () => {
      if (this.#isTorn) await this.#handle.truncate(this.#size);
      await this.#handle.datasync();
    }).finally(() => this.#handle.close());
  }
}
