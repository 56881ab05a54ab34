// The local server of `annotate serve`: one person's folder, its page, and a journal that stores every verdict on disk before the response is sent.

import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { PipelineError } from "../../engine/errors.ts";
import { type DirectoryLock, lockDirectory, type LockOptions } from "../../engine/lock.ts";
import { PersonFolder, readHeading } from "../person-folder.ts";
import { type PageFiles, readPage } from "./page-files.ts";
import { createApp } from "./server-app.ts";
import { checkAccess, securityHeaders } from "./server-guard.ts";
import { listen, browsableHost, stop } from "./server-port.ts";
import { VerdictJournal } from "./verdict-journal.ts";

export interface ServeOptions {
  /** One person's folder. */
  readonly directory: string;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Required if others can reach the host. */
  readonly token?: string | undefined;
  /** Receives internal errors; the browser learns only that something failed. */
  readonly onError?: (error: unknown) => void;
  /** Called with the reason when this process has to wait because another one has locked the folder. */
  readonly onNotice?: (text: string) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Read from the package by default. */
  readonly page?: PageFiles;
}

export interface BatchServer {
  /** The URL to open in a browser; append a token as `#token=…`, which appears in no log. */
  readonly url: string;
  readonly port: number;
  /** Finishes requests in progress, then releases the journal and the lock. */
  close(): Promise<void>;
}

interface OpenFolder {
  readonly folder: PersonFolder;
  readonly journal: VerdictJournal;
  release(): void;
}

async function lockFolder(directory: string, options: LockOptions): Promise<DirectoryLock> {
  // Checks the folder first, since locking would create a missing one.
  readHeading(directory);
  try {
    return await lockDirectory(directory, options);
  } catch (error) {
    if (!(error instanceof PipelineError) || error.code !== "locked") throw error;
    const hint =
      "Continue on the page that is already open, or stop that process with Ctrl+C and run the same command again.";
    throw new PipelineError("locked", error.message, { hint, cause: error });
  }
}

/** The lock is released last: whoever takes it next finds the journal complete. */
async function openFolder({ directory, onNotice }: ServeOptions): Promise<OpenFolder> {
  const lock = await lockFolder(directory, onNotice ? { onNotice } : {});
  const openFiles: { close(): void }[] = [];
  const release = () => {
    for (const file of openFiles) file.close();
    lock.release();
  };
  try {
    const folder = new PersonFolder(directory);
    openFiles.push(folder);
    const journal = new VerdictJournal(directory, lock.check);
    openFiles.push(journal);
    return { folder, journal, release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Serves one person's folder. Throws PipelineError: "bad-input" if it contains no batch, "locked" if another process serves it, "wrong-use" for an invalid host, port or token, "corrupt-file" for an invalid journal. */
export async function serveBatch(options: ServeOptions): Promise<BatchServer> {
  const { host, token, onError = () => {}, now = Date.now, page = readPage() } = options;
  checkAccess(host, token);
  const { folder, journal, release } = await openFolder(options);
  const server = createServer();
  try {
    const port = await listen(server, options);
    const handle = getRequestListener(
      createApp({ batchContext: { folder, journal, now }, page, host, port, token, onError }).fetch,
      { overrideGlobalObjects: false },
    );
    let closePromise: Promise<void> | undefined;
    server.on("error", onError);
    server.on("request", (request, response) => {
      // Set here and not in the app, so that responses to requests it never sees have the headers too.
      for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
      // Browsers keep connections open: one in use when closing begins is closed after its response.
      response.once(
        "close",
        () => closePromise && setImmediate(() => server.closeIdleConnections()),
      );
      void handle(request, response);
    });
    const close = async () => {
      await stop(server);
      release();
    };
    return {
      url: `http://${browsableHost(host)}:${port}`,
      port,
      close: () => (closePromise ??= close()),
    };
  } catch (error) {
    server.close();
    release();
    throw error;
  }
}
