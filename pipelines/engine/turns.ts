// Lets signals, timers and other work in now and then, where rows that never wait would keep them out.

/** Milliseconds a run may go on without a turn of the event loop. */
const maxTurn = 25;

const nextTurn = () => new Promise<void>(resolve => setImmediate(resolve));

/** What is called between two rows: it waits for a turn of the event loop when the last one is long past. */
export function createTurns(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < maxTurn) return;
    await nextTurn();
    last = performance.now();
  };
}
