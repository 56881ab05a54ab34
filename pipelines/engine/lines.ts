// Reads JSONL files line by line with byte offsets, and tells a torn tail (mended) from a corrupt line (reported).

import { closeSync, existsSync, openSync, readSync } from "node:fs";
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

/** The lines of a file, one chunk in memory at a time; none if the file does not exist. */
export function* readLines(path: string): Generator<Line> {
  if (!existsSync(path)) return;
  const descriptor = onDisk(path, () => openSync(path, "r"), "read");
  const chunk = Buffer.allocUnsafe(1 << 18);
  let rest: Buffer[] = [];
  let offset = 0;
  let number = 0;
  try {
    for (;;) {
      const count = onDisk(path, () => readSync(descriptor, chunk, 0, chunk.length, null), "read");
      if (count === 0) break;
      rest.push(Buffer.from(chunk.subarray(0, count)));
      // Put together only once a line ends, or a very long line would be copied again for each chunk.
      if (!rest.at(-1)?.includes(newline)) continue;
      let bytes: Buffer = Buffer.concat(rest);
      for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline)) {
        number++;
        yield { number, offset, length: end, text: bytes.toString("utf8", 0, end), ended: true };
        offset += end + 1;
        bytes = bytes.subarray(end + 1);
      }
      rest = [bytes];
    }
    const last = Buffer.concat(rest);
    if (last.length > 0) yield { number: number + 1, offset, length: last.length, text: last.toString("utf8"), ended: false };
  } finally {
    closeSync(descriptor);
  }
}

export interface JsonLine extends Line {
  readonly value: unknown;
}

/**
 * The lines that are whole. A last line without newline that is not JSON was cut by a stop: it is left out (and
 * overwritten by `mendTail`). Any other line that is not JSON stops with its place.
 */
export function* readJsonLines(path: string): Generator<JsonLine> {
  for (const line of readLines(path)) {
    if (line.text.trim() === "" && line.ended) continue;
    const value = parse(line.text);
    if (value !== undefined) yield { ...line, value };
    else if (line.ended) throw corruptLine(path, line.number);
  }
}

function parse(text: string): unknown {
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

/** The size to which a file must be cut so that it ends with a whole line, whether more stands there, and whether that line lacks its newline. */
export function wholeSize(path: string): { size: number; torn: boolean; lacksNewline: boolean } {
  let size = 0;
  let torn = false;
  let lacksNewline = false;
  for (const line of readLines(path)) {
    torn = !line.ended && parse(line.text) === undefined;
    lacksNewline = !line.ended && !torn;
    if (!torn) size = line.offset + line.length + (line.ended ? 1 : 0);
  }
  return { size, torn, lacksNewline };
}
