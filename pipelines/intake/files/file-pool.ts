// Parses files on worker threads with limits on time and memory: a file that exceeds them is stopped and fails alone.

import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import type { FileFormat } from "../../../schemas/items/documents.ts";
import type { ParsedFile } from "./parsed-file.ts";
import type { Refusal } from "./parse-file.ts";
import { loadable } from "../../text/worker-file.ts";

export interface PoolLimits {
  /** For one file, from the moment a thread gets it, or last reported progress. */
  readonly seconds: number;
  /** Of one thread's heap. */
  readonly megabytes: number;
  readonly threads: number;
  /** Module that a thread runs. */
  readonly worker?: URL;
}

type Outcome = ParsedFile | Refusal;

export interface FilePool {
  /** Rejects only if no thread can start. */
  parse(bytes: Buffer, format: FileFormat): Promise<Outcome>;
  /** Stops all threads, busy or not. */
  close(): Promise<void>;
}

/** A thread, whether it has started, and how many files it has read. */
interface Thread {
  readonly worker: Worker;
  readonly begun: Promise<void>;
  files: number;
}

// The worker is compiled if this file is.
const COMPILED = import.meta.url.endsWith(".js");
const WORKER = new URL(COMPILED ? "file-worker.js" : "file-worker.ts", import.meta.url);

/** Threads start when files arrive and are reused for the next ones. */
export function openFilePool(limits: PoolLimits): FilePool {
  const idle: Thread[] = [];
  const all = new Set<Thread>();
  const turn = pLimit(limits.threads);
  let closed = false;

  function takeThread(): Thread {
    const waiting = idle.pop();
    if (waiting) return waiting;
    const thread = startThread(limits);
    all.add(thread);
    thread.worker.once("exit", () => {
      all.delete(thread);
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
    });
    return thread;
  }

  async function parse(bytes: Buffer, format: FileFormat): Promise<Outcome> {
    if (closed) return { code: "unreadable-file", detail: "reading was stopped before its turn." };
    const thread = takeThread();
    await thread.begun;
    const isUsed = thread.files++ > 0;
    const { result, ended } = await ask(thread.worker, { bytes, format }, limits);
    if (!ended) idle.push(thread);
    // A thread that read other files may have died of what they left behind: the file gets another try in a new thread.
    else if (isUsed && !tookTooLong(result)) return parse(bytes, format);
    return result;
  }

  return {
    parse: (bytes, format) => turn(() => parse(bytes, format)),
    async close() {
      closed = true;
      await Promise.all([...all].map(({ worker }) => worker.terminate()));
    },
  };
}

/** `begun` resolves when the thread reports that it has started, and rejects with the reason if it cannot. */
function startThread({ worker: file = WORKER, megabytes }: PoolLimits): Thread {
  const worker = new Worker(loadable(file), {
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  // What libraries print is not part of our output.
  worker.stdout.resume();
  worker.stderr.resume();
  // An error between two files belongs to none: the thread dies of it and is not used again.
  worker.on("error", () => undefined);
  const begun = new Promise<void>((resolve, reject) => {
    const forget = listen(worker, {
      message: () => (forget(), resolve()),
      error: reject,
      exit: code =>
        reject(
          new Error(`a thread that reads files exited with code ${code} before it had started`),
        ),
    });
  });
  return { worker, begun, files: 0 };
}

interface WorkerListeners {
  /** Null means that the thread has started, or reports progress. */
  message(outcome: Outcome | null): void;
  error(error: Error & { code?: string }): void;
  exit(code: number): void;
}

/** Listens until the returned function is called. */
function listen(worker: Worker, { message, error, exit }: WorkerListeners): () => void {
  worker.on("message", message).on("error", error).on("exit", exit);
  return () => worker.off("message", message).off("error", error).off("exit", exit);
}

/** Gives a thread one file. `ended`: the thread has ended. */
function ask(
  worker: Worker,
  file: { bytes: Buffer; format: FileFormat },
  { seconds, megabytes }: PoolLimits,
): Promise<{ result: Outcome; ended: boolean }> {
  return new Promise(resolve => {
    const settle = (result: Outcome, ended: boolean) => {
      clearTimeout(timer);
      forget();
      resolve({ result, ended });
    };
    const forget = listen(worker, {
      message: result => (result === null ? timer.refresh() : settle(result, false)),
      error: error => settle(crashed(error, megabytes), true),
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
          detail: `it took longer than ${seconds} seconds: split it, or save it again in its program.`,
        },
        true,
      );
      void worker.terminate();
    }, seconds * 1000);
    // A copy is transferred: the file may need another try.
    const bytes = new Uint8Array(file.bytes);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window: it has no origin.
    worker.postMessage({ bytes, format: file.format }, [bytes.buffer]);
  });
}

const tookTooLong = (result: Outcome) => "code" in result && result.code === "took-too-long";

function crashed(error: Error & { code?: string }, megabytes: number): Refusal {
  if (error.code === "ERR_WORKER_OUT_OF_MEMORY")
    return {
      code: "took-too-much-memory",
      detail: `it took more than ${megabytes} MB of memory: split it, or save it again in its program.`,
    };
  return {
    code: "malformed",
    detail: `it is damaged: reading it failed (${error.message.split("\n", 1)[0]?.slice(0, 200)}).`,
  };
}
