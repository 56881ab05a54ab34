// A worker thread that cuts batches of texts into words until it is ended: it says that it is there, then answers each batch.

import { parentPort } from "node:worker_threads";
import { cutBatch, type Text } from "./segment-batch.ts";

const port = parentPort;
port?.on("message", (batch: readonly Text[]) => {
  const lists = cutBatch(batch);
  // Their arrays are handed over, not copied.
  port.postMessage(lists, [lists.terms.buffer, lists.ends.buffer]);
});
port?.postMessage(null);
