// Runs a worker thread that parses one file after another: it posts null when it has started and to report progress, and an outcome per file.

import { parentPort } from "node:worker_threads";
import type { FileFormat } from "../../../schemas/items/documents.ts";
import { parseFile } from "./parse-file.ts";

// Unhandled rejections inside libraries are ignored: the parse reports its own outcome and has a time limit.
process.on("unhandledRejection", () => undefined);

const port = parentPort;
port?.on(
  "message",
  async ({ bytes, format }: { bytes: Uint8Array<ArrayBuffer>; format: FileFormat }) => {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // A long parse reports progress.
    port.postMessage(await parseFile(file, format, { onProgress: () => port.postMessage(null) }));
  },
);
port?.postMessage(null);
