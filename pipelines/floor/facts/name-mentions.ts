// Where the labels of leaves stand in running text, the longest label winning where they overlap.

import { isGenericLabel } from "./line-labels.ts";
import type { FactLeaf } from "./fact-candidates.ts";

export interface Mention {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

interface Name {
  readonly path: string;
  readonly pattern: RegExp;
}

const datePart = /^(?:date|time|day) (?:of|when) (?:the )?|\s+(?:date|time|day)$|(?:的)?(?:日期|时间|日)$/giu;
/** What happens at a date leaf's date: "date of arrest" → "arrest", "逮捕日期" → "逮捕". */
export const eventOf = (label: string): string => label.replace(datePart, "").trim();

/** All the names a leaf goes by in a document: label, aliases, and for dates the event alone. */
const namesOf = (leaf: FactLeaf): string[] => {
  const names = [leaf.label, ...leaf.aliases];
  const all = leaf.type === "date" ? [...names, ...names.map(eventOf)] : names;
  return [...new Set(all.filter(name => name.length >= 2 && !isGenericLabel(name)))];
};

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** An event's one word is met in its other forms too: "arrest" in "was arrested"; not in "arrestee". */
const eventWord = (name: string): string => {
  const stem = name.replace(/(?:ment|ing|ed|ion|e)$/i, "");
  return stem.length >= 4 ? `${escape(stem)}(?:e?[ds]|es|e|ing|ion|ment)?` : escape(name);
};

const patternOf = (name: string, type: FactLeaf["type"]): RegExp => {
  if (/\p{Script=Han}/u.test(name)) return new RegExp(escape(name), "gu");
  const body = type === "date" && !name.includes(" ") ? eventWord(name) : escape(name).replace(/\s+/g, "\\s+");
  return new RegExp(`(?<![\\p{L}\\p{N}])${body}(?![\\p{L}\\p{N}])`, "giu");
};

/** Compiles the leaves' names once for all sentences of a document. */
export const compileNames = (leaves: readonly FactLeaf[]): Name[] => leaves.flatMap(leaf => namesOf(leaf).map(name => ({ path: leaf.path, pattern: patternOf(name, leaf.type) })));

const isWithin = (inner: Mention, outer: Mention): boolean => outer.start <= inner.start && inner.end <= outer.end && outer.end - outer.start > inner.end - inner.start;

/** The mentions in one sentence, in order; one inside a longer one is not its leaf's mention: 负债 in 总负债. */
export const findMentions = (text: string, names: readonly Name[]): Mention[] => {
  const all = names.flatMap(({ path, pattern }) => [...text.matchAll(pattern)].map(match => ({ path, start: match.index, end: match.index + match[0].length })));
  return all.filter(mention => !all.some(other => isWithin(mention, other))).sort((a, b) => a.start - b.start || b.end - a.end);
};
