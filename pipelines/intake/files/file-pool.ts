// Parses files on worker threads with limits on time and memory: a file that exceeds them fails, and only that file.

import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import type { FileFormat } from "../../../schemas/items/documents.ts";
import type { FileContent, FileFailure } from "./parsed-file.ts";
import { loadableUrl } from "../../text/worker-file.ts";

export interface PoolLimits {
  /** Time limit for one file, from the moment a thread gets it or last reported progress. */
  readonly seconds: number;
  /** Maximum size of one thread's heap. */
  readonly megabytes: number;
  readonly threads: number;
  /** The module that a thread runs. */
  readonly worker?: URL;
}

type ParseResult = FileContent | FileFailure;

export interface FilePool {
  /** Rejects only if no thread can start. */
  parse(bytes: Buffer, format: FileFormat): Promise<ParseResult>;
  /** Stops all threads, busy or not. */
  close(): Promise<void>;
}

/** A thread, whether it has started, and how many files it has read. */
interface Thread {
  readonly worker: Worker;
  readonly started: Promise<void>;
  files: number;
}

// The worker is compiled if this file is.
const isCompiled = import.meta.url.endsWith(".js");
const workerFile = new URL(isCompiled ? "file-worker.js" : "file-worker.ts", import.meta.url);

/** Threads start when files arrive and are reused for the next ones. */
export function openFilePool(limits: PoolLimits): FilePool {
  const idleThreads: Thread[] = [];
  const threads = new Set<Thread>();
  const limit = pLimit(limits.threads);
  let isClosed = false;

  function takeThread(): Thread {
    const idleThread = idleThreads.pop();
    if (idleThread) return idleThread;
    const thread = startThread(limits);
    threads.add(thread);
    thread.worker.once("exit", () => {
      threads.delete(thread);
      if (idleThreads.includes(thread)) idleThreads.splice(idleThreads.indexOf(thread), 1);
    });
    return thread;
  }

  async function parse(bytes: Buffer, format: FileFormat): Promise<ParseResult> {
    if (isClosed)
      return { code: "unreadable-file", detail: "reading was stopped before its turn." };
    const thread = takeThread();
    await thread.started;
    const isUsed = thread.files++ > 0;
    const { result, hasEnded } = await parseInThread(thread.worker, { bytes, format }, limits);
    if (!hasEnded) idleThreads.push(thread);
    // A thread that read other files may have ended because of what they left behind: the file gets another try in a new thread.
    else if (isUsed && !tookTooLong(result)) return parse(bytes, format);
    return result;
  }

  return {
    parse: (bytes, format) => limit(() => parse(bytes, format)),
    async close() {
      isClosed = true;
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

/** Starts a thread; `started` resolves when the thread reports that it has started, and rejects with the reason if it cannot. */
function startThread({ worker: file = workerFile, megabytes }: PoolLimits): Thread {
  const worker = new Worker(loadableUrl(file), {
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  // What libraries print is not part of our output.
  worker.stdout.resume();
  worker.stderr.resume();
  // An error between two files belongs to neither: it ends the thread, which is not used again.
  worker.on("error", () => undefined);
  const started = new Promise<void>((resolve, reject) => {
    const stopListening = listen(worker, {
      message: () => (stopListening(), resolve()),
      error: reject,
      exit: code =>
        reject(
          new Error(`a thread that reads files exited with code ${code} before it had started`),
        ),
    });
  });
  return { worker, started, files: 0 };
}

interface WorkerListeners {
  /** Null means that the thread has started, or reports progress. */
  message(outcome: ParseResult | null): void;
  error(error: Error & { code?: string }): void;
  exit(code: number): void;
}

/** Listens until the returned function is called. */
function listen(worker: Worker, { message, error, exit }: WorkerListeners): () => void {
  worker.on("message", message).on("error", error).on("exit", exit);
  return () => worker.off("message", message).off("error", error).off("exit", exit);
}

/** Has a thread parse one file, and returns whether the thread has ended. */
function parseInThread(
  worker: Worker,
  file: { bytes: Buffer; format: FileFormat },
  { seconds, megabytes }: PoolLimits,
): Promise<{ result: ParseResult; hasEnded: boolean }> {
  return new Promise(resolve => {
    const settle = (result: ParseResult, hasEnded: boolean) => {
      clearTimeout(timer);
      stopListening();
      resolve({ result, hasEnded });
    };
    const stopListening = listen(worker, {
      message: result => (result === null ? timer.refresh() : settle(result, false)),
      error: error => settle(crashFailure(error, megabytes), true),
      exit: code =>
        settle(
          { code: "malformed", detail: `the thread that read it exited with code ${code}.` },
          true,
        ),
    });
    const timer = setTimeout(() => {
      settle(
        {
          code: "took-too-long",
          detail: `it took longer than ${seconds} seconds: split it, or re-save it in the program that created it.`,
        },
        true,
      );
      void worker.terminate();
    }, seconds * 1000);
    // A copy is transferred, because the file may need another try.
    const bytes = new Uint8Array(file.bytes);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window: it has no origin.
    worker.postMessage({ bytes, format: file.format }, [bytes.buffer]);
  });
}

const tookTooLong = (result: ParseResult) => "code" in result && result.code === "took-too-long";

function crashFailure(error: Error & { code?: string }, megabytes: number): FileFailure {
  if (error.code === "ERR_WORKER_OUT_OF_MEMORY")
    return {
      code: "took-too-much-memory",
      detail: `it used more than ${megabytes} MB of memory: split it, or re-save it in the program that created it.`,
    };
  return {
    code: "malformed",
    detail: `it is damaged: reading it failed (${error.message.split("\n", 1)[0]?.slice(0, 200)}).`,
  };
}
