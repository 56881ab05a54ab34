// Names that are easily confused: the distance between two, and the closest of many.

import { fold } from "./fold.ts";

/** Insertions, deletions and replacements that turn one text into the other (Levenshtein 1966). */
export function editDistance(first: string, second: string): number {
  const [source, target] = [[...first], [...second]];
  let row = Array.from({ length: target.length + 1 }, (_, column) => column);
  for (const [rowIndex, letter] of source.entries()) {
    const next = [rowIndex + 1];
    for (const [column, otherLetter] of target.entries())
      next.push(
        Math.min(
          (row[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
          (row[column] ?? 0) + (letter === otherLetter ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Maximum number of edits between similar names, per letter of the longer one. */
const maxRelativeDistance = 0.6;

const relativeDistance = (first: string, other: string): number =>
  editDistance(fold(first), fold(other)) / Math.max(1, fold(first).length, fold(other).length);

/** Whether two names are different but similar, and neither is part of the other. */
export const areAlike = (first: string, second: string): boolean =>
  !fold(first).includes(fold(second)) &&
  !fold(second).includes(fold(first)) &&
  relativeDistance(first, second) <= maxRelativeDistance;

/** A name's first part: two Chinese characters, or the first word. */
const firstPartOf = (name: string): string =>
  /^\p{Script=Han}/u.test(name) ? [...name].slice(0, 2).join("") : (name.split(" ")[0] ?? "");

/**
 * The similar names among those given, closest first; for organizations, preceded by the name's own first part joined
 * with the rest of each other name, since firms with the same first part are easily confused.
 */
export function alikeNames(
  name: string,
  others: readonly string[],
  { joinsFirstPart }: { readonly joinsFirstPart: boolean },
): string[] {
  const firstPart = firstPartOf(name);
  const joinedNames = joinsFirstPart
    ? others.map(other => firstPart + other.slice(firstPartOf(other).length))
    : [];
  const closestOf = (names: readonly string[]) =>
    [...new Set(names)]
      .filter(second => areAlike(name, second))
      .sort((a, b) => relativeDistance(name, a) - relativeDistance(name, b));
  return [...closestOf(joinedNames.filter(other => !others.includes(other))), ...closestOf(others)];
}

/** Changes one letter of a name, its last vowel; used if no other name is similar. */
export const respell = (name: string): string =>
  name.replace(
    /[aeiou](?=[^aeiou]*$)/,
    vowel => ({ a: "e", e: "a", i: "e", o: "a", u: "o" })[vowel] ?? vowel,
  );
