// Problems of a filled config, in words a model can act on: form, order, conditions, agreements and clashes.

import { leafAt, recordOf, withoutElement } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { groupBy } from "../engine/grouping.ts";
import { clashesIn, daysIn } from "../text/clashes.ts";
import { daysOf, writeDate } from "../text/written-values.ts";
import { agreementProblem } from "./agreements.ts";
import { leavesTold } from "./config-leaves.ts";
import { baseOf } from "./date-order.ts";
import { isLeftOut, isOpen, isPathOf, isTold, mayLack, needsOf, withFollowers } from "./filling.ts";
import { formProblems } from "./value-form.ts";

interface Config {
  readonly schema: ScenarioSchema;
  readonly values: readonly ConfigValue[];
}

// The path comes first, so that a reader (or code) sees at once which leaf is meant.
const say = (
  { language }: ScenarioSchema,
  { path, value }: Pick<ConfigValue, "path" | "value">,
  wrong: string,
) => {
  const bare = wrong.replace(/[.。]$/, "");
  return { zh: `${path} “${value}”：${bare}。`, en: `${path} "${value}": ${bare}.` }[language];
};

/**
 * All contradictions of a config, one string each, in its language: path, value, what is wrong. `set` are the values
 * code had filled before the model was asked: those must not have changed, and problems among them alone are not
 * reported, since no model can fix them. Empty if the config is acceptable.
 */
export function contradictions(
  given: ScenarioSchema,
  values: readonly ConfigValue[],
  set: readonly ConfigValue[] = [],
): string[] {
  const schema = leavesTold(given, values);
  const old = new Set(set.length > 0 ? wrongValues({ schema, values: set }) : []);
  return [
    ...changedValues(schema, values, set),
    ...unknownPaths(schema, values),
    ...missingLeaves(schema, values),
    ...repeatedRecords(schema, values),
    ...wrongValues({ schema, values }).filter(problem => !old.has(problem)),
  ];
}

function changedValues(
  schema: ScenarioSchema,
  values: readonly ConfigValue[],
  set: readonly ConfigValue[],
): string[] {
  return set.flatMap(fixed => {
    const now = values.find(({ path }) => path === fixed.path);
    if (now?.value === fixed.value) return [];
    const changed = {
      zh: `这一项事先已定为“${fixed.value}”，不能改动`,
      en: `must stay "${fixed.value}", which was set before`,
    };
    const gone = { zh: "这一项事先已定，不能丢掉", en: "was set before and is gone" };
    return [say(schema, now ?? fixed, (now ? changed : gone)[schema.language])];
  });
}

function unknownPaths(schema: ScenarioSchema, values: readonly ConfigValue[]): string[] {
  const twice = values.filter(
    ({ path }, index) => values.findIndex(value => value.path === path) !== index,
  );
  const unknown = values.filter(({ path }) => leafAt(schema, path) === undefined);
  const noSuchPath = { zh: "表里没有这个路径", en: "the schema has no such path" }[schema.language];
  const hasValue = { zh: "这个路径已经有值了", en: "this path has a value already" }[
    schema.language
  ];
  return [
    ...unknown.map(value => say(schema, value, noSuchPath)),
    ...twice.map(value => say(schema, value, hasValue)),
  ];
}

// If a leaf lacks the value it depends on (its condition, the date before it), the problem is reported there only.
function missingLeaves(schema: ScenarioSchema, values: readonly ConfigValue[]): string[] {
  const missing = schema.leaves.filter(leaf => isOpen(schema, leaf, values));
  const needed = missing.filter(leaf => isTold(schema, leaf, values));
  const asked = needed.filter(({ fill }) => fill === "model");
  const later = withFollowers(asked, missing, needsOf(schema));
  return needed
    .filter(leaf => !mayLack(leaf) && (asked.includes(leaf) || !later.has(leaf)))
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
  const all = [...records].map(textOf);
  return [...records.keys()].flatMap((record, at) => {
    const same = [...records.keys()][all.indexOf(all[at] ?? "")] ?? record;
    return same === record
      ? []
      : {
          zh: `${record} 各项：与 ${same} 完全相同。`,
          en: `${record} as a whole: is the same as ${same}.`,
        }[language];
  });
}

function wrongValues({ schema, values }: Config): string[] {
  return [
    ...values.flatMap(value => wrongValue({ schema, values }, value)),
    ...clashesIn(schema, values).map(clash => say(schema, clash, clash.wrong)),
  ];
}

function wrongValue({ schema, values }: Config, value: ConfigValue): string[] {
  const leaf = schema.leaves.find(candidate => isPathOf(candidate, value.path));
  if (leaf === undefined) return [];
  const condition = isLeftOut(schema, leaf, values) && leaf.onlyIf;
  if (condition) {
    const { path, equals } = condition;
    const wrong = {
      zh: `这一项不该出现：只有 ${path} 为${equals.map(option => `“${option}”`).join("或")}时才写`,
      en: `must be left out: it is told only if ${path} is ${equals.join(" or ")}`,
    };
    return [say(schema, value, wrong[schema.language])];
  }
  const wrong = [
    ...formProblems({ schema, values }, leaf, value.value),
    ...orderProblems({ schema, values }, leaf, value.value),
    ...schema.agreements
      .filter(({ result }) => result === value.path)
      .flatMap(agreement => agreementProblem(agreement, leaf, value, { schema, values }) ?? []),
  ];
  return [...new Set(wrong)].map(problem => say(schema, value, problem));
}

// Dates may be precise only to the month: the order is broken if no day of the one can follow a day of the other.
function orderProblems({ schema, values }: Config, leaf: Leaf, value: string): string[] {
  const { language } = schema;
  const days = leaf.type === "date" ? daysIn(value) : undefined;
  if (!days) return [];
  const base = baseOf(leaf, { schema, values });
  const earliest =
    base && leaf.after ? base.first + leaf.after.minimumDays : Number.NEGATIVE_INFINITY;
  const [opens, closes] = [
    daysOf(leaf.period?.from ?? "")?.first,
    daysOf(leaf.period?.to ?? "")?.last,
  ];
  const problems: string[] = [];
  if (opens !== undefined && days.last < opens) problems.push(outside(language, opens, "before"));
  // A date that must follow one after the period cannot keep to the period.
  if (closes !== undefined && days.first > closes && earliest <= closes)
    problems.push(outside(language, closes, "after"));
  // The maximum distance is a bound for drawing only.
  if (base && days.last < earliest)
    problems.push(tooEarly(language, leaf.after?.minimumDays ?? 0, base));
  return problems;
}

function outside(language: "zh" | "en", day: number, side: "before" | "after"): string {
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
  { leaf: { path }, told }: { readonly leaf: Leaf; readonly told: string },
): string {
  if (days === 0)
    return { zh: `不能早于 ${path}（${told}）`, en: `may not be before ${path} ${told}` }[language];
  return {
    zh: `至少要在 ${path}（${told}）之后 ${days} 天`,
    en: `must be at least ${days} ${days === 1 ? "day" : "days"} after ${path} ${told}`,
  }[language];
}
