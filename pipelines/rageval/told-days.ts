// Values that hold from a day: which day a text must tell with them, and where it does.

import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { factFinder } from "../text/occurrence.ts";
import { splitSentences } from "../text/sentences.ts";
import { dayInWords } from "../text/written-values.ts";

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The day that a text must tell with a value: of what changed between two documents, not of what each states for itself. */
export function dayToTell(
  { family }: Pick<ScenarioSchema, "family">,
  { path, from }: Pick<ConfigValue, "path" | "from">,
): string | undefined {
  const isChange = family?.changes.some(leaf => path === leaf || path.startsWith(`${leaf}/`));
  return isChange ? from : undefined;
}

/**
 * Of the places where a value was found in a text, those whose sentence tells its day too, if it has one to tell; where
 * no sentence has both, the places and the sentences of the day, and none where the day is nowhere told.
 */
export function dayFinder(
  text: string,
  schema: Pick<ScenarioSchema, "language" | "family">,
): (value: Pick<ConfigValue, "path" | "from">, found: readonly Stretch[]) => readonly Stretch[] {
  const { language, family } = schema;
  if (family === null) return (_, found) => found;
  const find = factFinder(text, language);
  const sentences = splitSentences(text, language);
  return (value, found) => {
    const day = dayToTell(schema, value);
    if (day === undefined || found.length === 0) return found;
    const days = find({ type: "date", value: dayInWords(day, language), language });
    const told = sentences.filter(sentence => days.some(place => overlaps(place, sentence)));
    const together = found.filter(place => told.some(sentence => overlaps(place, sentence)));
    return together.length > 0 || told.length === 0 ? together : [...found, ...told];
  };
}

const overlaps = (one: Stretch, other: Stretch): boolean =>
  one.start < other.end && one.end > other.start;
