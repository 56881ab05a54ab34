// Names that are easily confused: the distance between two, and the closest of many.

import { fold } from "./fold.ts";

/** Insertions, deletions and replacements that turn one text into the other (Levenshtein 1966). */
export function editDistance(one: string, other: string): number {
  const [from, to] = [[...one], [...other]];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [at, letter] of from.entries()) {
    const next = [at + 1];
    for (const [index, otherLetter] of to.entries())
      next.push(
        Math.min(
          (row[index + 1] ?? 0) + 1,
          (next[index] ?? 0) + 1,
          (row[index] ?? 0) + (letter === otherLetter ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The most edits between similar names, per letter of the longer one. */
const MAX_APART = 0.6;

const apart = (one: string, other: string): number =>
  editDistance(fold(one), fold(other)) / Math.max(1, fold(one).length, fold(other).length);

/** Whether two names are different but similar, and neither is part of the other. */
export const areAlike = (one: string, other: string): boolean =>
  !fold(one).includes(fold(other)) &&
  !fold(other).includes(fold(one)) &&
  apart(one, other) <= MAX_APART;

/** A name's first part: two Chinese characters, or the first word. */
const headOf = (name: string): string =>
  /^\p{Script=Han}/u.test(name) ? [...name].slice(0, 2).join("") : (name.split(" ")[0] ?? "");

/**
 * The similar names among those given, closest first; for organisations also the name's own first part joined with the
 * rest of another name, since firms with the same first part are easily confused.
 */
export function alikeNames(
  name: string,
  others: readonly string[],
  { joined }: { readonly joined: boolean },
): string[] {
  const head = headOf(name);
  const made = joined ? others.map(other => head + other.slice(headOf(other).length)) : [];
  const near = (names: readonly string[]) =>
    [...new Set(names)]
      .filter(other => areAlike(name, other))
      .sort((a, b) => apart(name, a) - apart(name, b));
  return [...near(made.filter(other => !others.includes(other))), ...near(others)];
}

/** A name that differs in one letter, its last vowel; used if no other name is similar. */
export const respelled = (name: string): string =>
  name.replace(
    /[aeiou](?=[^aeiou]*$)/,
    vowel => ({ a: "e", e: "a", i: "e", o: "a", u: "o" })[vowel] ?? vowel,
  );
