// Ends a call at its deadline, even if the package that makes it has none.

import { maxTimer, onAbort } from "./http.ts";

/** Ends at the deadline (milliseconds) or the stop, even if the provider's package ignores both: rejects with TimeoutError or the stop's reason. */
export async function withDeadline<T>(
  timeout: number,
  signal: AbortSignal,
  work: (own: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const late = setTimeout(
    () => own.abort(new DOMException("no whole reply in time", "TimeoutError")),
    Math.min(timeout, maxTimer),
  );
  const forget = onAbort(signal, () => own.abort(signal.reason));
  const ended = new Promise<never>((_, reject) =>
    own.signal.addEventListener("abort", () => reject(own.signal.reason), { once: true }),
  );
  try {
    return await Promise.race([work(own.signal), ended]);
  } catch (error) {
    throw own.signal.aborted ? own.signal.reason : error;
  } finally {
    clearTimeout(late);
    forget();
  }
}
