// Replies that the coordinator may not have journaled yet, on the worker's own disk, so that none is paid for twice.

import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { onDisk } from "../engine/files.ts";
import { checkedFiles, CommitFile, type OpenHandle } from "../llm/commit-file.ts";
import { type CallLine, readCalls } from "../llm/journal.ts";

/** Bytes after which a new file is begun. */
const segmentSize = 4 << 20;

/** A file of replies, some of which are still needed. */
interface Segment {
  readonly path: string;
  /** Keys of the replies still needed. */
  readonly left: Set<string>;
  /** Undefined for a file of an earlier process: nothing more is written to it. */
  readonly file: Promise<CommitFile> | undefined;
  /** Approximate bytes. */
  size: number;
}

interface KeptSegment {
  readonly segment: Segment;
  readonly onDisk: Promise<unknown>;
}

const fileName = /^replies-(\d{1,15})\.jsonl$/;
const numberOf = (name: string) => Number(fileName.exec(name)?.[1]);

/** Memory: the keys of the replies left. Only one process at a time uses a directory. */
export class Outbox {
  readonly #directory: string;
  readonly #openHandle: OpenHandle;
  readonly #segments = new Set<Segment>();
  readonly #kept = new Map<string, KeptSegment>();
  #current: Segment | undefined;
  #next = 1;

  private constructor(directory: string, check: () => void) {
    this.#directory = directory;
    this.#openHandle = checkedFiles(check);
  }

  /**
   * Opens or creates an outbox. A torn tail is skipped; any other line that is not a reply is
   * PipelineError("corrupt-file"). Each process begins a file of its own,
   and writes nothing when `check` throws.
   */
  static async open(directory: string, check: () => void = () => undefined): Promise<Outbox> {
    const outbox = new Outbox(directory, check);
    for (const name of fileNames(directory)) await outbox.#takeOver(name);
    return outbox;
  }

  async #takeOver(name: string): Promise<void> {
    const segment: Segment = {
      path: join(this.#directory, name),
      left: new Set(),
      file: undefined,
      size: 0,
    };
    for (const { call } of readCalls(segment.path))
      this.#note(call.key, { segment, onDisk: Promise.resolve() });
    this.#segments.add(segment);
    this.#next = numberOf(name) + 1;
    await this.#dropIfDone(segment);
  }

  /** The first reply to a key is the one that counts. */
  #note(key: string, kept: KeptSegment): void {
    if (this.#kept.has(key)) return;
    this.#kept.set(key, kept);
    kept.segment.left.add(key);
  }

  /** Number of replies not yet forgotten. */
  get size(): number {
    return this.#kept.size;
  }

  /** Resolves when the reply is on disk; a second reply to a key is not kept. PipelineError("disk") if it cannot be written. */
  async keep(line: CallLine): Promise<void> {
    const known = this.#kept.get(line.key);
    if (known) return void (await known.onDisk);
    const segment = this.#writable();
    const onDisk = this.#append(segment, `${JSON.stringify(line)}\n`);
    this.#note(line.key, { segment, onDisk });
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

  #writable(): Segment {
    if (this.#current && this.#current.size < segmentSize) return this.#current;
    const path = join(this.#directory, `replies-${this.#next++}.jsonl`);
    const file = CommitFile.open(path, 0, this.#openHandle);
    this.#current = { path, left: new Set(), file, size: 0 };
    this.#segments.add(this.#current);
    return this.#current;
  }

  /** Drops replies that are no longer needed. Resolves when files without any other reply are deleted. */
  async forget(keys: Iterable<string>): Promise<void> {
    const touched = new Set<Segment>();
    for (const key of keys) {
      const kept = this.#kept.get(key);
      if (!kept) continue;
      this.#kept.delete(key);
      kept.segment.left.delete(key);
      touched.add(kept.segment);
    }
    for (const segment of touched) await this.#dropIfDone(segment);
  }

  async #dropIfDone(segment: Segment): Promise<void> {
    if (segment.left.size > 0 || !this.#segments.has(segment)) return;
    if (segment === this.#current && segment.size < segmentSize) return;
    await this.#drop(segment);
  }

  async #drop(segment: Segment): Promise<void> {
    this.#segments.delete(segment);
    if (segment === this.#current) this.#current = undefined;
    await closeFile(segment);
    onDisk(segment.path, () => rmSync(segment.path, { force: true }));
  }

  /** The replies that are left, read from disk, oldest first. */
  left(): CallLine[] {
    const lines = new Map<string, CallLine>();
    for (const { path, left } of this.#segments) {
      for (const { call } of readCalls(path))
        if (left.has(call.key) && !lines.has(call.key)) lines.set(call.key, call);
    }
    return [...lines.values()];
  }

  /** Flushes and closes all files; deletes those with no reply left. */
  async close(): Promise<void> {
    for (const segment of this.#segments) {
      if (segment.left.size === 0) await this.#drop(segment);
      else await closeFile(segment);
    }
    this.#segments.clear();
  }
}

// If a file could not be opened, whoever had a reply for it already got the error.
const closeFile = async ({ file }: Segment) => (await file?.catch(() => undefined))?.close();

/** Names of the segments, oldest first. */
function fileNames(directory: string): string[] {
  const names = onDisk(directory, () => {
    mkdirSync(directory, { recursive: true });
    return readdirSync(directory);
  });
  return names.filter(name => fileName.test(name)).sort((a, b) => numberOf(a) - numberOf(b));
}
