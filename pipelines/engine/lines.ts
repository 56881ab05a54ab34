// Reads JSONL files line by line with byte offsets, and tells a torn tail (mended) from a corrupt line (reported).

import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { PipelineError } from "./errors.ts";
import { onDisk } from "./files.ts";

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Bytes. */
  readonly offset: number;
  /** Bytes, without the newline. */
  readonly length: number;
  readonly text: string;
  /** Whether a newline ends it. */
  readonly ended: boolean;
}

/** Where a row stands in its file, and the hash of its line. */
export interface Place {
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
  readonly hash: string;
}

const newline = 10;

/** A line as it stands on disk. */
export interface ByteLine extends Omit<Line, "text"> {
  /** Good until the next line is asked for: the room is used again. */
  readonly bytes: Buffer;
}

/** The lines of a file as bytes, one chunk in memory at a time; none if the file does not exist. */
export function* readByteLines(path: string): Generator<ByteLine> {
  if (!existsSync(path)) return;
  const descriptor = onDisk(path, () => openSync(path, "r"), "read");
  let chunk = Buffer.allocUnsafe(1 << 18);
  let offset = 0;
  let number = 0;
  let have = 0;
  try {
    for (;;) {
      // A line that fills the chunk needs a larger one.
      if (have === chunk.length) chunk = Buffer.concat([chunk], have * 2);
      const count = onDisk(path, () => readSync(descriptor, chunk, have, chunk.length - have, null), "read");
      if (count === 0) break;
      let from = 0;
      const read = chunk.subarray(0, have + count);
      // Only what is new can hold the next newline, or a very long line would be searched again for each chunk.
      for (let end = read.indexOf(newline, have); end >= 0; end = read.indexOf(newline, from)) {
        number++;
        yield { number, offset: offset + from, length: end - from, bytes: read.subarray(from, end), ended: true };
        from = end + 1;
      }
      chunk.copyWithin(0, from, have + count);
      have += count - from;
      offset += from;
    }
    if (have > 0) yield { number: number + 1, offset, length: have, bytes: chunk.subarray(0, have), ended: false };
  } finally {
    closeSync(descriptor);
  }
}

/** The lines of a file, one chunk in memory at a time; none if the file does not exist. */
export function* readLines(path: string): Generator<Line> {
  for (const { number, offset, length, bytes, ended } of readByteLines(path)) yield { number, offset, length, text: bytes.toString("utf8"), ended };
}

export interface JsonLine extends Line {
  readonly value: unknown;
}

/**
 * The lines that are whole. A last line without newline that is not JSON was cut by a stop: it is left out (and
 * overwritten by `mendTail`). Any other line that is not JSON stops with its place.
 */
export function* readJsonLines(path: string): Generator<JsonLine> {
  for (const { number, offset, length, bytes, ended } of readByteLines(path)) {
    const text = bytes.toString("utf8");
    const value = parseJson(text);
    if (value !== undefined) yield { number, offset, length, text, ended, value };
    else if (ended && text.trim() !== "") throw corruptLine(path, number);
  }
}

/** Undefined for a text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const corruptLine = (path: string, number: number) =>
  new PipelineError("corrupt-file", `${path} line ${number} is not JSON, and it is not the cut end of an unfinished write.`, {
    hint: `Mend or delete line ${number} in an editor (what it held is made again from calls.jsonl, without new calls), then type the same command again.`,
  });

/** The bytes after the last newline before the end of a file. */
function lastLine(descriptor: number, size: number): Buffer {
  for (let length = Math.min(size, 1 << 16); ; length = Math.min(size, length * 2)) {
    const bytes = Buffer.alloc(length);
    for (let done = 0, count = -1; done < length && count !== 0; done += count) count = readSync(descriptor, bytes, done, length - done, size - length + done);
    const end = bytes.lastIndexOf(newline);
    if (end >= 0 || length === size) return bytes.subarray(end + 1);
  }
}

/** The size to which a file must be cut so that it ends with a whole line, whether more stands there, and whether that line lacks its newline. */
export function wholeSize(path: string): { size: number; torn: boolean; lacksNewline: boolean } {
  const descriptor = onDisk(path, () => openSync(path, "r"), "read");
  try {
    const { size } = fstatSync(descriptor);
    const last = onDisk(path, () => lastLine(descriptor, size), "read");
    const torn = last.length > 0 && parseJson(last.toString("utf8")) === undefined;
    return { size: torn ? size - last.length : size, torn, lacksNewline: last.length > 0 && !torn };
  } finally {
    closeSync(descriptor);
  }
}
