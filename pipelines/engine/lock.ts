// Admits one process per directory, across all machines and containers that share it: a lock file whose holder sends heartbeats.

import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Holder } from "../../schemas/output/status.ts";
import { PipelineError } from "./errors.ts";
import { explainDiskErrors } from "./files.ts";
import { holderText, isLock, type LockState, readLock, currentHolder } from "./lock-holder.ts";

/** Durations in milliseconds. */
export interface Lease {
  /** A holder that this process cannot see counts as dead after this long without a heartbeat. */
  readonly length: number;
  /** Between two heartbeats. */
  readonly beat: number;
}

export interface LockOptions {
  readonly lease?: Lease;
  /** Called with the reason for waiting, if the holder is on another machine or in another container. */
  readonly onNotice?: (text: string) => void;
  /** Ends the wait, throwing the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface DirectoryLock {
  /**
   * Must be called before anything is written or a model is called; costs nothing while heartbeats succeed. Throws
   * PipelineError("locked") if this process was suspended for so long that another has taken the directory.
   */
  readonly check: () => void;
  readonly release: () => void;
}

const defaultLease: Lease = { length: 30_000, beat: 2000 };

const lockOf = (directory: string) => join(directory, "lock");

/** The process that holds a directory, if it is alive; if it runs elsewhere, only its last heartbeat can show that. */
export function lockHolder(directory: string): Holder | undefined {
  const current = readLock(lockOf(directory));
  return "holder" in current ? current.holder : undefined;
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
 * Links `ownFile` to `path`, or returns a holder that may be alive. The lock of a dead holder, or one whose stamp
 * is in `silentStamps`, is removed only under a separate lock (taken in the same way): two processes removing it at
 * once would remove each other's new lock.
 */
function acquire(
  ownFile: string,
  path: string,
  silentStamps: ReadonlySet<string>,
): "taken" | (LockState & { readonly holder: Holder }) {
  const isTaken = (lockState: LockState): lockState is LockState & { readonly holder: Holder } =>
    "holder" in lockState && !silentStamps.has(lockState.stamp);
  for (;;) {
    if (tryLink(ownFile, path)) return "taken";
    const current = readLock(path);
    if (isTaken(current)) return current;
    if (current.state === "free") continue;
    const clearingPath = clearingPathOf(path);
    const clearer = acquire(ownFile, clearingPath, silentStamps);
    if (clearer !== "taken") return clearer;
    try {
      // A dead holder's lock stays as it is until it is removed, and nobody else may remove it now.
      if (!isTaken(readLock(path))) rmSync(path, { force: true });
    } finally {
      rmSync(clearingPath, { force: true });
    }
  }
}

const clearingPathOf = (path: string) => `${path}.clearing`;

/** Does work with a private file that can be linked to a lock's path, so that a lock appears with its whole content or not at all. */
function withOwnFile<T>(path: string, text: string, work: (ownFile: string) => T): T {
  const ownFile = `${path}.${randomUUID()}`;
  return explainDiskErrors(path, () => {
    try {
      writeFileSync(ownFile, text);
      return work(ownFile);
    } finally {
      rmSync(ownFile, { force: true });
    }
  });
}

/** Yields the milliseconds to wait before trying for the lock again. Clocks differ between machines, so a holder elsewhere is alive if its heartbeat changes while we watch. */
function* acquisitionWaits(
  directory: string,
  text: string,
  { lease = defaultLease, onNotice }: LockOptions,
): Generator<number, void> {
  const path = lockOf(directory);
  explainDiskErrors(path, () => mkdirSync(directory, { recursive: true }));
  const silentStamps = new Set<string>();
  for (;;) {
    const current = withOwnFile(path, text, ownFile => acquire(ownFile, path, silentStamps));
    if (current === "taken") return;
    if (current.state === "lives") throw lockedError(directory, current.holder);
    onNotice?.(waitingText(directory, current.holder, lease));
    // Counted in waits, not by a clock: a suspended process has not been watching.
    for (let waited = 0; waited < lease.length; waited += lease.beat) {
      yield lease.beat;
      const now = readLock(current.path);
      if (now.stamp === current.stamp) continue;
      if ("holder" in now) throw lockedError(directory, now.holder);
      break;
    }
    silentStamps.add(current.stamp);
  }
}

/** Locks the directory or throws PipelineError("locked"). A holder on another machine or in another container is watched for the length of its lease. */
export async function lockDirectory(
  directory: string,
  options: LockOptions = {},
): Promise<DirectoryLock> {
  const text = JSON.stringify(currentHolder());
  for (const wait of acquisitionWaits(directory, text, options))
    await pause(wait, undefined, options.signal && { signal: options.signal }).catch(() =>
      options.signal?.throwIfAborted(),
    );
  return keepLock(directory, text, options);
}

/** Like `lockDirectory`, for synchronous work: waits without letting anything else run. */
export function lockBriefly(directory: string, options: LockOptions = {}): DirectoryLock {
  const text = JSON.stringify(currentHolder());
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (const wait of acquisitionWaits(directory, text, options)) Atomics.wait(sleeper, 0, 0, wait);
  return keepLock(directory, text, options);
}

/** Sends heartbeats until the lock is released. */
function keepLock(
  directory: string,
  text: string,
  { lease = defaultLease }: LockOptions,
): DirectoryLock {
  const path = lockOf(directory);
  const state = new BigInt64Array(new SharedArrayBuffer(16));
  const storeHeartbeatTime = (now: number) => Atomics.store(state, 0, BigInt(now));
  storeHeartbeatTime(Date.now());
  // This is well before others consider this process dead.
  const maxSilence = lease.length / 2;
  const heartbeatThread = new Worker(new URL("lock-beat.js", import.meta.url), {
    execArgv: [],
    workerData: { path, text, beat: lease.beat, lapse: maxSilence, shared: state.buffer },
  });
  // Without the thread, `check` sends the heartbeats.
  heartbeatThread.on("error", () => undefined).unref();
  const renewHeartbeat = () => {
    const now = Date.now();
    if (isLock(path, text)) utimesSync(path, now / 1000, now / 1000);
    else throw lostError(directory);
    storeHeartbeatTime(now);
  };
  return {
    check: () => {
      if (Math.abs(Date.now() - Number(Atomics.load(state, 0))) >= maxSilence)
        withOwnFile(path, text, ownFile =>
          underClearingLock(ownFile, path, directory, renewHeartbeat),
        );
    },
    release: () => {
      Atomics.store(state, 1, 1n);
      Atomics.notify(state, 1);
      // Removes only its own lock: after a takeover, the file may belong to another process.
      if (isLock(path, text)) rmSync(path, { force: true });
    },
  };
}

/** Does work while no other process may remove the lock. If one is removing it already, it has watched this process for a whole lease: this one is too late. */
function underClearingLock(
  ownFile: string,
  path: string,
  directory: string,
  work: () => void,
): void {
  const clearingPath = clearingPathOf(path);
  if (acquire(ownFile, clearingPath, new Set()) !== "taken") throw lostError(directory);
  try {
    work();
  } finally {
    rmSync(clearingPath, { force: true });
  }
}

const lockedError = (directory: string, holder: Holder) =>
  new PipelineError(
    "locked",
    `Another process (${holderText(holder)}) is working on ${directory}.`,
    {
      hint: `Wait for it (to watch it: ragwright status ${directory}) or choose another --out.`,
    },
  );

const waitingText = (directory: string, holder: Holder, { length }: Lease) =>
  `Another process (${holderText(holder)}) holds ${directory} on another machine or in another container, or died there. Continuing if it sends no heartbeat for ${length / 1000} s.`;

const lostError = (directory: string) =>
  new PipelineError(
    "locked",
    `This process no longer holds ${directory}: it was suspended for so long that another took over, or its lock was deleted.`,
    {
      hint: `It has stopped writing there; what was saved is kept. See who holds it now: ragwright status ${directory}`,
    },
  );
