// Starts a toy process and reads what it says, line by line.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface Child {
  readonly process: ChildProcess;
  readonly pid: number;
  /** The next line it says; undefined when it has ended. */
  readonly next: () => Promise<string | undefined>;
  readonly send: (line: string) => void;
  /** Kills it as kill -9 does and waits until it is gone. */
  readonly kill: () => Promise<void>;
  readonly ended: () => Promise<unknown>;
}

export function startChild(...args: string[]): Child {
  const file = join(import.meta.dirname, "toy-child.ts");
  const child = spawn(process.execPath, ["--import", "tsx", file, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const end = once(child, "close");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    process: child,
    pid: child.pid ?? 0,
    next: async () => {
      const { value, done } = await lines.next();
      return done ? undefined : value;
    },
    send: line => child.stdin.write(`${line}\n`),
    kill: async () => {
      child.kill("SIGKILL");
      await end;
    },
    ended: () => end,
  };
}
