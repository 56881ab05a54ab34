// Whether a text names a subject: what makes a question mean one document among all.

import { fold } from "../text/fold.ts";

/** Every name of the subject ("Hospital, Patient") stands in the text. */
export function namesSubject(text: string, subject: string): boolean {
  const folded = fold(text);
  return subject.split(/[,，、]/).every(part => folded.includes(fold(part)));
}
