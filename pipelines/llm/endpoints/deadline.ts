// Ends a call at its deadline, even if the package that makes it has none.

import { maxTimer, onAbort } from "./http.ts";

/** Rejects with TimeoutError at the deadline (in milliseconds), or with the signal's reason after a stop, even if the provider's package ignores both. */
export async function withDeadline<T>(
  timeout: number,
  signal: AbortSignal,
  work: (ownSignal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new DOMException("no complete reply in time", "TimeoutError")),
    Math.min(timeout, maxTimer),
  );
  const unlink = onAbort(signal, () => controller.abort(signal.reason));
  const abortPromise = new Promise<never>((_, reject) =>
    controller.signal.addEventListener("abort", () => reject(controller.signal.reason), {
      once: true,
    }),
  );
  try {
    return await Promise.race([work(controller.signal), abortPromise]);
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    unlink();
  }
}
