// A line of a file of replies, read when it is needed.

import { closeSync, readSync } from "node:fs";
import { openOrdinary } from "../engine/ordinary-file.ts";

export interface LineInFile {
  readonly path: string;
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
}

/** Reads the line; what is beyond the file's end is read as zeros. */
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
