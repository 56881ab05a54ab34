// The labelled elements that seeds share: one for each label and its variants, with the values the seeds give it.

import type { LeafType } from "../../../schemas/rageval/schema.ts";
import { fold } from "../../text/fold.ts";
import { findValues } from "../../text/values.ts";
import { type Entry, valueOf } from "../facts/labelled-entries.ts";
import { isGenericLabel, labelKey } from "../facts/line-labels.ts";
import { asNoun, mostCommon, type SeedReading, supportNeeded } from "./seed-reading.ts";
import { isCalendarDate, isPlaceholder, trimValue, typeOfValue } from "../facts/value-types.ts";

type Language = "zh" | "en";

/** A factual element as seeds show it, whether in labelled lines or in running sentences. */
export interface Element {
  readonly key: string;
  readonly label: string;
  readonly aliases: readonly string[];
  readonly type: LeafType;
  readonly values: readonly string[];
  readonly notes: readonly string[];
  /** Several values in one seed. */
  readonly many: boolean;
  /** Indexes of the seeds that show it. */
  readonly seeds: ReadonlySet<number>;
  /** Keys of what it stands under, nearest first, as first seen. */
  readonly under: readonly string[];
  readonly place: number;
  /** A date under a heading only: what it dates, nobody labelled. */
  readonly underHeading?: boolean;
}

interface Observation {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly note: string;
  readonly seed: number;
  readonly under: readonly string[];
  readonly place: number;
  readonly underHeading: boolean;
}

const longest = { zh: 60, en: 160 };

