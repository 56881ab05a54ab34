// Hashes the bytes of files, reading them in pieces.

import { createHash } from "node:crypto";
import { closeSync, existsSync, readSync } from "node:fs";
import { explainDiskErrors } from "./files.ts";
import { openOrdinary } from "./ordinary-file.ts";

/** SHA-256 of the bytes of these files, one after the other; missing files are skipped. */
export function hashFiles(paths: readonly string[]): string {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(1 << 20);
  for (const path of paths.filter(path => existsSync(path))) {
    const descriptor = explainDiskErrors(path, () => openOrdinary(path), "read");
    try {
      for (let count = -1; count !== 0; ) {
        count = explainDiskErrors(
          path,
          () => readSync(descriptor, buffer, 0, buffer.length, null),
          "read",
        );
        hash.update(buffer.subarray(0, count));
      }
    } finally {
      closeSync(descriptor);
    }
  }
  return hash.digest("hex");
}
