// Values that hold from a certain day: which day a text must state with them, and where it does.

import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { factFinder } from "../text/occurrence.ts";
import { splitSentences } from "../text/sentences.ts";
import { dayInWords } from "../text/written-values.ts";

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The day a text must state with a value that changed between two documents; not needed for what each states anew. */
export function dayToTell(
  { family }: Pick<ScenarioSchema, "family">,
  { path, from }: Pick<ConfigValue, "path" | "from">,
): string | undefined {
  const isChange = family?.changes.some(leaf => path === leaf || path.startsWith(`${leaf}/`));
  return isChange ? from : undefined;
}

/**
 * The places of a value in a text whose sentence states its day too, if it has one; if
 * no sentence has both, the places and the sentences of the day; none if the day is not stated at all.
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
    const datedSentences = sentences.filter(sentence =>
      days.some(place => overlaps(place, sentence)),
    );
    const together = found.filter(place =>
      datedSentences.some(sentence => overlaps(place, sentence)),
    );
    return together.length > 0 || datedSentences.length === 0
      ? together
      : [...found, ...datedSentences];
  };
}

const overlaps = (one: Stretch, other: Stretch): boolean =>
  one.start < other.end && one.end > other.start;
