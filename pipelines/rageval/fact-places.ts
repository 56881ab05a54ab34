// Finds where a text states the values of a config; the values of a record are located near one another, so that amounts are not mixed up.

import { recordOf, withoutElement } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import { groupBy } from "../engine/grouping.ts";
import { factFinder } from "../text/fact-occurrence.ts";
import { type Sentence, splitSentences } from "../text/sentences.ts";

/** UTF-16 offsets, end exclusive. */
interface Place {
  readonly start: number;
  readonly end: number;
}
type StatedLeaf = Pick<ConfigValue, "path" | "label" | "type" | "value">;
type Places = Map<string, readonly Place[]>;

interface PlaceOptions<T> {
  /** Selects the places of a value that count, such as those in its section, or with the day from which it holds. */
  readonly select?: (value: T, places: readonly Place[]) => readonly Place[];
}

/** The places of each value, by path; empty if the text does not state it. */
export function placesOf<T extends StatedLeaf>(
  text: string,
  language: "zh" | "en",
  values: readonly T[],
  { select = (_, places) => places }: PlaceOptions<T> = {},
): Places {
  const find = factFinder(text, language);
  const placesByPath: Places = new Map(
    values.map(value => {
      const { path, type, label } = value;
      // The label of a record's field names the whole record, whose values are located together below.
      const searchLabels = recordOf(path) === undefined ? [label] : [];
      return [
        path,
        select(value, find({ type, value: value.value, language }, { labels: searchLabels })),
      ];
    }),
  );
  for (const [path, places] of withoutPlacesOfOthers(values, placesByPath))
    placesByPath.set(path, places);
  const recordValues = values.filter(({ path }) => recordOf(path) !== undefined);
  if (recordValues.length === 0) return placesByPath;
  const lists = groupBy(recordValues, ({ path }) => withoutElement(recordOf(path) ?? ""));
  const sentences = splitSentences(text, language);
  for (const list of lists.values())
    for (const [path, places] of placesInRecords(list, placesByPath, sentences))
      placesByPath.set(path, places);
  return placesByPath;
}

/** For equal values (two things on one day): the places left after removing any that is another value's only place. */
function withoutPlacesOfOthers(values: readonly StatedLeaf[], placesByPath: Places): Places {
  const equalValues = groupBy(values, ({ value }) => value);
  const onlyPlacesOfOthers = ({ path, value }: StatedLeaf) =>
    (equalValues.get(value) ?? []).flatMap(other => {
      const places = placesByPath.get(other.path) ?? [];
      return other.path !== path && places.length === 1 ? places : [];
    });
  return new Map(
    values.flatMap(value => {
      const places = placesByPath.get(value.path) ?? [];
      const excluded = places.length > 1 ? onlyPlacesOfOthers(value) : [];
      const remaining = places.filter(({ start }) =>
        excluded.every(place => place.start !== start),
      );
      return excluded.length > 0 && remaining.length > 0 ? [[value.path, remaining] as const] : [];
    }),
  );
}

const isInSentence =
  (sentence: Sentence | undefined) =>
  ({ start, end }: Place): boolean =>
    sentence !== undefined && start < sentence.end && end > sentence.start;

/**
 * A record is placed at the sentence with the most of its values. A value counts there, or else in the sentence
 * nearest to it, but not at the sentence of another record with the same value.
 */
function placesInRecords(
  list: readonly StatedLeaf[],
  placesByPath: Places,
  sentences: readonly Sentence[],
): Places {
  const records = groupBy(list, ({ path }) => recordOf(path) ?? "");
  const anchors = new Map(
    [...records].map(([record, values]) => [
      record,
      anchorOf(values, list, placesByPath, sentences),
    ]),
  );
  const isAtOtherRecord = (value: StatedLeaf, index: number): boolean =>
    list.some(
      other =>
        recordOf(other.path) !== recordOf(value.path) &&
        anchors.get(recordOf(other.path) ?? "") === index &&
        other.value === value.value,
    );
  return new Map(
    list.map(value => {
      const anchor = anchors.get(recordOf(value.path) ?? "") ?? -1;
      const candidates = (placesByPath.get(value.path) ?? [])
        .map(place => ({
          place,
          index: sentences.findIndex(sentence => isInSentence(sentence)(place)),
        }))
        .filter(({ index }) => index === anchor || !isAtOtherRecord(value, index));
      const minDistance = Math.min(...candidates.map(({ index }) => Math.abs(index - anchor)));
      return [
        value.path,
        candidates
          .filter(({ index }) => Math.abs(index - anchor) === minDistance)
          .map(({ place }) => place),
      ];
    }),
  );
}

/** Index of the sentence with the most of a record's values; values shared by records count in part. -1 if there is none. */
function anchorOf(
  values: readonly StatedLeaf[],
  list: readonly StatedLeaf[],
  placesByPath: Places,
  sentences: readonly Sentence[],
): number {
  const weights = sentences.map(sentence =>
    values
      .filter(({ path }) => placesByPath.get(path)?.some(isInSentence(sentence)))
      .map(({ value }) => 1 / list.filter(other => other.value === value).length)
      .reduce((sum, weight) => sum + weight, 0),
  );
  const maxWeight = Math.max(0, ...weights);
  return maxWeight === 0 ? -1 : weights.indexOf(maxWeight);
}
