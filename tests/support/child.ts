// Starts a toy process and reads what it says, line by line.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
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

const toy = [process.execPath, "--import", "tsx", join(import.meta.dirname, "toy-child.ts")];

export const startChild = (...args: string[]): Child => start([...toy, ...args]);

/** Processes with ids of their own, as in a container: the child is number 1 there, and gone with the process that holds them. */
const apart = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"];

/** Whether this machine lets the user make such. */
export const canStartInNamespace = spawnSync("unshare", [...apart.slice(1), "true"]).status === 0;

export interface ChildApart extends Child {
  /** As SIGSTOP does; resolves when all its threads stand still. */
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
}

/** `lease`: of the lock it takes, in milliseconds. */
export function startNamespacedChild(
  lease: { readonly length: number; readonly beat: number },
  ...args: string[]
): ChildApart {
  const child = start([...apart, ...toy, ...args], { LEASE: JSON.stringify(lease) });
  const inner = () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8"));
  const threads = () =>
    readdirSync(`/proc/${inner()}/task`).map(
      id => readFileSync(`/proc/${inner()}/task/${id}/stat`, "utf8").split(") ").at(-1)?.[0],
    );
  return {
    ...child,
    pause: async () => {
      process.kill(inner(), "SIGSTOP");
      while (threads().some(state => state !== "T"))
        await new Promise(resolve => setImmediate(resolve));
    },
    resume: () => void process.kill(inner(), "SIGCONT"),
  };
}

function start(
  [command = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Child {
  const child = spawn(command, args, {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
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
