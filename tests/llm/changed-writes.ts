// A true file whose writes a test changes: they fall short, fail, or are counted.

import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { FileMethods, OpenHandle } from "../../pipelines/llm/commit-file.ts";

/** Opens the true file, with writes that a test changes. */
export const withWrites =
  (change: (handle: FileMethods) => Partial<FileMethods>): OpenHandle =>
  async file => {
    const handle = await open(file, constants.O_RDWR | constants.O_CREAT);
    const true_: FileMethods = {
      write: handle.write.bind(handle),
      read: handle.read.bind(handle),
      datasync: handle.datasync.bind(handle),
      truncate: handle.truncate.bind(handle),
      close: handle.close.bind(handle),
    };
    return { ...true_, ...change(true_) };
  };

export type WriteBytes = (
  bytes: Buffer,
  from: number,
  length: number,
  place: number,
) => Promise<{ bytesWritten: number; buffer: Buffer }>;
