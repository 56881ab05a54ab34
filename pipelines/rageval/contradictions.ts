// Finds the problems in a filled config, described for a model: form, order, conditions, agreements and clashes.

import { leafAt, recordOf, withoutElement } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { groupBy } from "../engine/grouping.ts";
import { clashesIn, firstDateRangeIn } from "../text/clashes.ts";
import { dayRangeOf, writeDate } from "../text/write-values.ts";
import { agreementProblem } from "./value-agreements.ts";
import { leavesOfValues } from "./config-leaves.ts";
import { precedingDateOf } from "./date-order.ts";
import {
  isLeftOut,
  isOpen,
  isPathOf,
  isConditionKnown,
  isOptional,
  dependenciesOf,
  withDependents,
} from "./config-state.ts";
import { formProblems } from "./value-form.ts";

interface Config {
  readonly schema: ScenarioSchema;
  readonly values: readonly ConfigValue[];
}

// The path comes first, so that a reader (or code) sees at once which leaf is meant.
const describe = (
  { language }: ScenarioSchema,
  { path, value }: Pick<ConfigValue, "path" | "value">,
  problem: string,
) => {
  const clause = problem.replace(/[.。]$/, "");
  return { zh: `${path} “${value}”：${clause}。`, en: `${path} "${value}": ${clause}.` }[language];
};

/**
 * All contradictions of a config, one string each, in its language: path, value, problem. `setValues` are those that code
 * had filled before the model was called: they must not have changed, and problems between them are not reported, since
 * no model can fix them. Empty if the config is acceptable.
 */
export function findContradictions(
  fullSchema: ScenarioSchema,
  values: readonly ConfigValue[],
  setValues: readonly ConfigValue[] = [],
): string[] {
  const schema = leavesOfValues(fullSchema, values);
  const setProblems = new Set(
    setValues.length > 0 ? valueProblems({ schema, values: setValues }) : [],
  );
  return [
    ...changedValues(schema, values, setValues),
    ...unknownPaths(schema, values),
    ...missingLeaves(schema, values),
    ...repeatedRecords(schema, values),
    ...valueProblems({ schema, values }).filter(problem => !setProblems.has(problem)),
  ];
}

function changedValues(
  schema: ScenarioSchema,
  values: readonly ConfigValue[],
  setValues: readonly ConfigValue[],
): string[] {
  return setValues.flatMap(setValue => {
    const value = values.find(({ path }) => path === setValue.path);
    if (value?.value === setValue.value) return [];
    const changedMessage = {
      zh: `这一项事先已定为“${setValue.value}”，不能改动`,
      en: `must stay "${setValue.value}", which was set before`,
    };
    const missingMessage = { zh: "这一项事先已定，不能丢掉", en: "was set before and is missing" };
    return [
      describe(
        schema,
        value ?? setValue,
        (value ? changedMessage : missingMessage)[schema.language],
      ),
    ];
  });
}

function unknownPaths(schema: ScenarioSchema, values: readonly ConfigValue[]): string[] {
  const repeatedValues = values.filter(
    ({ path }, index) => values.findIndex(value => value.path === path) !== index,
  );
  const unknownValues = values.filter(({ path }) => leafAt(schema, path) === undefined);
  const noSuchPath = { zh: "表里没有这个路径", en: "the schema has no such path" }[schema.language];
  const hasValue = { zh: "这个路径已经有值了", en: "this path already has a value" }[
    schema.language
  ];
  return [
    ...unknownValues.map(value => describe(schema, value, noSuchPath)),
    ...repeatedValues.map(value => describe(schema, value, hasValue)),
  ];
}

// If a leaf lacks the value it depends on (its condition, the date before it), the problem is reported there only.
function missingLeaves(schema: ScenarioSchema, values: readonly ConfigValue[]): string[] {
  const emptyLeaves = schema.leaves.filter(leaf => isOpen(schema, leaf, values));
  const needed = emptyLeaves.filter(leaf => isConditionKnown(schema, leaf, values));
  const modelLeaves = needed.filter(({ fill }) => fill === "model");
  const followers = withDependents(modelLeaves, emptyLeaves, dependenciesOf(schema));
  return needed
    .filter(leaf => !isOptional(leaf) && (modelLeaves.includes(leaf) || !followers.has(leaf)))
    .map(
      ({ path, label }) =>
        ({ zh: `${path} （${label}）：没有填写。`, en: `${path} (${label}): has no value.` })[
          schema.language
        ],
    );
}

