// Values of one config that contradict each other: the schema's own contradictions, and sex, age and birth against what is said about a person.

import { recordOf, withoutElement } from "../../schemas/rageval/paths.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { canHaveSign, type Sex, sexOf, personSignsIn } from "./person-signs.ts";
import { findPeople, isOccupation, type Person } from "../../schemas/rageval/person-leaves.ts";
import { findValues } from "./values.ts";
import { dayRangeOf, yearsBetween } from "./write-values.ts";

export interface PathValue {
  readonly path: string;
  readonly value: string;
}

/** A value that clashes with another, and the reason. */
export interface Clash extends PathValue {
  readonly reason: string;
}

interface StatedValues {
  readonly schema: ScenarioSchema;
  /** Values by path; elements of a list, or of all records, are grouped. */
  readonly byPath: ReadonlyMap<string, readonly PathValue[]>;
  /** The values of a leaf; those of a list under its own path. */
  valuesOf(leaf: Pick<Leaf, "path"> | undefined): readonly string[];
}

/** First and last day of the first date in a value. */
export function firstDateRangeIn(value: string): { first: number; last: number } | undefined {
  const date = findValues(value).find(({ kind }) => kind === "date");
  return date && dayRangeOf(date.canonical);
}

/** The years of a written age (35岁, 8个月, 35, 35 years); 0 for an age in months, weeks or days. */
export function ageInYears(value: string): number | undefined {
  const canonical = findValues(value)[0]?.canonical;
  if (canonical === undefined) return undefined;
  return /month|week|day/.test(canonical) ? 0 : Number.parseFloat(canonical);
}

/** All clashes among the values, in the order of the schema. */
export function clashesIn(schema: ScenarioSchema, values: readonly PathValue[]): Clash[] {
  const byPath = new Map<string, PathValue[]>();
  for (const value of values) {
    const path = withoutElement(value.path);
    byPath.set(path, [...(byPath.get(path) ?? []), value]);
  }
  const valuesOf: StatedValues["valuesOf"] = leaf => {
    const listPath = withoutElement(leaf?.path ?? "");
    const group = byPath.get(listPath) ?? [];
    return (listPath === leaf?.path ? group : group.filter(({ path }) => path === leaf?.path)).map(
      ({ value }) => value,
    );
  };
  const stated: StatedValues = { schema, byPath, valuesOf };
  return [
    ...schemaClashes(stated),
    ...findPeople(schema).flatMap(person => [
      ...personSignClashes(stated, person),
      ...ageClashes(stated, person),
    ]),
  ];
}

// Values that would contradict each other within one record may both be right in different records.
const areInDifferentRecords = (first: PathValue, second: PathValue): boolean => {
  const [firstRecord = "", secondRecord = ""] = [recordOf(first.path), recordOf(second.path)];
  return (
    firstRecord !== secondRecord && withoutElement(firstRecord) === withoutElement(secondRecord)
  );
};

function schemaClashes({ schema, byPath }: StatedValues): Clash[] {
  return schema.contradictions.flatMap(({ when, never, because }) => {
    const matching = ({ path, matches }: typeof when) =>
      (byPath.get(path) ?? []).filter(({ value }) => new RegExp(matches, "i").test(value));
    const causes = matching(when);
    if (causes.length === 0) return [];
    return matching(never).flatMap(effect => {
      const cause = causes.find(value => !areInDifferentRecords(value, effect));
      if (cause === undefined) return [];
      const reason = {
        zh: `与 ${when.path}“${cause.value}”矛盾：${because}`,
        en: `contradicts ${when.path} "${cause.value}": ${because}`,
      }[schema.language];
      return [{ ...effect, reason }];
    });
  });
}