const isSpecific = (label: string, language: Language): boolean => findValues(label, language).length > 0 || /\d{2,}|[“”"‘]\p{Lu}|(?:如下|以下|下列)$/u.test(label);

const shortValue = (entry: Entry, language: Language): string | undefined => {
  if (entry.parts.length > 2 || (entry.parts[0]?.text.length ?? 0) > 1000) return undefined;
  const value = trimValue(valueOf(entry));
  return value.length <= longest[language] && !isPlaceholder(value) ? value : undefined;
};

// The particulars of the document's own subject: "Name" under "Basic Information" is no other name.
const PARTICULARS =
  /^\W*(?:\d+[.、]?\s*)?(?:(?:basic|general|personal|patient) (?:information|particulars|data|details)|基本信息|基本情况|一般情况|一般资料|个人信息|患者信息)\W*$/i;

/** "Age" under "Captain" and again under "First officer" are two elements; a generic label is always its context's. */
const nameOf = (entry: Entry, repeated: ReadonlySet<string>, language: Language): string => {
  const above = entry.context[0];
  // Under a document's own title a label says no more than alone.
  if (above === undefined || PARTICULARS.test(above) || isSpecific(above, language) || !(isGenericLabel(entry.label) || repeated.has(labelKey(entry.label)))) return entry.label;
  return language === "zh" ? above + entry.label : `${above} ${entry.label}`;
};

/** Labels that one seed gives different values under different headings. */
const repeatedIn = (entries: readonly Entry[]): Set<string> => {
  const values = new Map<string, Set<string>>();
  for (const entry of entries.filter(({ form }) => form === "line")) {
    const key = labelKey(entry.label);
    values.set(key, (values.get(key) ?? new Set()).add(fold(valueOf(entry))));
  }
  return new Set([...values].filter(([, seen]) => seen.size > 1).map(([key]) => key));
};

const dateOf = { zh: (label: string) => `${label}日期`, en: (label: string) => `${label} date` };

/** A section that opens with its date tells of a dated event: "Arrest: On 15 March 2023, …". */
const openingDate = (entry: Entry, language: Language): string | undefined => {
  const [first] = entry.parts;
  const [value] = first === undefined || entry.form === "line" ? [] : findValues(first.text, language);
  return value !== undefined && isCalendarDate(value) && value.canonical.length > 4 && value.start <= 8 ? value.text : undefined;
};

const observe = (reading: SeedReading, seed: number, repeated: ReadonlySet<string>, language: Language): Observation[] =>
  reading.entries.flatMap((entry, index) => {
    const date = openingDate(entry, language);
    const own = nameOf(entry, repeated, language);
    const label = date === undefined || /date$|日期$|时间$/i.test(own) ? own : dateOf[language](own);
    const value = date ?? shortValue(entry, language);
    if (value === undefined || isSpecific(label, language)) return [];
    return [
      { key: labelKey(label), label, value, note: entry.note, seed, under: entry.context.map(labelKey), place: index / reading.entries.length, underHeading: date !== undefined },
    ];
  });

const majorityType = (observations: readonly Observation[], language: Language): LeafType => {
  const types = observations.map(observation => typeOfValue(observation.value, observation.label, language));
  const common = mostCommon(types) ?? "text";
  return types.filter(type => type === common).length >= 0.6 * types.length ? common : "text";
};

const shortWords = { zh: 12, en: 32 };

/** A text that comes back in few short wordings is a choice. */
const isChoice = (values: readonly string[], language: Language): boolean =>
  values.length >= 3 && new Set(values.map(value => value.toLowerCase())).size < values.length && values.every(value => value.length <= shortWords[language]);

// A record of an examination names only the part that was looked at; nobody asks "what was the abdomen".
const BODY_PART =
  /^(?:abdomen|chest|heart|lungs?|neck|skin|spine|limbs|extremities|thorax|breasts?|head(?: and (?:organs|neck))?|eyes?|ears?|nose|throat|mouth|lymph nodes|mucous membranes|nervous system|external genitalia|genitalia|rectum(?: and anus)?|anus(?: and rectum)?|back|pelvis|joints)$/i;

const toElement = (observations: readonly Observation[], language: Language): Element | undefined => {
  const [first] = observations;
  if (first === undefined) return undefined;
  const labels = observations.map(observation => asNoun(observation.label));
  const common = mostCommon(labels) ?? first.label;
  const label = language === "en" && BODY_PART.test(common) ? `${common} examination finding` : common;
  const values = observations.map(observation => observation.value);
  const type = majorityType(observations, language);
  const seeds = new Set(observations.map(observation => observation.seed));
  return {
    key: first.key,
    label,
    aliases: [...new Set(labels)].filter(other => other !== label),
    type: type === "text" && isChoice(values, language) ? "choice" : type,
    values: [...new Set(values)],
    notes: observations.map(observation => observation.note).filter(note => note !== ""),
    many: new Set(observations.map(({ seed, value }) => `${seed} ${value}`)).size > 1.5 * seeds.size,
    seeds,
    under: first.under,
    place: first.place,
    underHeading: observations.every(({ underHeading }) => underHeading),
  };
};

const isVariant = (a: Element, b: Element): boolean => {
  const [inner, outer] = a.key.length <= b.key.length ? [a, b] : [b, a];
  const contained = /\p{Script=Han}/u.test(outer.key)
    ? outer.key.endsWith(inner.key) && inner.key.length >= 2
    : inner.key.split(" ").every(word => outer.key.split(" ").includes(word));
  return contained && a.type === b.type && ![...a.seeds].some(seed => b.seeds.has(seed));
};

const merge = (a: Element, b: Element): Element => {
  const [main, other] = a.seeds.size >= b.seeds.size ? [a, b] : [b, a];
  return {
    ...main,
    aliases: [...new Set([...main.aliases, other.label, ...other.aliases])],
    values: [...new Set([...main.values, ...other.values])],
    notes: [...main.notes, ...other.notes],
    seeds: new Set([...main.seeds, ...other.seeds]),
  };
};

/** "Registration" in one seed and "aircraft registration" in another are one element, if no seed has both. */
const mergeVariants = (elements: readonly Element[]): Element[] => {
  const merged: Element[] = [];
  for (const element of elements) {
    const at = merged.findIndex(other => isVariant(other, element));
    const known = merged[at];
    if (known === undefined) merged.push(element);
    else merged[at] = merge(known, element);
  }
  return merged;
};

/** The elements that enough seeds label, in the order of the seeds. */
export const findLabelledElements = (readings: readonly SeedReading[], language: Language): Element[] => {
  const repeated = new Set(readings.flatMap(reading => [...repeatedIn(reading.entries)]));
  const byKey = new Map<string, Observation[]>();
  for (const observation of readings.flatMap((reading, seed) => observe(reading, seed, repeated, language))) {
    if (observation.key !== "") byKey.set(observation.key, [...(byKey.get(observation.key) ?? []), observation]);
  }
  const elements = [...byKey.values()].map(observations => toElement(observations, language)).filter(element => element !== undefined);
  return mergeVariants(elements).filter(element => element.seeds.size >= supportNeeded(readings.length));
};
