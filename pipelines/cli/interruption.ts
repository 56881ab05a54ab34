// Turns Ctrl-C and SIGTERM into an abort signal for a job.

import { PipelineError } from "../engine/errors.ts";

interface InterruptionOptions {
  /** Called at the first signal. */
  readonly onStop?: () => void;
  /** What to do next. */
  readonly hint: string;
}

/** The first signal stops the job; the second exits at once (nothing journaled is lost). */
export function interruptionSignal({ onStop, hint }: InterruptionOptions): AbortSignal {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(130);
    onStop?.();
    controller.abort(new PipelineError("interrupted", "Stopped.", { hint }));
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return controller.signal;
}
