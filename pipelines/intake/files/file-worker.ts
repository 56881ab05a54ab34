// A worker thread that parses one file after the other until it is ended: it says that it is there, then answers each file.

import { parentPort } from "node:worker_threads";
import type { FileFormat } from "../../../schemas/items/documents.ts";
import { parseFile } from "./parse-file.ts";

const port = parentPort;
port?.on(
  "message",
  async ({ bytes, format }: { bytes: Uint8Array<ArrayBuffer>; format: FileFormat }) => {
    port.postMessage(
      await parseFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), format),
    );
  },
);
port?.postMessage(null);
