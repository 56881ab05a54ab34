// A worker thread that segments batches of texts into words until terminated: it reports that it is ready, then answers each batch.

import { parentPort } from "node:worker_threads";
import { segmentBatch, type Text } from "./segment-pool.ts";

const port = parentPort;
port?.on("message", (batch: readonly Text[]) => {
  const lists = segmentBatch(batch);
  // The arrays are transferred, not copied.
  port.postMessage(lists, [lists.wordNumbers.buffer, lists.ends.buffer]);
});
port?.postMessage(null);
