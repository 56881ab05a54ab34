// Ctrl-C and SIGTERM as a signal to a job.

import { PipelineError } from "../engine/errors.ts";

interface Words {
  /** Told at the first one. */
  readonly onStop?: () => void;
  /** What to type next. */
  readonly hint: string;
}

/** The first one stops the job; the second leaves at once (nothing journaled is lost). */
export function interruption({ onStop, hint }: Words): AbortSignal {
  const stop = new AbortController();
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(130);
    onStop?.();
    stop.abort(new PipelineError("interrupted", "Stopped.", { hint }));
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return stop.signal;
}
