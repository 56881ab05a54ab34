// Notifies many waiters of one signal's abort, with a single listener on that signal.

export interface AbortListeners<Waiting> {
  add(signal: AbortSignal, waiting: Waiting): void;
  remove(signal: AbortSignal, waiting: Waiting): void;
}

// An event target scans all its listeners whenever one is added or removed, and warns above ten.
/** `onAbort` is called once per signal, with everyone who waits on it. */
export function createAbortListeners<Waiting>(
  onAbort: (waiting: ReadonlySet<Waiting>, reason: unknown) => void,
): AbortListeners<Waiting> {
  const bySignal = new Map<
    AbortSignal,
    { readonly waiting: Set<Waiting>; readonly listener: () => void }
  >();
  const listenTo = (signal: AbortSignal) => {
    const waiting = new Set<Waiting>();
    const listener = () => {
      bySignal.delete(signal);
      onAbort(waiting, signal.reason);
    };
    signal.addEventListener("abort", listener, { once: true });
    const entry = { waiting, listener };
    bySignal.set(signal, entry);
    return entry;
  };
  return {
    add: (signal, waiting) => void (bySignal.get(signal) ?? listenTo(signal)).waiting.add(waiting),
    remove: (signal, waiting) => {
      const entry = bySignal.get(signal);
      if (!entry?.waiting.delete(waiting) || entry.waiting.size > 0) return;
      signal.removeEventListener("abort", entry.listener);
      bySignal.delete(signal);
    },
  };
}