/** The age as stated, otherwise from the dates of birth and of the event; null if unknown. */
function ageOf({ valuesOf }: StatedValues, { age, birth, event }: Person): number | null {
  const statedAge = valuesOf(age)[0];
  if (statedAge !== undefined) return ageInYears(statedAge) ?? null;
  const birthDays = firstDateRangeIn(valuesOf(birth)[0] ?? "");
  const eventDays = firstDateRangeIn(valuesOf(event)[0] ?? "");
  return birthDays && eventDays ? yearsBetween(birthDays.first, eventDays.last) : null;
}

function personSignClashes(stated: StatedValues, person: Person): Clash[] {
  const sex = sexOf(stated.valuesOf(person.sex)[0] ?? "");
  const age = ageOf(stated, person);
  const { language } = stated.schema;
  return person.about.flatMap(leaf =>
    stated.valuesOf(leaf).flatMap(value => {
      const sign = personSignsIn(value, language, isOccupation(leaf)).find(
        candidate => !canHaveSign({ sex, age }, candidate),
      );
      return sign === undefined
        ? []
        : [{ path: leaf.path, value, reason: mismatchMessage(sign.words, { sex, age }, language) }];
    }),
  );
}

function mismatchMessage(
  words: string,
  { sex, age }: { sex: Sex | undefined; age: number | null },
  language: "zh" | "en",
): string {
  const description = {
    zh: [sex === undefined ? [] : sex === "male" ? "男性" : "女性", age === null ? [] : `${age}岁`]
      .flat()
      .join("、"),
    en: [sex ?? [], age === null ? [] : `aged ${age}`].flat().join(", "),
  }[language];
  return {
    zh: `“${words}”与此人的情况（${description}）不符`,
    en: `"${words}" does not fit a person who is ${description}`,
  }[language];
}

// A birth date without a day or month allows more than one age.
function ageClashes(
  { schema, valuesOf }: StatedValues,
  { age, birth, event, marriage }: Person,
): Clash[] {
  const { language } = schema;
  const [ageText = "", birthText = "", eventText = "", marriageText = ""] = [
    age,
    birth,
    event,
    marriage,
  ].map(leaf => valuesOf(leaf)[0]);
  const years = ageInYears(ageText);
  const [birthDays, eventDays, marriageDays] = [birthText, eventText, marriageText].map(
    firstDateRangeIn,
  );
  const clashes: Clash[] = [];
  if (age && event && birthDays && eventDays && years !== undefined) {
    const minAge = yearsBetween(birthDays.last, eventDays.first);
    const maxAge = yearsBetween(birthDays.first, eventDays.last);
    const reason = {
      zh: `与出生日期${birthText}不符：到 ${event.path}（${eventText}）时应为${maxAge}岁`,
      en: `does not fit the birth date ${birthText}: the age at ${event.path} (${eventText}) would be ${maxAge}`,
    }[language];
    if (years < minAge || years > maxAge) clashes.push({ path: age.path, value: ageText, reason });
  }
  if (
    marriage &&
    birthDays &&
    marriageDays &&
    yearsBetween(birthDays.first, marriageDays.last) < 16
  )
    clashes.push({
      path: marriage.path,
      value: marriageText,
      reason: {
        zh: `结婚时未满16岁（出生于${birthText}）`,
        en: `is a marriage before the age of 16 (born ${birthText})`,
      }[language],
    });
  return clashes;
}

/** Whether a value can be added without causing a new clash. */
export function addsNoClash(
  schema: ScenarioSchema,
  values: readonly PathValue[],
  candidate: PathValue,
): boolean {
  return clashesIn(schema, [...values, candidate]).length <= clashesIn(schema, values).length;
}

/** Whether another record of its list has the same value: values distinguish records, except for choices. */
export const isRepeatedInList = (
  values: readonly PathValue[],
  { path, type, value }: PathValue & Pick<Leaf, "type">,
): boolean =>
  type !== "choice" &&
  recordOf(path) !== undefined &&
  values.some(
    other => other.value === value && withoutElement(other.path) === withoutElement(path),
  );
