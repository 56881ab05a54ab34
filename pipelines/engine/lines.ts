// Reads JSONL files line by line with byte offsets, and distinguishes a torn tail (repaired) from a corrupt line (reported).

import { isUtf8 } from "node:buffer";
import { closeSync, existsSync, fstatSync, readSync } from "node:fs";
import { PipelineError } from "./errors.ts";
import { explainDiskErrors } from "./files.ts";
import { openOrdinary } from "./ordinary-file.ts";

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Bytes. */
  readonly offset: number;
  /** Bytes, without the newline. */
  readonly length: number;
  readonly text: string;
  /** Whether a newline ends it. */
  readonly hasNewline: boolean;
}

/** A row's position in its file, and the hash of its line. */
export interface LinePosition {
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
  readonly hash: string;
}

const newline = 10;
/** In bytes. A longer line is not a record: Node could not hold two copies of it in a string. */
const maxLineLength = 256 * 1024 * 1024;

/** Complete lines of a file; at the end of the file the last may lack its newline. */
interface Chunk {
  /** Valid until the next chunk is read: the buffer is reused. */
  readonly bytes: Buffer;
  /** Offset of its first byte in the file. */
  readonly offset: number;
}

function* readChunks(path: string): Generator<Chunk> {
  if (!existsSync(path)) return;
  const descriptor = explainDiskErrors(path, () => openOrdinary(path), "read");
  let buffer = Buffer.allocUnsafe(1 << 18);
  let offset = 0;
  let filled = 0;
  try {
    for (;;) {
      if (filled > maxLineLength) throw lineTooLongError(path, offset);
      // A line that fills the buffer needs a larger one.
      if (filled === buffer.length) buffer = Buffer.concat([buffer], filled * 2);
      const count = explainDiskErrors(
        path,
        () => readSync(descriptor, buffer, filled, buffer.length - filled, null),
        "read",
      );
      if (count === 0) break;
      const data = buffer.subarray(0, filled + count);
      // Only the new bytes are searched for a newline: otherwise a very long line would be searched again with each read.
      const end = buffer.subarray(filled, filled + count).lastIndexOf(newline);
      const completeLength = end < 0 ? 0 : filled + end + 1;
      if (completeLength > 0) yield { bytes: data.subarray(0, completeLength), offset };
      buffer.copyWithin(0, completeLength, filled + count);
      filled += count - completeLength;
      offset += completeLength;
    }
    if (filled > 0) yield { bytes: buffer.subarray(0, filled), offset };
  } finally {
    closeSync(descriptor);
  }
}

const lineTooLongError = (path: string, offset: number) =>
  new PipelineError(
    "bad-input",
    `${path}: the line that begins at byte ${offset} is longer than 256 MB.`,
    {
      hint: "Put one record on each line; the file must be JSONL.",
    },
  );

/** A line as stored on disk: `length` bytes of `chunk`, starting at `start`. */
export interface ByteLine extends Omit<Line, "text"> {
  /** Valid until the next line is read: the buffer is reused. */
  readonly chunk: Buffer;
  readonly start: number;
}

/** The lines of a file as bytes, one chunk in memory at a time; none if the file does not exist. */
export function* readByteLines(path: string): Generator<ByteLine> {
  let number = 0;
  for (const { bytes, offset } of readChunks(path)) {
    for (let from = 0; from < bytes.length; ) {
      const end = bytes.indexOf(newline, from);
      const length = (end < 0 ? bytes.length : end) - from;
      yield {
        number: ++number,
        offset: offset + from,
        length,
        hasNewline: end >= 0,
        chunk: bytes,
        start: from,
      };
      from += length + 1;
    }
  }
}

export const textOf = ({ chunk, start, length }: ByteLine): string =>
  chunk.toString("utf8", start, start + length);

/** The lines of a file, one chunk in memory at a time; none if the file does not exist. */
export function* readLines(path: string): Generator<Line> {
  for (const line of readByteLines(path))
    yield {
      number: line.number,
      offset: line.offset,
      length: line.length,
      text: textOf(line),
      hasNewline: line.hasNewline,
    };
}

export interface JsonLine extends Line {
  readonly value: unknown;
}

/**
 * Yields the complete lines, parsed. A last line that has no newline and is not JSON was cut short when a run stopped: it
 * is left out (and removed by `repairTail`). For any other line that is not JSON, throws an error that names it.
 */
export function* readJsonLines(path: string): Generator<JsonLine> {
  for (const line of readByteLines(path)) {
    const { number, offset, length, hasNewline } = line;
    const text = textOf(line);
    // Invalid bytes would be decoded to a text that no longer matches the bytes on disk, which are counted and hashed.
    if (text.includes("\uFFFD") && !isUtf8(line.chunk.subarray(line.start, line.start + length)))
      throw notUtf8Error(path, number);
    const value = parseJson(text);
    if (value !== undefined) yield { number, offset, length, text, hasNewline, value };
    else if (hasNewline && text.trim() !== "") throw corruptLineError(path, number);
  }
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const notUtf8Error = (path: string, number: number) =>
  new PipelineError("corrupt-file", `${path} line ${number} is not valid UTF-8.`, {
    hint: `Fix or delete line ${number} in an editor (its content is regenerated from calls.jsonl, without new calls), then run the same command again.`,
  });

export const corruptLineError = (path: string, number: number) =>
  new PipelineError(
    "corrupt-file",
    `${path} line ${number} is not JSON, nor the truncated end of an unfinished write.`,
    {
      hint: `Fix or delete line ${number} in an editor (its content is regenerated from calls.jsonl, without new calls), then run the same command again.`,
    },
  );

/** The bytes after a file's last newline. */
function lastLine(descriptor: number, size: number): Buffer {
  for (let length = Math.min(size, 1 << 16); ; length = Math.min(size, length * 2)) {
    const bytes = Buffer.alloc(length);
    for (let done = 0, count = -1; done < length && count !== 0; done += count)
      count = readSync(descriptor, bytes, done, length - done, size - length + done);
    const end = bytes.lastIndexOf(newline);
    if (end >= 0 || length === size) return bytes.subarray(end + 1);
  }
}

/** The size to which a file must be cut to end with a complete line, whether anything follows that line, and whether the line lacks its newline. */
export function inspectTail(path: string): { size: number; torn: boolean; lacksNewline: boolean } {
  const descriptor = explainDiskErrors(path, () => openOrdinary(path), "read");
  try {
    const { size } = fstatSync(descriptor);
    const tail = explainDiskErrors(path, () => lastLine(descriptor, size), "read");
    const torn = tail.length > 0 && parseJson(tail.toString("utf8")) === undefined;
    return { size: torn ? size - tail.length : size, torn, lacksNewline: tail.length > 0 && !torn };
  } finally {
    closeSync(descriptor);
  }
}
