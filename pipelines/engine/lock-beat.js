// A thread that gives a lock's signs of life while the main thread may be busy. JavaScript, so that it starts alike from sources and from a build.

import { readFileSync, utimesSync } from "node:fs";
import { workerData } from "node:worker_threads";

const { path, text, beat, lapse, shared } = workerData;
/** Milliseconds since 1970 of the last sign, and whether the lock was given back. */
const state = new BigInt64Array(shared);

function giveSign() {
  const now = Date.now();
  // The process stood still: another may be about to take its place, and only the main thread may settle that.
  if (Math.abs(now - Number(Atomics.load(state, 0))) >= lapse) return;
  const isOurs = readFileSync(path, "utf8") === text;
  if (isOurs) utimesSync(path, now / 1000, now / 1000);
  // The time before the look: should the process have stood still since, the main thread must notice.
  Atomics.store(state, 0, isOurs ? BigInt(now) : 0n);
}

while (Atomics.wait(state, 1, 0n, beat) === "timed-out") {
  try {
    giveSign();
  } catch {
    // A disk that does not answer now may do so at the next sign; after too many the main thread looks itself.
  }
}
