// Values of one config that contradict each other: the schema's own contradictions, and sex, age and birth against what is said about a person.

import { recordOf, withoutElement } from "../../schemas/rageval/paths.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { bears, type Sex, sexOf, signsOfLife } from "./life-words.ts";
import { findPeople, isOccupation, type Person } from "./people.ts";
import { findValues } from "./values.ts";
import { daysOf, yearsBetween } from "./written-values.ts";

export interface PathValue {
  readonly path: string;
  readonly value: string;
}

/** A value that clashes with another, and why, in words. */
export interface Clash extends PathValue {
  readonly wrong: string;
}

interface StatedValues {
  readonly schema: ScenarioSchema;
  /** Values by path; elements of a list, or of all records, are grouped. */
  readonly byPath: ReadonlyMap<string, readonly PathValue[]>;
  /** The values of a leaf; those of a list under its own path. */
  at(leaf: Pick<Leaf, "path"> | undefined): readonly string[];
}

/** First and last day of the first date in a value. */
export function daysIn(value: string): { first: number; last: number } | undefined {
  const date = findValues(value).find(({ kind }) => kind === "date");
  return date && daysOf(date.canonical);
}

/** Whole years of a written age: 35岁, 8个月, 35, 35 years. */
export function yearsIn(value: string): number | undefined {
  const canonical = findValues(value)[0]?.canonical;
  if (canonical === undefined) return undefined;
  return /month|week|day/.test(canonical) ? 0 : Number.parseFloat(canonical);
}

/** All clashes among the values, in the order of the schema. */
export function clashesIn(schema: ScenarioSchema, values: readonly PathValue[]): Clash[] {
  const byPath = new Map<string, PathValue[]>();
  for (const value of values) {
    const path = withoutElement(value.path);
    const others = byPath.get(path);
    if (others) others.push(value);
    else byPath.set(path, [value]);
  }
  const at: StatedValues["at"] = leaf => {
    const bare = withoutElement(leaf?.path ?? "");
    const found = byPath.get(bare) ?? [];
    return (bare === leaf?.path ? found : found.filter(({ path }) => path === leaf?.path)).map(
      ({ value }) => value,
    );
  };
  const stated: StatedValues = { schema, byPath, at };
  return [
    ...ownClashes(stated),
    ...findPeople(schema).flatMap(person => [
      ...lifeClashes(stated, person),
      ...ageClashes(stated, person),
    ]),
  ];
}

// Values that contradict each other in one record do not if they are in two.
const isApart = (one: PathValue, other: PathValue): boolean => {
  const [record = "", another = ""] = [recordOf(one.path), recordOf(other.path)];
  return record !== another && withoutElement(record) === withoutElement(another);
};

function ownClashes({ schema, byPath }: StatedValues): Clash[] {
  return schema.contradictions.flatMap(({ when, never, because }) => {
    const matching = ({ path, matches }: typeof when) =>
      (byPath.get(path) ?? []).filter(({ value }) => new RegExp(matches, "i").test(value));
    const causes = matching(when);
    if (causes.length === 0) return [];
    return matching(never).flatMap(effect => {
      const cause = causes.find(one => !isApart(one, effect));
      if (cause === undefined) return [];
      const wrong = {
        zh: `与 ${when.path}“${cause.value}”矛盾：${because}`,
        en: `contradicts ${when.path} "${cause.value}": ${because}`,
      }[schema.language];
      return [{ ...effect, wrong }];
    });
  });
}

function ageOf({ at }: StatedValues, { age, birth, event }: Person): number | null {
  const statedAge = at(age)[0];
  if (statedAge !== undefined) return yearsIn(statedAge) ?? null;
  const born = daysIn(at(birth)[0] ?? "");
  const then = daysIn(at(event)[0] ?? "");
  return born && then ? yearsBetween(born.first, then.last) : null;
}

function lifeClashes(stated: StatedValues, person: Person): Clash[] {
  const sex = sexOf(stated.at(person.sex)[0] ?? "");
  const age = ageOf(stated, person);
  const { language } = stated.schema;
  return person.about.flatMap(leaf =>
    stated.at(leaf).flatMap(value => {
      const sign = signsOfLife(value, language, isOccupation(leaf)).find(
        found => !bears({ sex, age }, found),
      );
      return sign === undefined
        ? []
        : [{ path: leaf.path, value, wrong: unfit(sign.words, { sex, age }, language) }];
    }),
  );
}

function unfit(
  words: string,
  { sex, age }: { sex: Sex | undefined; age: number | null },
  language: "zh" | "en",
): string {
  const who = {
    zh: [sex === undefined ? [] : sex === "male" ? "男性" : "女性", age === null ? [] : `${age}岁`]
      .flat()
      .join("、"),
    en: [sex ?? [], age === null ? [] : `aged ${age}`].flat().join(", "),
  }[language];
  return {
    zh: `“${words}”与此人的情况（${who}）不符`,
    en: `"${words}" does not fit a person who is ${who}`,
  }[language];
}

// A birth date without day or month allows more than one age.
function ageClashes(
  { schema, at }: StatedValues,
  { age, birth, event, marriage }: Person,
): Clash[] {
  const { language } = schema;
  const [ageTold = "", bornTold = "", marriedTold = ""] = [age, birth, marriage].map(
    leaf => at(leaf)[0],
  );
  const years = yearsIn(ageTold);
  const born = daysIn(bornTold);
  const then = daysIn(at(event)[0] ?? "");
  const married = daysIn(marriedTold);
  const clashes: Clash[] = [];
  if (age && event && born && then && years !== undefined) {
    const [youngest, oldest] = [
      yearsBetween(born.last, then.first),
      yearsBetween(born.first, then.last),
    ];
    const day = at(event)[0] ?? "";
    const wrong = {
      zh: `与出生日期${bornTold}不符：到 ${event.path}（${day}）时应为${oldest}岁`,
      en: `does not fit the birth date ${bornTold} at ${event.path} ${day}: the age then is ${oldest}`,
    }[language];
    if (years < youngest || years > oldest) clashes.push({ path: age.path, value: ageTold, wrong });
  }
  if (marriage && born && married && yearsBetween(born.first, married.last) < 16)
    clashes.push({
      path: marriage.path,
      value: marriedTold,
      wrong: {
        zh: `结婚时未满16岁（出生于${bornTold}）`,
        en: `is a marriage before the age of 16 (born ${bornTold})`,
      }[language],
    });
  return clashes;
}

/** Whether an additional value causes no new clash. */
export function fits(
  schema: ScenarioSchema,
  values: readonly PathValue[],
  candidate: PathValue,
): boolean {
  return clashesIn(schema, [...values, candidate]).length <= clashesIn(schema, values).length;
}

/** Whether another record of its list has the same value: values tell records apart, except for choices. */
export const isTaken = (
  values: readonly PathValue[],
  { path, type, value }: PathValue & Pick<Leaf, "type">,
): boolean =>
  type !== "choice" &&
  recordOf(path) !== undefined &&
  values.some(
    other => other.value === value && withoutElement(other.path) === withoutElement(path),
  );
