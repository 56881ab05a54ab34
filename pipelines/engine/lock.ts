// One process a directory, over all machines and containers that share it: a lock file whose holder gives signs of life.

import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Holder } from "../../schemas/output/status.ts";
import { PipelineError } from "./errors.ts";
import { onDisk } from "./files.ts";
import { holderText, isLock, type Look, lookAt, ownRecord } from "./lock-holder.ts";

/** Milliseconds. */
export interface Lease {
  /** A holder that this process cannot see is taken for dead when it gave no sign for so long. */
  readonly length: number;
  /** Between two signs. */
  readonly beat: number;
}

export interface LockOptions {
  readonly lease?: Lease;
  /** Hears why a holder elsewhere is waited for. */
  readonly onNotice?: (text: string) => void;
  /** Ends the wait with its reason. */
  readonly signal?: AbortSignal;
}

export interface DirectoryLock {
  /**
   * To be called before anything is written or asked: costs nothing while signs are given. PipelineError("locked") where
   * this process stood still for so long that another has taken the directory.
   */
  readonly check: () => void;
  readonly release: () => void;
}

const usualLease: Lease = { length: 30_000, beat: 2000 };

const lockOf = (directory: string) => join(directory, "lock");

/** The process that has a directory, if it lives; of one elsewhere only its last sign tells whether it does. */
export function lockHolder(directory: string): Holder | undefined {
  const found = lookAt(lockOf(directory));
  return "holder" in found ? found.holder : undefined;
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
 * Links `mine` to `path`, or returns the look at a holder that may live. What a dead one left, or one whose sign is among
 * the `silent`, is cleared only under a lock of its own (which is taken in the same way): two who clear at once would
 * clear each other's new lock.
 */
function take(
  mine: string,
  path: string,
  silent: ReadonlySet<string>,
): "taken" | (Look & { readonly holder: Holder }) {
  const isTaken = (look: Look): look is Look & { readonly holder: Holder } =>
    "holder" in look && !silent.has(look.sign);
  for (;;) {
    if (tryLink(mine, path)) return "taken";
    const found = lookAt(path);
    if (isTaken(found)) return found;
    if (found.state === "free") continue;
    const clearing = clearingOf(path);
    const clearer = take(mine, clearing, silent);
    if (clearer !== "taken") return clearer;
    try {
      // A dead one's lock stays as it is until it is cleared, and nobody else may clear it now.
      if (!isTaken(lookAt(path))) rmSync(path, { force: true });
    } finally {
      rmSync(clearing, { force: true });
    }
  }
}

const clearingOf = (path: string) => `${path}.clearing`;

/** Does the work with a file of its own that can be linked to a lock's path: a lock is there with its whole content, or not at all. */
function withOwn<T>(path: string, text: string, work: (mine: string) => T): T {
  const mine = `${path}.${randomUUID()}`;
  return onDisk(path, () => {
    try {
      writeFileSync(mine, text);
      return work(mine);
    } finally {
      rmSync(mine, { force: true });
    }
  });
}

/** Milliseconds to wait, again and again, until the lock is taken. Clocks differ between machines: a holder elsewhere lives if its sign changes before our eyes. */
function* taking(
  directory: string,
  text: string,
  { lease = usualLease, onNotice }: LockOptions,
): Generator<number, void> {
  const path = lockOf(directory);
  onDisk(path, () => mkdirSync(directory, { recursive: true }));
  const silent = new Set<string>();
  for (;;) {
    const found = withOwn(path, text, mine => take(mine, path, silent));
    if (found === "taken") return;
    if (found.state === "lives") throw held(directory, found.holder);
    onNotice?.(waiting(directory, found.holder, lease));
    // Counted in waits and not by a clock: a process that stood still has not watched.
    for (let waited = 0; waited < lease.length; waited += lease.beat) {
      yield lease.beat;
      const now = lookAt(found.path);
      if (now.sign === found.sign) continue;
      if ("holder" in now) throw held(directory, now.holder);
      break;
    }
    silent.add(found.sign);
  }
}

/** Takes the directory or refuses with PipelineError("locked"). A holder on another machine or in another container is watched for as long as its lease. */
export async function lockDirectory(
  directory: string,
  options: LockOptions = {},
): Promise<DirectoryLock> {
  const text = JSON.stringify(ownRecord());
  for (const wait of taking(directory, text, options))
    await pause(wait, undefined, options.signal && { signal: options.signal }).catch(() =>
      options.signal?.throwIfAborted(),
    );
  return keep(directory, text, options);
}

/** The same for work that is done in one go: it waits without letting anything else run. */
export function lockBriefly(directory: string, options: LockOptions = {}): DirectoryLock {
  const text = JSON.stringify(ownRecord());
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  for (const wait of taking(directory, text, options)) Atomics.wait(nobody, 0, 0, wait);
  return keep(directory, text, options);
}

/** Gives signs of life until the lock is given back. */
function keep(directory: string, text: string, { lease = usualLease }: LockOptions): DirectoryLock {
  const path = lockOf(directory);
  const state = new BigInt64Array(new SharedArrayBuffer(16));
  const signed = (now: number) => Atomics.store(state, 0, BigInt(now));
  signed(Date.now());
  // Long before others take this process for dead.
  const lapse = lease.length / 2;
  const beating = new Worker(new URL("lock-beat.js", import.meta.url), {
    execArgv: [],
    workerData: { path, text, beat: lease.beat, lapse, shared: state.buffer },
  });
  // Without it the checks give the signs.
  beating.on("error", () => undefined).unref();
  const giveSignAgain = () => {
    const now = Date.now();
    if (isLock(path, text)) utimesSync(path, now / 1000, now / 1000);
    else throw lost(directory);
    signed(now);
  };
  return {
    check: () => {
      if (Math.abs(Date.now() - Number(Atomics.load(state, 0))) >= lapse)
        withOwn(path, text, mine => whileNobodyClears(mine, path, directory, giveSignAgain));
    },
    release: () => {
      Atomics.store(state, 1, 1n);
      Atomics.notify(state, 1);
      // Only its own: a lock that someone removed by hand, or took over, may be another's by now.
      if (isLock(path, text)) rmSync(path, { force: true });
    },
  };
}

/** Who clears has watched this process for a whole lease: it comes too late. */
function whileNobodyClears(mine: string, path: string, directory: string, work: () => void): void {
  const clearing = clearingOf(path);
  if (take(mine, clearing, new Set()) !== "taken") throw lost(directory);
  try {
    work();
  } finally {
    rmSync(clearing, { force: true });
  }
}

const held = (directory: string, holder: Holder) =>
  new PipelineError(
    "locked",
    `Another process (${holderText(holder)}) is working on ${directory}.`,
    {
      hint: `Wait for it, watch it with: ragwright status ${directory} — or choose another --out.`,
    },
  );

const waiting = (directory: string, holder: Holder, { length }: Lease) =>
  `Another process (${holderText(holder)}) has ${directory} on another machine or in another container, or died there. This goes on if it gives no sign for ${length / 1000} s.`;

const lost = (directory: string) =>
  new PipelineError(
    "locked",
    `${directory} is no longer this process's: it stood still for so long that another took it over, or its lock was deleted.`,
    {
      hint: `It writes nothing there any more; what was saved before is kept. See who goes on with it: ragwright status ${directory}`,
    },
  );
