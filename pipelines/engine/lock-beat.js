// A thread that sends a lock's heartbeats even while the main thread is busy. JavaScript, so that it starts the same way from source and from a build.

import { readFileSync, utimesSync } from "node:fs";
import { workerData } from "node:worker_threads";

const { path, text, beat, lapse, shared } = workerData;
/** Time of the last heartbeat in milliseconds since 1970, and 1 once the lock is released. */
const state = new BigInt64Array(shared);

function sendHeartbeat() {
  const now = Date.now();
  // The process was suspended: another process may be about to take over, and only the main thread may decide that.
  if (Math.abs(now - Number(Atomics.load(state, 0))) >= lapse) return;
  const isOurs = readFileSync(path, "utf8") === text;
  if (isOurs) utimesSync(path, now / 1000, now / 1000);
  // Stores the time before the check: if the process was suspended since, the main thread must notice.
  Atomics.store(state, 0, isOurs ? BigInt(now) : 0n);
}

while (Atomics.wait(state, 1, 0n, beat) === "timed-out") {
  try {
    sendHeartbeat();
  } catch {
    // A disk that does not respond now may do so at the next heartbeat; after too many failures the main thread checks the lock itself.
  }
}