/** Records identical to an earlier one. */
function repeatedRecords({ language }: ScenarioSchema, values: readonly ConfigValue[]): string[] {
  const records = groupBy(
    values.filter(({ path }) => recordOf(path) !== undefined),
    ({ path }) => recordOf(path) ?? "",
  );
  const textOf = ([record, fields]: [string, ConfigValue[]]) =>
    [
      withoutElement(record),
      ...fields.map(({ path, value }) => withoutElement(path) + value).sort(),
    ].join("\n");
  const texts = [...records].map(textOf);
  return [...records.keys()].flatMap((record, index) => {
    const firstEqual = [...records.keys()][texts.indexOf(texts[index] ?? "")] ?? record;
    return firstEqual === record
      ? []
      : {
          zh: `${record} 各项：与 ${firstEqual} 完全相同。`,
          en: `${record} as a whole is the same as ${firstEqual}.`,
        }[language];
  });
}

function valueProblems({ schema, values }: Config): string[] {
  return [
    ...values.flatMap(value => problemsOfValue({ schema, values }, value)),
    ...clashesIn(schema, values).map(clash => describe(schema, clash, clash.reason)),
  ];
}

function problemsOfValue({ schema, values }: Config, value: ConfigValue): string[] {
  const leaf = schema.leaves.find(candidate => isPathOf(candidate, value.path));
  if (leaf === undefined) return [];
  const condition = isLeftOut(schema, leaf, values) && leaf.onlyIf;
  if (condition) {
    const { path, equals } = condition;
    const problem = {
      zh: `这一项不该出现：只有 ${path} 为${equals.map(option => `“${option}”`).join("或")}时才写`,
      en: `must be left out: it is stated only if ${path} is ${equals.join(" or ")}`,
    };
    return [describe(schema, value, problem[schema.language])];
  }
  const problems = [
    ...formProblems({ schema, values }, leaf, value.value),
    ...orderProblems({ schema, values }, leaf, value.value),
    ...schema.agreements
      .filter(({ result }) => result === value.path)
      .flatMap(agreement => agreementProblem(agreement, leaf, value, { schema, values }) ?? []),
  ];
  return [...new Set(problems)].map(problem => describe(schema, value, problem));
}

// Dates may be precise only to the month: the order is broken if no possible day of one can follow any possible day of the other.
function orderProblems({ schema, values }: Config, leaf: Leaf, value: string): string[] {
  const { language } = schema;
  const days = leaf.type === "date" ? firstDateRangeIn(value) : undefined;
  if (!days) return [];
  const precedingDate = precedingDateOf(leaf, { schema, values });
  const earliest =
    precedingDate && leaf.after
      ? precedingDate.first + leaf.after.minimumDays
      : Number.NEGATIVE_INFINITY;
  const [periodStart, periodEnd] = [
    dayRangeOf(leaf.period?.from ?? "")?.first,
    dayRangeOf(leaf.period?.to ?? "")?.last,
  ];
  const problems: string[] = [];
  if (periodStart !== undefined && days.last < periodStart)
    problems.push(outsidePeriod(language, periodStart, "before"));
  // A date that must follow one after the period cannot lie within the period.
  if (periodEnd !== undefined && days.first > periodEnd && earliest <= periodEnd)
    problems.push(outsidePeriod(language, periodEnd, "after"));
  // The maximum distance is a bound for drawing only.
  if (precedingDate && days.last < earliest)
    problems.push(tooEarly(language, leaf.after?.minimumDays ?? 0, precedingDate));
  return problems;
}

function outsidePeriod(language: "zh" | "en", day: number, side: "before" | "after"): string {
  const date = writeDate(day, language);
  if (side === "before")
    return {
      zh: `早于所属时段的起点${date}`,
      en: `is before ${date}, the beginning of its period`,
    }[language];
  return { zh: `晚于所属时段的终点${date}`, en: `is after ${date}, the end of its period` }[
    language
  ];
}

function tooEarly(
  language: "zh" | "en",
  days: number,
  { leaf: { path }, value }: { readonly leaf: Leaf; readonly value: string },
): string {
  if (days === 0)
    return { zh: `不能早于 ${path}（${value}）`, en: `may not be before ${path} ${value}` }[
      language
    ];
  return {
    zh: `至少要在 ${path}（${value}）之后 ${days} 天`,
    en: `must be at least ${days} ${days === 1 ? "day" : "days"} after ${path} ${value}`,
  }[language];
}
