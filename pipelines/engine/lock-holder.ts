// Reads the holder of a lock from its file: process, machine, boot, process namespace and last heartbeat.

import { execFileSync } from "node:child_process";
import { closeSync, fstatSync, openSync, readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";
import type { Holder } from "../../schemas/output/status.ts";
import { parseJson } from "./lines.ts";

/** A lock's content, which never changes. Versions up to 0.1.0 wrote only the process id and start time. */
const HolderRecord = z.object({
  pid: z.int(),
  /** When the process started, in its system's own format. */
  started: z.string(),
  host: z.string().optional(),
  /** Process ids are meaningful only within one boot and one process namespace; each container has its own. */
  boot: z.string().optional(),
  namespace: z.string().optional(),
  /** ISO time by the holder's clock. */
  since: z.string().optional(),
});
type HolderRecord = z.output<typeof HolderRecord>;

/** A lock's state when it was read. `stamp` changes with every heartbeat and with every holder. */
export type LockState = { readonly path: string; readonly stamp: string } & (
  | { readonly state: "free" | "dead" }
  | { readonly state: "lives" | "elsewhere"; readonly holder: Holder }
);

/** When a process started, in the system's own format; undefined if there is no such process. */
function startTimeOf(pid: number): string | undefined {
  try {
    if (process.platform === "linux") return startTimeIn(readFileSync(`/proc/${pid}/stat`, "utf8"));
    return (
      execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trim() || undefined
    );
  } catch {
    return undefined;
  }
}

// Fields after the program's name, which may contain anything: the state is first, the start time 20th. A process that is
// dead but not yet reaped by its parent (Z) does no more work.
function startTimeIn(stat: string): string | undefined {
  const fields = stat.split(") ").at(-1)?.split(" ") ?? [];
  return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
}

/** Returns "" if the system does not provide the text: then only the host's name identifies the machine. */
function textOrEmpty(work: () => string): string {
  try {
    return work().trim();
  } catch {
    return "";
  }
}

const currentMachine = () => ({
  host: hostname(),
  boot: textOrEmpty(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
  namespace: textOrEmpty(() => readlinkSync("/proc/self/ns/pid")),
});

/** This process's record in a lock taken now. */
export const currentHolder = (): HolderRecord => ({
  pid: process.pid,
  started: startTimeOf(process.pid) ?? "",
  ...currentMachine(),
  since: new Date().toISOString(),
});

/** Whether this process can look up the holder by its process id. Earlier versions recorded nothing to check that by. */
function isSeenFromHere({ host, boot, namespace }: HolderRecord): boolean {
  const current = currentMachine();
  return (
    host === undefined ||
    (host === current.host && boot === current.boot && namespace === current.namespace)
  );
}

/** The content and the time, read from one open file: a network file system then asks its server, not its cache. Undefined if there is no such file. */
function contentOf(path: string): { readonly text: string; readonly time: number } | undefined {
  try {
    const file = openSync(path, "r");
    try {
      return { text: readFileSync(file, "utf8"), time: fstatSync(file).mtimeMs };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Whether the lock at the path has this content. */
export const isLock = (path: string, text: string): boolean => contentOf(path)?.text === text;

export function readLock(path: string): LockState {
  const content = contentOf(path);
  if (!content) return { path, stamp: "", state: "free" };
  const { text, time } = content;
  const stamp = `${time} ${text}`;
  const record = HolderRecord.safeParse(parseJson(text)).data;
  const isHere = record !== undefined && isSeenFromHere(record);
  if (!record || (isHere && startTimeOf(record.pid) !== record.started))
    return { path, stamp, state: "dead" };
  const { pid, host = null, since = null } = record;
  return {
    path,
    stamp,
    state: isHere ? "lives" : "elsewhere",
    holder: { pid, isHere, host, since, lastSign: new Date(time).toISOString() },
  };
}

const shortTime = (time: string) => `${time.slice(0, 19).replace("T", " ")} UTC`;

/** "7 on build-2, since 2026-11-22 10:21:33 UTC, last heartbeat 2026-11-22 10:25:02 UTC", for people. */
export function holderText({ pid, host, since, lastSign }: Holder): string {
  if (host === null || since === null) return String(pid);
  return `${pid} on ${host}, since ${shortTime(since)}, last heartbeat ${shortTime(lastSign)}`;
}
