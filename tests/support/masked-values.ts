// A text's wording without its values.

import { findValues } from "../../pipelines/text/values.ts";

/** What values and subject names are replaced by. */
const mask = "□";

/** The wording of a text: every number and date, and each given subject name, becomes one sign. */
export function maskValues(
  text: string,
  language: "zh" | "en",
  subjects: readonly string[] = [],
): string {
  const longestFirst = subjects
    .filter(subject => subject !== "")
    .sort((a, b) => b.length - a.length);
  const named = longestFirst.reduce((masked, subject) => masked.replaceAll(subject, mask), text);
  let masked = "";
  let from = 0;
  for (const value of findValues(named)) {
    masked += named.slice(from, value.start) + mask;
    from = value.end;
  }
  return masked + named.slice(from);
}
