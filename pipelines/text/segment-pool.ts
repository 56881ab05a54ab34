// Segments many texts into words on several threads.

import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { searchTokens } from "./segment.ts";
import { joinWordLists, type WordLists, toWordLists } from "./word-lists.ts";
import { loadableUrl } from "./worker-file.ts";

export interface Text {
  readonly text: string;
  readonly language: "zh" | "en";
}

export interface PoolOptions {
  /** Maximum number of threads; default: as many as the machine can run in parallel. */
  readonly threads?: number;
  /** Minimum number of characters per thread: loading the dictionary takes most of a second. */
  readonly charactersPerThread?: number;
  /** Characters in a batch: few enough for threads to end at about the same time, enough for a batch's vocabulary to be small in comparison. */
  readonly batchLength?: number;
  /** The file that a thread runs. */
  readonly worker?: URL;
}

const minThreadCharacters = 500_000;
const batchCharacters = 200_000;

// The worker file is compiled if this file is.
const isCompiled = import.meta.url.endsWith(".js");
const workerUrl = new URL(isCompiled ? "segment-worker.js" : "segment-worker.ts", import.meta.url);

/**
 * The tokens of `searchTokens` for each text, in the order of the texts, as numbers: 4 bytes per token instead of
 * strings. A few texts are segmented on this thread, many on worker threads; if no worker can start, this thread
 * segments them all. Throws what a worker throws.
 */
export async function segmentTexts(
  texts: readonly Text[],
  options: PoolOptions = {},
): Promise<WordLists> {
  const {
    threads = availableParallelism(),
    charactersPerThread = minThreadCharacters,
    batchLength = batchCharacters,
    worker = workerUrl,
  } = options;
  const batches = toBatches(texts, batchLength);
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
  const threadCount = Math.min(
    threads,
    batches.length,
    Math.floor(characters / charactersPerThread),
  );
  const queue = createQueue(batches);
  // A single worker would only keep this thread waiting.
  const outcomes = await Promise.allSettled(
    Array.from({ length: threadCount > 1 ? threadCount : 0 }, () => segmentOnWorker(queue, worker)),
  );
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  for (let next = queue.take(); next; next = queue.take())
    queue.results[next.index] = segmentBatch(next.batch);
  return joinWordLists(queue.results);
}

/** The words of each text: a thread's unit of work. */
export const segmentBatch = (batch: readonly Text[]): WordLists => toWordLists(tokenLists(batch));

// One text after another, so that the tokens of all texts are never in memory at once.
function* tokenLists(batch: readonly Text[]): Generator<string[]> {
  for (const { text, language } of batch) yield searchTokens(text, language);
}

function toBatches(texts: readonly Text[], characters: number): Text[][] {
  const batches: Text[][] = [];
  let remaining = 0;
  for (const text of texts) {
    if (remaining <= 0) {
      batches.push([]);
      remaining = characters;
    }
    batches.at(-1)?.push(text);
    remaining -= text.text.length;
  }
  return batches;
}

/** Batches that threads take in turn; results are in the order of the batches. */
function createQueue(batches: readonly Text[][]) {
  const results: WordLists[] = [];
  let next = 0;
  return {
    results,
    take() {
      const index = next++;
      const batch = batches[index];
      return batch && { index, batch };
    },
    /** Makes `take` return no further batches. */
    close: () => (next = batches.length),
  };
}
type Queue = ReturnType<typeof createQueue>;

/** Resolves when no batch is left and the worker has ended. If a worker does not start, the others do its share. */
function segmentOnWorker(queue: Queue, file: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(file);
    if (!worker) return resolve();
    /** Index of its current batch; undefined before the first and after the last. */
    let currentIndex: number | undefined;
    let failure: Error | undefined;
    worker.on("message", (lists: WordLists | null) => {
      if (lists && currentIndex !== undefined) queue.results[currentIndex] = lists;
      const next = queue.take();
      currentIndex = next?.index;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin.
      if (next) worker.postMessage(next.batch);
      else void worker.terminate();
    });
    worker.on("error", error => (failure = error));
    worker.on("exit", code => {
      if (currentIndex === undefined) return resolve();
      queue.close();
      reject(failure ?? new Error(`a word segmentation thread ended with code ${code}`));
    });
  });
}

function startWorker(file: URL): Worker | undefined {
  try {
    return new Worker(loadableUrl(file), { execArgv: [] });
  } catch {
    return undefined;
  }
}
