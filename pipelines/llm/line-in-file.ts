// Lines of journals and reply files: where the complete ones end, and reading one when it is needed.

import { closeSync, readSync } from "node:fs";
import type { Line } from "../engine/lines.ts";
import { openOrdinary } from "../engine/ordinary-file.ts";

export interface LineInFile {
  readonly path: string;
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
}

/** Reads the line; anything beyond the file's end is read as zeros. */
export function readLineInFile({ path, offset, length }: LineInFile): string {
  const bytes = Buffer.alloc(length);
  const descriptor = openOrdinary(path);
  try {
    for (let done = 0, count = -1; done < length && count !== 0; done += count)
      count = readSync(descriptor, bytes, done, length - done, offset + done);
  } finally {
    closeSync(descriptor);
  }
  return bytes.toString("utf8");
}

/** Where the complete lines of a file end. */
export interface CompleteLines {
  /** Bytes up to the end of the last complete line. */
  readonly size: number;
  /** Whether that line lacks its newline, which is then added. */
  readonly lacksNewline: boolean;
}

export const noLines: CompleteLines = { size: 0, lacksNewline: false };

/** The lines up to and including this one, the last complete one. */
export const linesUpTo = ({
  offset,
  length,
  hasNewline: ended,
}: Pick<Line, "offset" | "length" | "hasNewline">): CompleteLines => ({
  size: offset + length + (ended ? 1 : 0),
  lacksNewline: !ended,
});
