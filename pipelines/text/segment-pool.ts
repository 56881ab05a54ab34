// Cuts many texts into words on several threads.

import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { cutBatch, type Text } from "./segment-batch.ts";
import { joinTermLists, type TermLists } from "./term-lists.ts";
import { loadable } from "./worker-file.ts";

export interface PoolOptions {
  /** Threads at most; as many as the machine runs at once where absent. */
  readonly threads?: number;
  /** Characters that are worth a further thread: it takes most of a second to load the dictionary. */
  readonly worthThread?: number;
  /** Characters in a batch: few enough that threads end together, enough that a batch's vocabulary is small beside it. */
  readonly batch?: number;
  /** What a thread runs. */
  readonly worker?: URL;
}

const WORTH_THREAD = 500_000;
const BATCH = 200_000;

// Compiled or not, the worker is written as this file is.
const COMPILED = import.meta.url.endsWith(".js");
const WORKER = new URL(COMPILED ? "segment-worker.js" : "segment-worker.ts", import.meta.url);

/**
 * The tokens that `words` gives of each text, in the order of the texts, as numbers: 4 bytes a token instead of a list of
 * strings. Few texts are cut here, more on worker threads; what no worker could start for is cut here too. Throws what a
 * worker throws.
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
  // A single worker would only wait on behalf of this thread.
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

/** Batches that threads take in turn; their results stand in the order of the batches. */
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
    /** Leaves the rest untaken. */
    close: () => (next = batches.length),
  };
}
type Queue = ReturnType<typeof queueOf>;

/** Ends when no batch is left, and the worker with it. A worker that does not start leaves its share to the others. */
function cutOnWorker(queue: Queue, file: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(file);
    if (!worker) return resolve();
    /** The batch it has; none before it is there and after the last. */
    let under: number | undefined;
    let failure: Error | undefined;
    worker.on("message", (lists: TermLists | null) => {
      if (lists && under !== undefined) queue.results[under] = lists;
      const next = queue.take();
      under = next?.at;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window: it has no origin.
      if (next) worker.postMessage(next.batch);
      else void worker.terminate();
    });
    worker.on("error", error => (failure = error));
    worker.on("exit", code => {
      if (under === undefined) return resolve();
      queue.close();
      reject(failure ?? new Error(`a thread that cuts texts into words ended with code ${code}`));
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
