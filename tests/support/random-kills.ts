// Kills and restarts processes at seeded random times until it is told to stop, and notes what it did.

import { setTimeout as after } from "node:timers/promises";
import { chance } from "./replay/draws.ts";

/** A process of a fleet, or a Redis server. */
export interface Target {
  readonly name: string;
  isRunning(): boolean;
  kill(): Promise<boolean>;
  restart(): Promise<void>;
}

interface Kill {
  readonly target: string;
  /** Milliseconds since 1970 when it was still running, and when it was gone. */
  readonly since: number;
  readonly at: number;
  /** Milliseconds until it was started again. */
  readonly down: number;
}

export interface KillOptions {
  readonly targets: readonly Target[];
  readonly seed: number;
  /** Milliseconds between a restart and the next kill. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds for which a killed one stays away, at most. */
  readonly longestDown?: number;
  /** It stops by itself after so many kills. */
  readonly most?: number;
  /** Awaited after the random time and before the kill: for a moment that is worth one. */
  readonly moment?: () => Promise<void>;
  /** What to look at while the killed one is away, before it is started again. */
  readonly onKill?: (kill: Omit<Kill, "down">) => void | Promise<void>;
}

export interface RandomKills {
  /** All kills until now. */
  readonly kills: readonly Kill[];
  /** Resolves when it has stopped by itself. Rejects with what went wrong at a restart or in `onKill`. */
  readonly ended: Promise<void>;
  /** Stops; what is away then is started again before this resolves. */
  stop(): Promise<readonly Kill[]>;
}

/** Milliseconds since 1970. */
const now = () => performance.timeOrigin + performance.now();

/** What has ended of itself is left alone: it neither is killed nor starts again. With nothing left to kill it stops. */
export function killAtRandom({
  targets,
  seed,
  from,
  to,
  longestDown = 300,
  most = Infinity,
  moment,
  onKill,
}: KillOptions): RandomKills {
  const kills: Kill[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  // Cut short when it is to stop.
  const pause = (milliseconds: number) =>
    after(milliseconds, undefined, { signal }).catch(() => undefined);
  const killOne = async (round: number): Promise<void> => {
    const standing = targets.filter(target => target.isRunning());
    const target = standing[Math.floor(chance(seed, "target", round) * standing.length)];
    const since = now();
    if (!target || !(await target.kill())) return;
    const kill = { target: target.name, since, at: now() };
    await onKill?.(kill);
    await pause(chance(seed, "down", round) * longestDown);
    await target.restart();
    kills.push({ ...kill, down: now() - kill.at });
  };
  const go = async () => {
    for (let round = 0; kills.length < most; round++) {
      await pause(from + chance(seed, "wait", round) * (to - from));
      await moment?.();
      if (signal.aborted || !targets.some(target => target.isRunning())) return;
      await killOne(round);
    }
  };
  const ended = go();
  // Told to who waits for `ended` or `stop`.
  ended.catch(() => undefined);
  const stop = async () => {
    stopping.abort();
    await ended;
    return kills;
  };
  return { kills, ended, stop };
}
