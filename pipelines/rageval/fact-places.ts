// Finds where a text states the values of a config; a record's values near the record, so that amounts are not mixed up.

import { recordOf, withoutElement } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import { groupBy } from "../engine/grouping.ts";
import { factFinder } from "../text/occurrence.ts";
import { type Sentence, splitSentences } from "../text/sentences.ts";

/** UTF-16 offsets, end exclusive. */
interface Place {
  readonly start: number;
  readonly end: number;
}
type StatedLeaf = Pick<ConfigValue, "path" | "label" | "type" | "value">;
type Places = Map<string, readonly Place[]>;

interface Choice<T> {
  /** Selects the places of a value that count: in its own section, with its day. */
  readonly within?: (value: T, places: readonly Place[]) => readonly Place[];
}

/** The places of each value, by path; empty if the text does not state it. */
export function placesOf<T extends StatedLeaf>(
  text: string,
  language: "zh" | "en",
  values: readonly T[],
  { within = (_, places) => places }: Choice<T> = {},
): Places {
  const find = factFinder(text, language);
  const found: Places = new Map(
    values.map(value => {
      const { path, type, value: sought, label } = value;
      // The label of a record's field names its record, which is where its values occur together.
      const near = recordOf(path) === undefined ? [label] : [];
      return [path, within(value, find({ type, value: sought, language }, { near }))];
    }),
  );
  for (const [path, places] of withoutOthers(values, found)) found.set(path, places);
  const inRecords = values.filter(({ path }) => recordOf(path) !== undefined);
  if (inRecords.length === 0) return found;
  const lists = groupBy(inRecords, ({ path }) => withoutElement(recordOf(path) ?? ""));
  const sentences = splitSentences(text, language);
  for (const list of lists.values())
    for (const [path, places] of placesInRecords(list, found, sentences)) found.set(path, places);
  return found;
}

/** For equal values (two things on one day): the places left after removing those that are another one's only place. */
function withoutOthers(values: readonly StatedLeaf[], found: Places): Places {
  const alike = groupBy(values, ({ value }) => value);
  const others = ({ path, value }: StatedLeaf) =>
    (alike.get(value) ?? []).flatMap(other => {
      const places = found.get(other.path) ?? [];
      return other.path !== path && places.length === 1 ? places : [];
    });
  return new Map(
    values.flatMap(value => {
      const places = found.get(value.path) ?? [];
      const taken = places.length > 1 ? others(value) : [];
      const own = places.filter(({ start }) => taken.every(other => other.start !== start));
      return taken.length > 0 && own.length > 0 ? [[value.path, own] as const] : [];
    }),
  );
}

const isIn =
  (sentence: Sentence | undefined) =>
  ({ start, end }: Place): boolean =>
    sentence !== undefined && start < sentence.end && end > sentence.start;

/**
 * A record is placed at the sentence with the most of its values. A value counts there, or else in the sentence
 * nearest to it, but not at another record that has the same value.
 */
function placesInRecords(
  list: readonly StatedLeaf[],
  found: Places,
  sentences: readonly Sentence[],
): Places {
  const records = groupBy(list, ({ path }) => recordOf(path) ?? "");
  const anchors = new Map(
    [...records].map(([record, values]) => [record, anchorOf(values, list, found, sentences)]),
  );
  const taken = (value: StatedLeaf, at: number): boolean =>
    list.some(
      other =>
        recordOf(other.path) !== recordOf(value.path) &&
        anchors.get(recordOf(other.path) ?? "") === at &&
        other.value === value.value,
    );
  return new Map(
    list.map(value => {
      const own = anchors.get(recordOf(value.path) ?? "") ?? -1;
      const open = (found.get(value.path) ?? [])
        .map(place => ({ place, at: sentences.findIndex(sentence => isIn(sentence)(place)) }))
        .filter(({ at }) => at === own || !taken(value, at));
      const nearest = Math.min(...open.map(({ at }) => Math.abs(at - own)));
      return [
        value.path,
        open.filter(({ at }) => Math.abs(at - own) === nearest).map(({ place }) => place),
      ];
    }),
  );
}

/** Index of the sentence with the most of a record's values; values shared by records count in part. -1 if there is none. */
function anchorOf(
  values: readonly StatedLeaf[],
  list: readonly StatedLeaf[],
  found: Places,
  sentences: readonly Sentence[],
): number {
  const weights = sentences.map(sentence =>
    values
      .filter(({ path }) => found.get(path)?.some(isIn(sentence)))
      .map(({ value }) => 1 / list.filter(other => other.value === value).length)
      .reduce((sum, weight) => sum + weight, 0),
  );
  const highest = Math.max(0, ...weights);
  return highest === 0 ? -1 : weights.indexOf(highest);
}
