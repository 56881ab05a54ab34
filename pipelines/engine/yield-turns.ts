// Lets signals, timers and other work run now and then, when rows that never wait would block them.

/** Maximum milliseconds without a turn of the event loop. */
const maxTurn = 25;

const nextTurn = () => new Promise<void>(resolve => setImmediate(resolve));

/** Returns a function to call between two rows: it waits for a turn of the event loop if the last one was long ago. */
export function createTurns(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < maxTurn) return;
    await nextTurn();
    last = performance.now();
  };
}
