// Names in a text replaced by others.

import { literal } from "./literal.ts";

/** All names at once, the longest first; no part of a longer Latin word is one. */
export function renamedText(text: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return text;
  const told = [...names.keys()].sort((a, b) => b.length - a.length).map(literal);
  const name = `(?<![\\p{Script=Latin}\\p{N}])(?:${told.join("|")})(?![\\p{Script=Latin}\\p{N}])`;
  return text.replace(new RegExp(name, "gu"), own => names.get(own) ?? own);
}
