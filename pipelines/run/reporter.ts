// What a job says while it goes on: the command line prints it, a program does with it what it likes.

import type { RunEvent } from "../engine/events.ts";

export interface Reporter {
  event(event: RunEvent): void;
  /** A remark for people, in one line or a few. */
  note(text: string): void;
}

/** Tells nobody. */
export const silent: Reporter = { event: () => {}, note: () => {} };
