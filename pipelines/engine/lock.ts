// One process a run directory: a lock file with process id and start time, which a dead process does not keep.

import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PipelineError } from "./errors.ts";
import { onDisk } from "./files.ts";

/** When a process started, in the system's own words; undefined if there is no such process. */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19];
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || undefined;
  } catch {
    return undefined;
  }
}

function holderOf(text: string): { pid: number; started: string } | undefined {
  try {
    const { pid, started } = JSON.parse(text) as { pid: unknown; started: unknown };
    return typeof pid === "number" && typeof started === "string" ? { pid, started } : undefined;
  } catch {
    return undefined;
  }
}

const read = (path: string) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

/** The process that holds the lock of a run directory now, if it lives. */
export function lockHolder(directory: string): number | undefined {
  const holder = holderOf(read(join(directory, "lock")));
  return holder && startOf(holder.pid) === holder.started ? holder.pid : undefined;
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

/** Moves a dead process's lock away; gives back one that another process put there meanwhile. */
function clearStale(path: string): void {
  const stale = read(path);
  const aside = `${path}.stale-${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (read(aside) !== stale) tryLink(aside, path);
  rmSync(aside, { force: true });
}

/** Takes the lock or refuses; the returned function gives it back. */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, "lock");
  const mine = `${path}.${process.pid}`;
  return onDisk(path, () => {
    mkdirSync(directory, { recursive: true });
    writeFileSync(mine, JSON.stringify({ pid: process.pid, started: startOf(process.pid) ?? "" }));
    try {
      for (let tries = 0; tries < 10; tries++) {
        if (tryLink(mine, path)) return () => rmSync(path, { force: true });
        const holder = lockHolder(directory);
        if (holder !== undefined) throw held(directory, holder);
        clearStale(path);
      }
      throw held(directory, 0);
    } finally {
      rmSync(mine, { force: true });
    }
  });
}

const held = (directory: string, pid: number) =>
  new PipelineError("locked", `Another process (${pid}) is working on ${directory}.`, {
    hint: `Wait for it, watch it with: ragwright status ${directory} — or choose another --out.`,
  });
