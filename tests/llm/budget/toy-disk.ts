// A disk and a clockless world whose next event is drawn: a kill or a power cut can come between any two of them.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { FileMethods, OpenHandle } from "../../../pipelines/llm/commit-file.ts";
import type { Draw } from "../../../pipelines/text/random.ts";

/** What is under way: each event happens when it is drawn. */
export interface Events {
  later<T>(work: () => T): Promise<T>;
  /** Lets one happen; false if none is under way. */
  next(): boolean;
  /** None of those under way ever happens. */
  drop(): void;
}

export function drawnEvents(draw: Draw): Events {
  let open: (() => void)[] = [];
  return {
    later: work =>
      new Promise((resolve, reject) => {
        open.push(() => {
          try {
            resolve(work());
          } catch (error) {
            reject(error);
          }
        });
      }),
    next: () => {
      // Nothing is drawn in vain, or the draws would hang on how long the true disk takes.
      if (open.length === 0) return false;
      for (const event of open.splice(draw(open.length), 1)) event();
      return true;
    },
    drop: () => {
      open = [];
    },
  };
}

const turnOfTheLoop = () => new Promise(resolve => setImmediate(resolve));

/** Lets one event happen and what follows from it; false if none is under way, nor comes to be in some turns of the loop. */
export async function nextEvent(events: Events): Promise<boolean> {
  let happened = events.next();
  for (let turn = 0; turn < 10 && !happened; turn++) {
    await turnOfTheLoop();
    happened = events.next();
  }
  await turnOfTheLoop();
  return happened;
}

/** Lets events happen until the work is done. */
export async function pumped<T>(events: Events, work: Promise<T>): Promise<T> {
  const pending = new Set([work]);
  const end = work.finally(() => pending.clear());
  while (pending.size > 0) await nextEvent(events);
  return end;
}

interface Content {
  cached: Buffer;
  /** What a power cut leaves whole. */
  onDisk: Buffer;
}

export interface ToyDisk {
  readonly open: OpenHandle;
  /** After a kill all that was written stands; after a power cut, what was put on disk and a drawn part of the rest. */
  stop(how: "kill" | "power cut"): void;
}

/** Keeps files in memory until it is stopped; then they stand in the true ones. Writes may fall short. */
export function toyDisk(events: Events, draw: Draw): ToyDisk {
  const files = new Map<string, Content>();
  const handleOf = (content: Content) => ({
    write: (bytes: Buffer, from: number, length: number, place: number) =>
      events.later(() => {
        const taken = draw(4) === 0 ? 1 + draw(length) : length;
        content.cached = Buffer.concat([
          content.cached.subarray(0, place),
          bytes.subarray(from, from + taken),
        ]);
        return { bytesWritten: taken, buffer: bytes };
      }),
    read: async (bytes: Buffer, from: number, length: number, place: number) => ({
      bytesRead: content.cached.copy(
        bytes,
        from,
        place,
        Math.min(content.cached.length, place + length),
      ),
      buffer: bytes,
    }),
    datasync: () =>
      events.later(() => {
        content.onDisk = content.cached;
      }),
    truncate: (size: number) =>
      events.later(() => {
        content.cached = content.cached.subarray(0, size);
      }),
    close: async () => {},
  });
  return {
    open: async path => {
      const cached = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
      const content = { cached, onDisk: cached };
      files.set(path, content);
      return handleOf(content) as unknown as FileMethods;
    },
    stop: how => {
      for (const [path, { cached, onDisk }] of files) {
        const kept = onDisk.length + draw(Math.max(0, cached.length - onDisk.length) + 1);
        writeFileSync(
          path,
          how === "kill" ? cached : Buffer.concat([onDisk, cached.subarray(onDisk.length, kept)]),
        );
      }
      files.clear();
    },
  };
}
