// What a run tells whoever started it: the command line prints it, a program does with it what it likes.

import type { RunEvent } from "../engine/events.ts";

export interface Reporter {
  event(event: RunEvent): void;
  /** A remark for people, in one line or a few. */
  note(text: string): void;
  /** What came out: a JSON value for programs, and the same as text for people. */
  result(value: unknown, text: string): void;
}
