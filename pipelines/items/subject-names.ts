// Whether a text names a subject, and the answer that says there is none: what questions of every origin share.

import { fold } from "../text/fold.ts";

/** The one answer to a question that cannot be answered (DragonBall's wording). */
export const unanswerableAnswer = { zh: "无法回答", en: "Unable to answer." } as const;

/** Every name of the subject ("Hospital, Patient") stands in the text. */
export function namesSubject(text: string, subject: string): boolean {
  const folded = fold(text);
  return subject.split(/[,，、]/).every(part => folded.includes(fold(part)));
}
