// Notifies many waiters of one signal's abort, with a single listener on that signal.

export interface AbortListeners<Waiter> {
  add(signal: AbortSignal, waiter: Waiter): void;
  remove(signal: AbortSignal, waiter: Waiter): void;
}

/**
 * Calls `onAbort` once per signal, with all waiters for it. One listener serves them all, since an event target scans its
 * listeners whenever one is added or removed, and warns above ten.
 */
export function createAbortListeners<Waiter>(
  onAbort: (waiters: ReadonlySet<Waiter>, reason: unknown) => void,
): AbortListeners<Waiter> {
  const entries = new Map<
    AbortSignal,
    { readonly waiters: Set<Waiter>; readonly listener: () => void }
  >();
  const listenTo = (signal: AbortSignal) => {
    const waiters = new Set<Waiter>();
    const listener = () => {
      entries.delete(signal);
      onAbort(waiters, signal.reason);
    };
    signal.addEventListener("abort", listener, { once: true });
    const entry = { waiters, listener };
    entries.set(signal, entry);
    return entry;
  };
  return {
    add: (signal, waiter) => void (entries.get(signal) ?? listenTo(signal)).waiters.add(waiter),
    remove: (signal, waiter) => {
      const entry = entries.get(signal);
      if (!entry?.waiters.delete(waiter) || entry.waiters.size > 0) return;
      signal.removeEventListener("abort", entry.listener);
      entries.delete(signal);
    },
  };
}
