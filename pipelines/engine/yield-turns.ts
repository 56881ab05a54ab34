// Lets signals, timers and other work run regularly, even while rows are processed that never wait.

/** Maximum milliseconds without a turn of the event loop. */
const maxBlockedMs = 25;

const nextTurn = () => new Promise<void>(resolve => setImmediate(resolve));

/** Returns a function to call between two rows: it waits for a turn of the event loop if the last turn was too long ago. */
export function createYielder(): () => Promise<void> {
  let lastTurn = performance.now();
  return async () => {
    if (performance.now() - lastTurn < maxBlockedMs) return;
    await nextTurn();
    lastTurn = performance.now();
  };
}
