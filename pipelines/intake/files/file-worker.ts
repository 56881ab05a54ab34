// A worker thread that parses one file after the other until it is ended: null says that it is there, or reads on; a file is answered by its outcome.

import { parentPort } from "node:worker_threads";
import type { FileFormat } from "../../../schemas/items/documents.ts";
import { parseFile } from "./parse-file.ts";

// A promise that a library lets fail unheard is nobody's: the reading itself says how it ends, and has its time.
process.on("unhandledRejection", () => undefined);

const port = parentPort;
port?.on(
  "message",
  async ({ bytes, format }: { bytes: Uint8Array<ArrayBuffer>; format: FileFormat }) => {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // A long reading says that it goes on.
    port.postMessage(await parseFile(file, format, { heard: () => port.postMessage(null) }));
  },
);
port?.postMessage(null);
