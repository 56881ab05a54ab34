// The asks a row has started: the row ends when all of them have, so that none is lost or outlives the run.

import { Parked, ReplyError } from "./errors.ts";
import type { Ask } from "./stage.ts";

export interface StartedAsks {
  /** The same ask, recorded. */
  readonly ask: Ask;
  /** Waits until every ask has ended, including those started because another ended. */
  settle(): Promise<void>;
  /** Whether a reply will come later, from a batch file. */
  parked(): boolean;
  /** An error that must stop the run even if the stage swallowed it: neither a failed reply nor one still to come. */
  fatal(): { readonly error: unknown } | undefined;
}

export function noteAsks(ask: Ask): StartedAsks {
  const flying = new Set<Promise<void>>();
  const errors: unknown[] = [];
  const note = (reply: Promise<unknown>) => {
    const end: Promise<void> = reply
      .then(
        () => undefined,
        error => void errors.push(error),
      )
      .finally(() => flying.delete(end));
    flying.add(end);
  };
  return {
    ask: (prompt, language, variables, options) => {
      const reply = ask(prompt, language, variables, options);
      note(reply);
      return reply;
    },
    settle: async () => {
      do {
        await Promise.all(flying);
        // The stage may ask again once it has a reply: it does so before the event loop's next turn.
        await new Promise<void>(resolve => setImmediate(resolve));
      } while (flying.size > 0);
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
