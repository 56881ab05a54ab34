// Reads JSONL files line by line with byte offsets, and tells a torn tail (repaired) from a corrupt line (reported).

import { isUtf8 } from "node:buffer";
import { closeSync, existsSync, fstatSync, readSync } from "node:fs";
import { PipelineError } from "./errors.ts";
import { onDisk } from "./files.ts";
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
/** Bytes. A longer line is not a record: Node could not hold two of its copies. */
const maxLine = 256 * 1024 * 1024;

/** Whole lines of a file, the last of which may lack its newline at the end of the file. */
interface Chunk {
  /** Good until the next chunk is asked for: the room is used again. */
  readonly bytes: Buffer;
  /** Of its first byte in the file. */
  readonly offset: number;
}

function* readChunks(path: string): Generator<Chunk> {
  if (!existsSync(path)) return;
  const descriptor = onDisk(path, () => openOrdinary(path), "read");
  let room = Buffer.allocUnsafe(1 << 18);
  let offset = 0;
  let have = 0;
  try {
    for (;;) {
      if (have > maxLine) throw endlessLine(path, offset);
      // A line that fills the room needs a larger one.
      if (have === room.length) room = Buffer.concat([room], have * 2);
      const count = onDisk(
        path,
        () => readSync(descriptor, room, have, room.length - have, null),
        "read",
      );
      if (count === 0) break;
      const read = room.subarray(0, have + count);
      // Only what is new can hold a newline, or a very long line would be searched again for each part of it.
      const end = room.subarray(have, have + count).lastIndexOf(newline);
      const whole = end < 0 ? 0 : have + end + 1;
      if (whole > 0) yield { bytes: read.subarray(0, whole), offset };
      room.copyWithin(0, whole, have + count);
      have += count - whole;
      offset += whole;
    }
    if (have > 0) yield { bytes: room.subarray(0, have), offset };
  } finally {
    closeSync(descriptor);
  }
}

const endlessLine = (path: string, offset: number) =>
  new PipelineError(
    "bad-input",
    `${path}: the line that begins at byte ${offset} has more than 256 MB.`,
    {
      hint: "Give one record a line; a file of another form has no place here.",
    },
  );

/** A line as it stands on disk: `length` bytes of `chunk` from `from` on. */
export interface ByteLine extends Omit<Line, "text"> {
  /** Good until the next line is asked for: the room is used again. */
  readonly chunk: Buffer;
  readonly from: number;
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
        ended: end >= 0,
        chunk: bytes,
        from,
      };
      from += length + 1;
    }
  }
}

export const textOf = ({ chunk, from, length }: ByteLine): string =>
  chunk.toString("utf8", from, from + length);

/** The lines of a file, one chunk in memory at a time; none if the file does not exist. */
export function* readLines(path: string): Generator<Line> {
  for (const line of readByteLines(path))
    yield {
      number: line.number,
      offset: line.offset,
      length: line.length,
      text: textOf(line),
      ended: line.ended,
    };
}

export interface JsonLine extends Line {
  readonly value: unknown;
}

/**
 * The lines that are whole. A last line without newline that is not JSON was cut by a stop: it is left out (and
 * overwritten by `repairTail`). Any other line that is not JSON stops with its place.
 */
export function* readJsonLines(path: string): Generator<JsonLine> {
  for (const line of readByteLines(path)) {
    const { number, offset, length, ended } = line;
    const text = textOf(line);
    // Read as it stands it would be another text than the one whose bytes are counted and hashed.
    if (text.includes("\uFFFD") && !isUtf8(line.chunk.subarray(line.from, line.from + length)))
      throw badBytes(path, number);
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

const badBytes = (path: string, number: number) =>
  new PipelineError("corrupt-file", `${path} line ${number} is not in UTF-8.`, {
    hint: `Fix or delete line ${number} in an editor (what it held is made again from calls.jsonl, without new calls), then run the same command again.`,
  });

export const corruptLine = (path: string, number: number) =>
  new PipelineError(
    "corrupt-file",
    `${path} line ${number} is not JSON, and it is not the cut end of an unfinished write.`,
    {
      hint: `Fix or delete line ${number} in an editor (what it held is made again from calls.jsonl, without new calls), then run the same command again.`,
    },
  );

/** The bytes after the last newline before the end of a file. */
function lastLine(descriptor: number, size: number): Buffer {
  for (let length = Math.min(size, 1 << 16); ; length = Math.min(size, length * 2)) {
    const bytes = Buffer.alloc(length);
    for (let done = 0, count = -1; done < length && count !== 0; done += count)
      count = readSync(descriptor, bytes, done, length - done, size - length + done);
    const end = bytes.lastIndexOf(newline);
    if (end >= 0 || length === size) return bytes.subarray(end + 1);
  }
}

/** The size to which a file must be cut so that it ends with a whole line, whether more stands there, and whether that line lacks its newline. */
export function wholeSize(path: string): { size: number; torn: boolean; lacksNewline: boolean } {
  const descriptor = onDisk(path, () => openOrdinary(path), "read");
  try {
    const { size } = fstatSync(descriptor);
    const last = onDisk(path, () => lastLine(descriptor, size), "read");
    const torn = last.length > 0 && parseJson(last.toString("utf8")) === undefined;
    return { size: torn ? size - last.length : size, torn, lacksNewline: last.length > 0 && !torn };
  } finally {
    closeSync(descriptor);
  }
}
