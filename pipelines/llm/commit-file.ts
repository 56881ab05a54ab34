// Atomic appends to a file: many callers' lines in one write, one fsync for all who need it.

import { constants } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { onDisk } from "../engine/files.ts";

/** The parts of an open file that are used; tests pass one whose writes fail or fall short. */
export interface Handle
  extends Pick<FileHandle, "write" | "read" | "datasync" | "truncate" | "close"> {
  /** Minimum milliseconds between two fsyncs while groups are small; none if absent. */
  readonly betweenSyncs?: number;
}

export type OpenHandle = (path: string) => Promise<Handle>;

/** Opens files that are changed only while `check` does not throw, that is, while this process owns their folder. */
export const checkedFiles =
  (check: () => void): OpenHandle =>
  async path => {
    // Not opened for appending: each write has its offset, so that one cut short is overwritten, not appended to.
    const file = await open(path, constants.O_RDWR | constants.O_CREAT);
    const own = <F extends (...args: never[]) => unknown>(method: F, before = () => {}): F =>
      ((...args: never[]) => {
        before();
        return method.apply(file, args);
      }) as F;
    return {
      write: own(file.write, check),
      truncate: own(file.truncate, check),
      read: own(file.read),
      datasync: own(file.datasync),
      close: own(file.close),
      betweenSyncs: 20,
    };
  };

const openFile = checkedFiles(() => undefined);

async function onDiskSoon<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    return onDisk(path, () => {
      throw error;
    });
  }
}

/** Bytes of a group's first buffer, and of the largest one that is kept for the next group. */
const firstRoom = 1 << 16;
const maxRoom = 1 << 22;

/** A group with this many texts does not wait for more. */
const manyTexts = 32;

/** Texts that are written together: each is encoded into the group's buffer as it comes, so that none is copied again. */
interface Group {
  room: Buffer;
  used: number;
  texts: number;
  /** Whether any of its texts must be on disk before its caller goes on. */
  durable: boolean;
  /** The offset of the first text in the file. */
  readonly written: Promise<number>;
  readonly resolve: (start: number) => void;
  readonly reject: (error: unknown) => void;
}

function startGroup(room: Buffer): Group {
  let resolve: Group["resolve"] = () => undefined;
  let reject: Group["reject"] = () => undefined;
  const written = new Promise<number>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { room, used: 0, texts: 0, durable: false, written, resolve, reject };
}

/** Returns where in the group the text starts. */
function addText(group: Group, text: string): number {
  const at = group.used;
  // A UTF-16 unit takes three bytes at most.
  const end = at + text.length * 3;
  if (end > group.room.length)
    group.room = Buffer.concat([group.room.subarray(0, at)], Math.max(end, group.room.length * 2));
  group.used += group.room.write(text, at);
  group.texts++;
  return at;
}

export class CommitFile {
  readonly path: string;
  readonly #handle: Handle;
  readonly #pause: number;
  /** Bytes written completely. */
  #size: number;
  /** Whether a failed write may have left more than `#size` bytes in the file. */
  #torn: boolean;
  #waiting = startGroup(Buffer.allocUnsafe(firstRoom));
  /** Buffer for the next group: that of the last one, which has been written by then. */
  #spare: Buffer = Buffer.allocUnsafe(firstRoom);
  #draining = false;
  #lastSync = Number.NEGATIVE_INFINITY;
  /** Ends the wait for more texts. */
  #goOn: (() => void) | undefined;
  #drained: Promise<void> = Promise.resolve();

  private constructor(path: string, handle: Handle, size: number) {
    this.path = path;
    this.#pause = handle.betweenSyncs ?? 0;
    this.#handle = handle;
    this.#size = size;
    this.#torn = true;
  }

  /** Opens or creates the file; anything after its first `size` bytes is cut off before the next write. */
  static async open(
    path: string,
    size: number,
    openHandle: OpenHandle = openFile,
  ): Promise<CommitFile> {
    const handle = await onDiskSoon(path, async () => {
      await mkdir(dirname(path), { recursive: true });
      return openHandle(path);
    });
    return new CommitFile(path, handle, size);
  }

  /**
   * Resolves with the byte offset of the text once it is in the file; with `durable`, once it is also on disk.
   * Rejects with PipelineError("disk") if it cannot be written; then nothing of it stays.
   */
  append(text: string, durable: boolean): Promise<number> {
    const group = this.#waiting;
    const at = addText(group, text);
    group.durable ||= durable;
    if (group.texts >= manyTexts) this.#goOn?.();
    if (!this.#draining) this.#drained = this.#drain();
    return group.written.then(start => start + at);
  }

  async #drain(): Promise<void> {
    this.#draining = true;
    for (;;) {
      // Callers who were answered together append together a little later: all of them go into one group.
      await nextTurn();
      await this.#gather();
      if (this.#waiting.texts === 0) break;
      const group = this.#waiting;
      this.#waiting = startGroup(this.#spare);
      await onDiskSoon(this.path, () => this.#commit(group)).then(group.resolve, group.reject);
      this.#spare = group.room.length > maxRoom ? Buffer.allocUnsafe(firstRoom) : group.room;
    }
    // In the same tick as the last look at the queue: the next caller that appends starts the next drain.
    this.#draining = false;
  }

  /** Lets a few durable texts wait for more if the last fsync was just now: each fsync costs the same. */
  async #gather(): Promise<void> {
    const { durable, texts } = this.#waiting;
    const rest = this.#lastSync + this.#pause - performance.now();
    if (!durable || texts >= manyTexts || rest <= 0) return;
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, rest);
      this.#goOn = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#goOn = undefined;
  }

  async #commit({ room, used, durable }: Group): Promise<number> {
    const start = this.#size;
    if (this.#torn) {
      await this.#handle.truncate(start);
      // On disk before more is written: otherwise a power cut could leave the torn text in the middle of the file.
      await this.#handle.datasync();
    }
    this.#torn = true;
    // A nearly full disk takes part of a write without an error; writing the rest then raises it.
    for (let done = 0; done < used; )
      done += (await this.#handle.write(room, done, used - done, start + done)).bytesWritten;
    if (durable) await this.#sync();
    this.#size = start + used;
    this.#torn = false;
    return start;
  }

  async #sync(): Promise<void> {
    this.#lastSync = performance.now();
    await this.#handle.datasync();
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

  /** Waits for pending writes, puts everything on disk and closes the file. */
  async close(): Promise<void> {
    await this.#drained;
    await onDiskSoon(this.path, async () => {
      if (this.#torn) await this.#handle.truncate(this.#size);
      await this.#handle.datasync();
    }).finally(() => this.#handle.close());
  }
}
