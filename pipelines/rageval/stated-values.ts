// Where a text states a value of a config: one that holds from a day is stated only where that day is told too.

import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { factFinder } from "../text/occurrence.ts";
import { splitSentences } from "../text/sentences.ts";
import { dayInWords } from "../text/written-values.ts";

export interface Stretch {
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

/** Finds where values stand in one text: nowhere, in order, and with the sentences of the day where one is to be told. */
export function valueFinder(
  text: string,
  schema: Pick<ScenarioSchema, "language" | "family">,
): (value: Pick<ConfigValue, "path" | "label" | "type" | "value" | "from">) => readonly Stretch[] {
  const { language } = schema;
  const find = factFinder(text, language);
  const sentences = splitSentences(text, language);
  return one => {
    const { type, value, label } = one;
    const found = find({ type, value, language }, { near: [label] });
    const day = dayToTell(schema, one);
    if (day === undefined || found.length === 0) return found;
    const days = find({ type: "date", value: dayInWords(day, language), language });
    const told = sentences.filter(sentence => days.some(place => overlaps(place, sentence)));
    const together = found.filter(place => told.some(sentence => overlaps(place, sentence)));
    return together.length > 0 || told.length === 0 ? together : [...found, ...told];
  };
}

const overlaps = (one: Stretch, other: Stretch): boolean =>
  one.start < other.end && one.end > other.start;
