// Runs a program that is kept alive: one line in on its stdin, one line out on its stdout.

import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** Why no line arrived; the process can no longer be used. */
export class ProcessFault extends Error {
  override readonly name = "ProcessFault";
}

/** Maximum number of characters of stderr that a message quotes. */
const maxQuote = 1500;
/** Milliseconds a process has to exit after its input is closed. */
const exitTimeout = 3000;

/** Kills a process and all it started: it leads its own process group, which also shields it from Ctrl-C. */
function kill(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

const exitText = (code: number | null, signal: NodeJS.Signals | null): string =>
  signal === null ? `ended with exit code ${code}` : `was killed by ${signal}`;

const stderrQuote = (stderr: string): string =>
  stderr.trim() === "" ? "" : ` The end of its stderr: ${stderr.trim().slice(-maxQuote)}`;

interface PendingAnswer {
  readonly resolve: (line: string) => void;
  readonly reject: (fault: ProcessFault) => void;
}

/** A process started through the shell and sent one line at a time. */
export class LineProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<void>;
  #pending: PendingAnswer | undefined;
  #stray: string | undefined;
  #fault: ProcessFault | undefined;
  #stderr = "";

  constructor(command: string) {
    const child = spawn(command, { shell: true, detached: true, stdio: "pipe" });
    this.#child = child;
    this.#ended = new Promise<void>(resolve => {
      child.once("error", error => {
        this.#fail(`could not be started: ${error.message}`);
        resolve();
      });
      child.once("close", (code, signal) => {
        this.#fail(exitText(code, signal));
        resolve();
      });
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      this.#stderr = (this.#stderr + chunk).slice(-2 * maxQuote);
    });
    // Writing to a process that has ended does nothing; "close" reports its end.
    child.stdin.on("error", () => {});
    createInterface({ input: child.stdout, crlfDelay: Infinity }).on("line", line => {
      if (this.#pending === undefined) this.#stray ??= line;
      this.#pending?.resolve(line);
      this.#pending = undefined;
    });
  }

  #fail(reason: string): void {
    this.#fault ??= new ProcessFault(`${reason}.${stderrQuote(this.#stderr)}`);
    this.#pending?.reject(this.#fault);
    this.#pending = undefined;
  }

  /** Rejects with a ProcessFault if the process ends, or writes no line within `lineTimeout` milliseconds. */
  async ask(line: string, lineTimeout: number): Promise<string> {
    if (this.#fault) throw this.#fault;
    if (this.#stray !== undefined)
      throw new ProcessFault(`wrote a line without being asked: ${this.#stray.slice(0, 200)}`);
    const timer = setTimeout(
      () => this.#fail(`wrote nothing to stdout for ${Math.round(lineTimeout / 1000)} s`),
      lineTimeout,
    );
    try {
      return await new Promise<string>((resolve, reject) => {
        this.#pending = { resolve, reject };
        this.#child.stdin.write(`${line}\n`);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes the input and kills the process if it does not exit by itself; a process that failed is killed at once. */
  async close(): Promise<void> {
    this.#child.stdin.end();
    const killTimer = setTimeout(() => kill(this.#child), this.#fault ? 0 : exitTimeout);
    await this.#ended;
    clearTimeout(killTimer);
  }
}
