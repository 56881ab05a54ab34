// Receives a job's events and notes while it runs: the command line prints them; a program can handle them as it likes.

import type { RunEvent } from "../engine/events.ts";

export interface Reporter {
  event(event: RunEvent): void;
  /** A remark for people, in one line or a few. */
  note(text: string): void;
}

/** A reporter that ignores everything. */
export const silentReporter: Reporter = { event: () => {}, note: () => {} };
