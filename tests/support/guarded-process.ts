// Starts processes that end with the test that started them, however that one ends.

import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";

export interface Guarded {
  readonly process: ChildProcess;
  readonly pid: number;
  /** Its exit code; null when a signal ended it. */
  readonly exitCode: Promise<number | null>;
  isRunning(): boolean;
  /** As kill -9 does; resolves when it is gone: to false if it was not running, or ended of itself. */
  kill(): Promise<boolean>;
}

/** A shell that waits for the end of its input, which comes even when this process is killed, and then kills. */
function watch(pid: number): ChildProcess {
  // A group of its own, so that what is typed at the terminal does not end it first.
  const watcher = spawn("sh", ["-c", 'read -r _; kill -9 "$1"', "sh", String(pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watcher.unref();
  // What is written to a watcher that has ended goes nowhere.
  watcher.stdin?.on("error", () => undefined);
  return watcher;
}

export function startGuarded(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
): Guarded {
  const child = spawn(command, args, options);
  const ended = once(child, "close").then(([code]) => code as number | null);
  const { pid } = child;
  // The error of a command that is not there is told by `exited`.
  if (pid === undefined)
    return {
      process: child,
      pid: 0,
      exitCode: ended,
      isRunning: () => false,
      kill: () => Promise.resolve(false),
    };
  const watcher = watch(pid);
  child.once("exit", () => watcher.kill("SIGKILL"));
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const kill = async () => {
    if (!isRunning()) return false;
    child.kill("SIGKILL");
    await ended;
    return child.signalCode === "SIGKILL";
  };
  return { process: child, pid, exitCode: ended, isRunning, kill };
}
