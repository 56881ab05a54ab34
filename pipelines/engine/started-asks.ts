// Tracks the model calls that a row has started: the row ends when all of them have ended, so that none is lost or outlives the run.

import { Parked, ReplyError } from "./errors.ts";
import type { Ask } from "./stage.ts";

export interface StartedAsks {
  /** The same `ask`, with its calls tracked. */
  readonly ask: Ask;
  /** Waits until every call has ended, including those started because another ended. */
  settle(): Promise<void>;
  /** Whether a reply will come later, from a batch file. */
  parked(): boolean;
  /** An error that must stop the run even if the stage swallowed it: neither a failed reply nor one still to come. */
  fatal(): { readonly error: unknown } | undefined;
}

export function trackAsks(ask: Ask): StartedAsks {
  const inFlight = new Set<Promise<void>>();
  const errors: unknown[] = [];
  const track = (reply: Promise<unknown>) => {
    const end: Promise<void> = reply
      .then(
        () => undefined,
        error => void errors.push(error),
      )
      .finally(() => inFlight.delete(end));
    inFlight.add(end);
  };
  return {
    ask: (prompt, language, variables, options) => {
      const reply = ask(prompt, language, variables, options);
      track(reply);
      return reply;
    },
    settle: async () => {
      do {
        await Promise.all(inFlight);
        // The stage may call again once it has a reply: it does so before the event loop's next turn.
        await new Promise<void>(resolve => setImmediate(resolve));
      } while (inFlight.size > 0);
    },
    parked: () => errors.some(error => error instanceof Parked),
    fatal: () => {
      const index = errors.findIndex(
        error => !(error instanceof Parked) && !(error instanceof ReplyError),
      );
      return index < 0 ? undefined : { error: errors[index] };
    },
  };
}
