// Replaces names in a text.

import { escapeRegExp } from "./escape-reg-exp.ts";

/** Replaces all names at once, longest first, but not within a longer Latin word. */
export function replaceNames(text: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return text;
  const patterns = [...names.keys()].sort((a, b) => b.length - a.length).map(escapeRegExp);
  const pattern = `(?<![\\p{Script=Latin}\\p{N}])(?:${patterns.join("|")})(?![\\p{Script=Latin}\\p{N}])`;
  return text.replace(new RegExp(pattern, "gu"), name => names.get(name) ?? name);
}
