// One process a run directory: a lock file with process id and start time, which a dead process does not keep.

import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PipelineError } from "./errors.ts";
import { onDisk } from "./files.ts";

/** When a process started, in the system's own words; undefined if there is no such process. */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform === "linux") return startInStat(readFileSync(`/proc/${pid}/stat`, "utf8"));
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim() || undefined;
  } catch {
    return undefined;
  }
}

// Fields after the program's name, which may hold anything: state first, start time as the 20th. One that is dead but
// not yet waited for by its parent (Z) works on nothing any more.
function startInStat(stat: string): string | undefined {
  const fields = stat.split(") ").at(-1)?.split(" ") ?? [];
  return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
}

function holderOf(text: string): { pid: number; started: string } | undefined {
  try {
    const { pid, started } = JSON.parse(text) as { pid: unknown; started: unknown };
    return typeof pid === "number" && typeof started === "string" ? { pid, started } : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined if there is no such file. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** What stands at the path of a lock: a living process's, a dead one's or none. */
function stateOf(path: string): number | "dead" | "free" {
  const text = read(path);
  const holder = holderOf(text ?? "");
  if (holder && startOf(holder.pid) === holder.started) return holder.pid;
  return text === undefined ? "free" : "dead";
}

/** The process that holds the lock of a run directory now, if it lives. */
export function lockHolder(directory: string): number | undefined {
  const state = stateOf(join(directory, "lock"));
  return typeof state === "number" ? state : undefined;
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Links `mine` to `path`, or returns the living process that is there. What a dead one left is cleared only under a
 * lock of its own (which is taken in the same way): two who clear at once would clear each other's new lock.
 */
function take(mine: string, path: string): "taken" | number {
  for (;;) {
    if (tryLink(mine, path)) return "taken";
    const state = stateOf(path);
    if (typeof state === "number") return state;
    if (state === "free") continue;
    const clearing = `${path}.clearing`;
    const clearer = take(mine, clearing);
    if (clearer !== "taken") return clearer;
    try {
      // A dead one's lock stays as it is until it is cleared, and nobody else may clear it now.
      if (stateOf(path) === "dead") rmSync(path, { force: true });
    } finally {
      rmSync(clearing, { force: true });
    }
  }
}

/** Takes the lock or refuses with PipelineError("locked"); the returned function gives it back. */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, "lock");
  const mine = `${path}.${process.pid}`;
  const text = JSON.stringify({ pid: process.pid, started: startOf(process.pid) ?? "" });
  return onDisk(path, () => {
    mkdirSync(directory, { recursive: true });
    try {
      writeFileSync(mine, text);
      const taken = take(mine, path);
      if (taken !== "taken") throw held(directory, taken);
    } finally {
      rmSync(mine, { force: true });
    }
    // Only its own: a lock that someone removed by hand may be another's by now.
    return () => {
      if (read(path) === text) rmSync(path, { force: true });
    };
  });
}

const held = (directory: string, pid: number) =>
  new PipelineError("locked", `Another process (${pid}) is working on ${directory}.`, {
    hint: `Wait for it, watch it with: ragwright status ${directory} — or choose another --out.`,
  });
