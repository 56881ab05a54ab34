// The thread that parses files outlives what libraries leave behind.

import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { loadableUrl } from "../../../pipelines/text/worker-file.ts";

/** Beside each file that comes, a promise that nobody hears. */
const left =
  "data:text/javascript,import { parentPort } from 'node:worker_threads';parentPort.on('message', () => void Promise.reject(new Error('left behind')))";

test("a promise that fails unheard ends no thread: the file at hand is read", async () => {
  const worker = new Worker(
    loadableUrl(new URL("../../../pipelines/intake/files/file-worker.ts", import.meta.url)),
    { execArgv: ["--import", left] },
  );
  const outcome = new Promise((resolve, reject) => {
    worker.on("error", reject);
    worker.on("message", heard => {
      if (heard !== null) return resolve(heard);
      const bytes = new Uint8Array(Buffer.from("The gate is opened at nine."));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window: it has no origin.
      return worker.postMessage({ bytes, format: "text" });
    });
  });
  await expect(outcome).resolves.toMatchObject({ text: "The gate is opened at nine." });
  await worker.terminate();
});
