// Segments many texts into words on several threads.

import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { cutBatch, type Text } from "./segment-batch.ts";
import { joinTermLists, type TermLists } from "./term-lists.ts";
import { loadable } from "./worker-file.ts";

export interface PoolOptions {
  /** Maximum number of threads; default: as many as the machine runs in parallel. */
  readonly threads?: number;
  /** Characters that justify another thread: loading the dictionary takes most of a second. */
  readonly worthThread?: number;
  /** Characters in a batch: few enough for threads to end together, enough for a batch's vocabulary to be small in comparison. */
  readonly batch?: number;
  /** The file that a thread runs. */
  readonly worker?: URL;
}

const WORTH_THREAD = 500_000;
const BATCH = 200_000;

// The worker is compiled if this file is.
const COMPILED = import.meta.url.endsWith(".js");
const WORKER = new URL(COMPILED ? "segment-worker.js" : "segment-worker.ts", import.meta.url);

/**
 * The tokens of `words` for each text, in the order of the texts, as numbers: 4 bytes per token instead of strings. Few
 * texts are segmented on this thread, more on worker threads; if no worker can start, this thread does it all. Throws
 * what a worker throws.
 */
export async function termsOfAll(
  texts: readonly Text[],
  options: PoolOptions = {},
): Promise<TermLists> {
  const {
    threads = availableParallelism(),
    worthThread = WORTH_THREAD,
    batch = BATCH,
    worker = WORKER,
  } = options;
  const batches = toBatches(texts, batch);
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
  const wanted = Math.min(threads, batches.length, Math.floor(characters / worthThread));
  const queue = queueOf(batches);
  // A single worker would only keep this thread waiting.
  const ends = await Promise.allSettled(
    Array.from({ length: wanted > 1 ? wanted : 0 }, () => cutOnWorker(queue, worker)),
  );
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  for (let next = queue.take(); next; next = queue.take())
    queue.results[next.at] = cutBatch(next.batch);
  return joinTermLists(queue.results);
}

function toBatches(texts: readonly Text[], characters: number): Text[][] {
  const batches: Text[][] = [];
  let room = 0;
  for (const text of texts) {
    if (room <= 0) {
      batches.push([]);
      room = characters;
    }
    batches.at(-1)?.push(text);
    room -= text.text.length;
  }
  return batches;
}

/** Batches that threads take in turn; results are in the order of the batches. */
function queueOf(batches: readonly Text[][]) {
  const results: TermLists[] = [];
  let next = 0;
  return {
    results,
    take() {
      const at = next++;
      const batch = batches[at];
      return batch && { at, batch };
    },
    /** No further batches are taken. */
    close: () => (next = batches.length),
  };
}
type Queue = ReturnType<typeof queueOf>;

/** Resolves when no batch is left and the worker has ended. If a worker does not start, the others do its share. */
function cutOnWorker(queue: Queue, file: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(file);
    if (!worker) return resolve();
    /** Index of its current batch; undefined before the first and after the last. */
    let current: number | undefined;
    let failure: Error | undefined;
    worker.on("message", (lists: TermLists | null) => {
      if (lists && current !== undefined) queue.results[current] = lists;
      const next = queue.take();
      current = next?.at;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin.
      if (next) worker.postMessage(next.batch);
      else void worker.terminate();
    });
    worker.on("error", error => (failure = error));
    worker.on("exit", code => {
      if (current === undefined) return resolve();
      queue.close();
      reject(failure ?? new Error(`a word segmentation thread ended with code ${code}`));
    });
  });
}

function startWorker(file: URL): Worker | undefined {
  try {
    return new Worker(loadable(file), { execArgv: [] });
  } catch {
    return undefined;
  }
}
