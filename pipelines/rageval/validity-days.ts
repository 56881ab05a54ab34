// Finds the day that a text must state with a value that holds from then on, and where the text states both.

import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { factFinder } from "../text/fact-occurrence.ts";
import { splitSentences } from "../text/sentences.ts";
import { dayInWords } from "../text/write-values.ts";

interface Place {
  readonly start: number;
  readonly end: number;
}

/** The day that a text must state with a value that changed between two documents; undefined for what each document states for itself. */
export function dayToState(
  { family }: Pick<ScenarioSchema, "family">,
  { path, from }: Pick<ConfigValue, "path" | "from">,
): string | undefined {
  const isChange = family?.changes.some(leaf => path === leaf || path.startsWith(`${leaf}/`));
  return isChange ? from : undefined;
}

/**
 * Returns a function that selects the places of a value whose sentence also states its day, if it has one; if
 * no sentence has both, the places and the sentences of the day; none if the day is not stated at all.
 */
export function dayFinder(
  text: string,
  schema: Pick<ScenarioSchema, "language" | "family">,
): (value: Pick<ConfigValue, "path" | "from">, places: readonly Place[]) => readonly Place[] {
  const { language, family } = schema;
  if (family === null) return (_, places) => places;
  const find = factFinder(text, language);
  const sentences = splitSentences(text, language);
  return (value, places) => {
    const day = dayToState(schema, value);
    if (day === undefined || places.length === 0) return places;
    const days = find({ type: "date", value: dayInWords(day, language), language });
    const datedSentences = sentences.filter(sentence =>
      days.some(place => overlaps(place, sentence)),
    );
    const placesWithDay = places.filter(place =>
      datedSentences.some(sentence => overlaps(place, sentence)),
    );
    return placesWithDay.length > 0 || datedSentences.length === 0
      ? placesWithDay
      : [...places, ...datedSentences];
  };
}

const overlaps = (first: Place, second: Place): boolean =>
  first.start < second.end && first.end > second.start;
