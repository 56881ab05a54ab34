// Keeps on the worker's own disk replies that the coordinator may not have journaled yet, so that none is paid for twice.

import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { explainDiskErrors } from "../engine/files.ts";
import { guardedOpen, CommitFile, type OpenHandle } from "../llm/commit-file.ts";
import { type CallLine, readCalls } from "../llm/journal.ts";
import { noLines } from "../llm/line-in-file.ts";

/** Maximum bytes of a file before a new one is begun. */
const segmentSize = 4 << 20;

/** A file of replies, at least one of which is still needed. */
interface Segment {
  readonly path: string;
  /** Keys of the replies still needed. */
  readonly neededKeys: Set<string>;
  /** Undefined for a file of an earlier process, to which nothing more is written. */
  readonly file: Promise<CommitFile> | undefined;
  /** Approximate bytes. */
  size: number;
}

interface StoredReply {
  readonly segment: Segment;
  readonly onDisk: Promise<unknown>;
}

const fileNamePattern = /^replies-(\d{1,15})\.jsonl$/;
const numberOf = (name: string) => Number(fileNamePattern.exec(name)?.[1]);

/** Keeps in memory the keys of the replies that are still needed. Only one process at a time uses a directory. */
export class Outbox {
  readonly #directory: string;
  readonly #openHandle: OpenHandle;
  readonly #segments = new Set<Segment>();
  readonly #keptReplies = new Map<string, StoredReply>();
  #currentSegment: Segment | undefined;
  #nextNumber = 1;

  private constructor(directory: string, checkLock: () => void) {
    this.#directory = directory;
    this.#openHandle = guardedOpen(checkLock);
  }

  /**
   * Opens or creates an outbox. Skips a torn tail; throws PipelineError("corrupt-file") for any other line that is not a
   * reply. Each process begins a file of its own, and writes nothing if `checkLock` throws.
   */
  static async open(directory: string, checkLock: () => void = () => undefined): Promise<Outbox> {
    const outbox = new Outbox(directory, checkLock);
    for (const name of listFileNames(directory)) await outbox.#takeOver(name);
    return outbox;
  }

  async #takeOver(name: string): Promise<void> {
    const segment: Segment = {
      path: join(this.#directory, name),
      neededKeys: new Set(),
      file: undefined,
      size: 0,
    };
    for (const { call } of readCalls(segment.path))
      this.#addReply(call.key, { segment, onDisk: Promise.resolve() });
    this.#segments.add(segment);
    this.#nextNumber = numberOf(name) + 1;
    await this.#deleteIfDone(segment);
  }

  /** Adds a reply, unless its key has one: the first counts. */
  #addReply(key: string, storedReply: StoredReply): void {
    if (this.#keptReplies.has(key)) return;
    this.#keptReplies.set(key, storedReply);
    storedReply.segment.neededKeys.add(key);
  }

  /** Resolves when the reply is on disk; any further reply to its key is not kept. Throws PipelineError("disk") if it cannot be written. */
  async keep(line: CallLine): Promise<void> {
    const keptReply = this.#keptReplies.get(line.key);
    if (keptReply) return void (await keptReply.onDisk);
    const segment = this.#segmentToWrite();
    const onDisk = this.#append(segment, `${JSON.stringify(line)}\n`);
    this.#addReply(line.key, { segment, onDisk });
    try {
      await onDisk;
    } catch (error) {
      await this.forget([line.key]);
      throw error;
    }
  }

  async #append(segment: Segment, text: string): Promise<void> {
    segment.size += Buffer.byteLength(text);
    await (await segment.file)?.append(text, true);
  }

  #segmentToWrite(): Segment {
    if (this.#currentSegment && this.#currentSegment.size < segmentSize)
      return this.#currentSegment;
    const path = join(this.#directory, `replies-${this.#nextNumber++}.jsonl`);
    const file = CommitFile.open(path, noLines, this.#openHandle);
    this.#currentSegment = { path, neededKeys: new Set(), file, size: 0 };
    this.#segments.add(this.#currentSegment);
    return this.#currentSegment;
  }

  /** Drops replies that are no longer needed. Resolves when files without any other reply are deleted. */
  async forget(keys: Iterable<string>): Promise<void> {
    const changedSegments = new Set<Segment>();
    for (const key of keys) {
      const storedReply = this.#keptReplies.get(key);
      if (!storedReply) continue;
      this.#keptReplies.delete(key);
      storedReply.segment.neededKeys.delete(key);
      changedSegments.add(storedReply.segment);
    }
    for (const segment of changedSegments) await this.#deleteIfDone(segment);
  }

  async #deleteIfDone(segment: Segment): Promise<void> {
    if (segment.neededKeys.size > 0 || !this.#segments.has(segment)) return;
    if (segment === this.#currentSegment && segment.size < segmentSize) return;
    await this.#deleteSegment(segment);
  }

  async #deleteSegment(segment: Segment): Promise<void> {
    this.#segments.delete(segment);
    if (segment === this.#currentSegment) this.#currentSegment = undefined;
    await closeFile(segment);
    explainDiskErrors(segment.path, () => rmSync(segment.path, { force: true }));
  }

  /** Reads from disk the replies that are still needed, oldest first. */
  readRemaining(): CallLine[] {
    const lines = new Map<string, CallLine>();
    for (const { path, neededKeys } of this.#segments) {
      for (const { call } of readCalls(path))
        if (neededKeys.has(call.key) && !lines.has(call.key)) lines.set(call.key, call);
    }
    return [...lines.values()];
  }

  /** Flushes and closes all files; deletes those without a reply that is still needed. */
  async close(): Promise<void> {
    for (const segment of this.#segments) {
      if (segment.neededKeys.size === 0) await this.#deleteSegment(segment);
      else await closeFile(segment);
    }
    this.#segments.clear();
  }
}

// If a file could not be opened, the callers with a reply for it already got the error.
const closeFile = async ({ file }: Segment) => (await file?.catch(() => undefined))?.close();

/** Lists the names of the segments' files, oldest first. */
function listFileNames(directory: string): string[] {
  const names = explainDiskErrors(directory, () => {
    mkdirSync(directory, { recursive: true });
    return readdirSync(directory);
  });
  return names.filter(name => fileNamePattern.test(name)).sort((a, b) => numberOf(a) - numberOf(b));
}
