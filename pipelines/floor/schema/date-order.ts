// Which dates always come after which: the order that every seed keeps.

import type { DraftLeaf } from "./draft-leaves.ts";
import type { Element } from "./labelled-elements.ts";
import type { SeedReading } from "./seed-reading.ts";
import { supportNeeded } from "./seed-reading.ts";
import { canonicalOf } from "../facts/value-types.ts";

type Language = "zh" | "en";

/** An element's date in one seed: whichever of its values that seed's text has. */
const dateIn = (element: Element, reading: SeedReading, language: Language): string | undefined => {
  const value = element.values.find(candidate => reading.text.includes(candidate));
  const date = value === undefined ? undefined : canonicalOf("date", value, language);
  return date !== undefined && /^\d{4}-\d{2}/.test(date) ? date : undefined;
};

const alwaysBefore = (first: readonly (string | undefined)[], second: readonly (string | undefined)[]): boolean => {
  const both = first.flatMap((date, seed) => {
    const later = second[seed];
    return date === undefined || later === undefined ? [] : [date < later];
  });
  // Two seeds of five may agree by chance.
  return both.length >= Math.max(supportNeeded(first.length), Math.ceil(0.75 * first.length)) && both.every(Boolean);
};

/** Gives each date leaf the nearest date that precedes it in every seed that has both. */
export const orderDates = (leaves: readonly DraftLeaf[], elements: readonly Element[], readings: readonly SeedReading[], language: Language): DraftLeaf[] => {
  const dates = leaves.flatMap((leaf, index) => {
    const element = elements[index];
    return leaf.type !== "date" || element === undefined ? [] : [{ path: leaf.path, dates: readings.map(reading => dateIn(element, reading, language)) }];
  });
  const earlier = (path: string) => dates.filter(other => other.path !== path && alwaysBefore(other.dates, dates.find(own => own.path === path)?.dates ?? []));
  const after = new Map<string, string>();
  const leadsTo = (from: string | undefined, path: string): boolean => from !== undefined && (from === path || leadsTo(after.get(from), path));
  return leaves.map(leaf => {
    const before = leaf.type === "date" ? earlier(leaf.path).filter(other => !leadsTo(other.path, leaf.path)) : [];
    // The nearest is the one that comes after all the others that precede.
    const nearest = before.find(candidate => before.every(other => other === candidate || alwaysBefore(other.dates, candidate.dates)));
    const chosen = (nearest ?? before.at(-1))?.path ?? null;
    if (chosen !== null) after.set(leaf.path, chosen);
    return { ...leaf, after: chosen };
  });
};
