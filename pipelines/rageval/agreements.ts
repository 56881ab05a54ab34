// Agreements between the values of a document: computed if code fills the result, checked wherever it is stated.

import { isElementOf, leafAt, withoutElement } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Agreement, Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { agrees, calculate } from "../text/calculation.ts";
import { daysIn } from "../text/clashes.ts";
import { fold } from "../text/fold.ts";
import { findValues, type Value } from "../text/values.ts";
import { writeQuantity } from "../text/written-values.ts";
import { amountIn, amountInUnit, unitIn } from "./amounts.ts";

interface Config {
  readonly schema: ScenarioSchema;
  readonly values: readonly ConfigValue[];
}

const isAt = (path: string, other: string): boolean =>
  other === path ||
  (other.length > path.length && (isElementOf(path, other) || withoutElement(other) === path));

/** The agreement that determines a leaf's value; undefined if the value is drawn or invented. */
export const computing = (
  { agreements }: ScenarioSchema,
  { path }: Pick<Leaf, "path">,
): Agreement | undefined =>
  agreements.find(({ result, operation }) => result === path && operation !== "order");

/** Whether another value is computed from the one at a path; mere order does not count. */
export const isReckonedWith = (
  { agreements }: Pick<ScenarioSchema, "agreements">,
  path: string,
): boolean =>
  agreements.some(
    ({ operation, of }) => operation !== "order" && of.some(part => isAt(part, path)),
  );

/** The leaves an agreement is made of. */
export const partsOf = (
  { leaves }: Pick<ScenarioSchema, "leaves">,
  { result, of }: Agreement,
): Leaf[] => leaves.filter(leaf => leaf.path !== result && of.some(path => isAt(path, leaf.path)));

const toldIn = ({ of }: Agreement, values: readonly ConfigValue[]): ConfigValue[] =>
  of.flatMap(path => values.filter(value => isAt(path, value.path)));

/** Number of elements or records. */
const countOf = ({ of }: Agreement, values: readonly ConfigValue[]): number =>
  new Set(
    of.flatMap(list =>
      values
        .filter(({ path }) => isAt(list, path))
        .map(({ path }) => path.slice(0, list.length) + path.slice(list.length).split("/", 2)[1]),
    ),
  ).size;

const operandOf = ({ type, value }: ConfigValue): Value | undefined =>
  type === "date" ? findValues(value).find(({ kind }) => kind === "date") : amountIn(value);

/** Result of the operation, in the smallest unit; undefined if a part is missing or not computable. */
function numberOf(agreement: Agreement, { values }: Config): number | undefined {
  const { operation } = agreement;
  if (operation === "order" || operation === "bands") return undefined;
  if (operation === "count") return countOf(agreement, values);
  const operands = toldIn(agreement, values).flatMap(value => operandOf(value) ?? []);
  const isWhole = operands.length === toldIn(agreement, values).length;
  if (!isWhole || operands.length < (operation === "sum" ? 1 : 2)) return undefined;
  const number = calculate(operation === "percent" ? "ratio" : operation, operands);
  return number === undefined || operation !== "percent" ? number : number * 100;
}

/** The word of the band in which the number lies. */
function bandOf(agreement: Agreement, { schema, values }: Config): string | undefined {
  const [part] = toldIn(agreement, values);
  const leaf = part && leafAt(schema, part.path);
  const number = leaf && amountInUnit(part.value, leaf, schema.language);
  return number === undefined
    ? undefined
    : agreement.bands?.find(({ below }) => below === null || number < below)?.value;
}

const FINE = 2;
const COARSE = 0;

/** The value of a leaf by its agreement, as precise as the leaf or its parts; undefined if it cannot be computed. */
export function computedValue(
  agreement: Agreement,
  leaf: Leaf,
  config: Config,
): string | undefined {
  if (agreement.operation === "bands") return bandOf(agreement, config);
  const number = numberOf(agreement, config);
  // Counted values may be precise to a cent; their count is an integer.
  const parts =
    agreement.operation === "count"
      ? []
      : partsOf(config.schema, agreement).map(({ range }) => range?.decimals ?? COARSE);
  const isQuotient = agreement.operation === "ratio" || agreement.operation === "percent";
  const decimals = leaf.range?.decimals ?? Math.max(isQuotient ? FINE : COARSE, ...parts);
  return number === undefined ? undefined : write(number, leaf, decimals, config.schema.language);
}

const write = (number: number, leaf: Leaf, decimals: number, language: "zh" | "en"): string =>
  writeQuantity(
    number / unitIn(leaf, language),
    { ...leaf, range: { minimum: 0, maximum: Number.MAX_SAFE_INTEGER, decimals } },
    language,
  );

/** How a value breaks this agreement, in the schema's language; undefined if it does not. */
export function agreementProblem(
  agreement: Agreement,
  leaf: Leaf,
  value: ConfigValue,
  config: Config,
): string | undefined {
  const { language } = config.schema;
  const { operation, of, because } = agreement;
  if (operation === "order") return orderProblem(agreement, value, config);
  const expected = expectedOtherwise(agreement, leaf, value.value, config);
  if (expected === undefined) return undefined;
  const reason = because === "" ? "" : { zh: `：${because}`, en: `: ${because}` }[language];
  const parts = of.join(language === "zh" ? "、" : ", ");
  return {
    zh: `与 ${parts} 不符，按其${OPERATIONS.zh[operation]}应为“${expected}”${reason}`,
    en: `is not the ${OPERATIONS.en[operation]} of ${parts}, which is ${expected}${reason}`,
  }[language];
}

const OPERATIONS = {
  zh: {
    sum: "合计",
    difference: "差额",
    product: "乘积",
    ratio: "比值",
    percent: "百分比",
    count: "个数",
    bands: "分档",
  },
  en: {
    sum: "sum",
    difference: "difference",
    product: "product",
    ratio: "ratio",
    percent: "percentage",
    count: "number",
    bands: "band",
  },
};

/** Sums must be exact, quotients only as precise as they are written. */
const isSaid = ({ operation }: Agreement, told: Value, number: number): boolean =>
  operation === "sum" || operation === "difference" || operation === "count"
    ? Math.abs(bare(told) - number) < 1e-6 * Math.max(1, Math.abs(number))
    : agrees(told, number);

/** The value expected instead of this one; undefined if it is right. */
function expectedOtherwise(
  agreement: Agreement,
  leaf: Leaf,
  value: string,
  config: Config,
): string | undefined {
  const { language } = config.schema;
  const band = bandOf(agreement, config);
  if (agreement.operation === "bands") return band && fold(band) !== fold(value) ? band : undefined;
  const [number, told] = [numberOf(agreement, config), amountIn(value)];
  if (number === undefined || told === undefined || isSaid(agreement, told, number))
    return undefined;
  const shown = String(amountInUnit(value, leaf, language) ?? 0);
  const expected = write(number, leaf, Math.min(6, shown.split(".")[1]?.length ?? 0), language);
  // A total may be rounded even if its parts are not.
  return fold(expected) === fold(value) ? undefined : expected;
}

function orderProblem(
  agreement: Agreement,
  value: ConfigValue,
  { schema: { language }, values }: Config,
): string | undefined {
  const [later, least] = [value.type === "date", toldIn(agreement, values)];
  const above = least.find(other => isBelow(value, other));
  if (above === undefined) return undefined;
  const than = { zh: later ? "早于" : "小于", en: later ? "before" : "less than" }[language];
  return {
    zh: `不能${than} ${above.path}（${above.value}）`,
    en: `may not be ${than} ${above.path} ${above.value}`,
  }[language];
}

/** Dates may be precise only to the month: one is before another if it certainly is. */
function isBelow(one: ConfigValue, other: ConfigValue): boolean {
  if (one.type === "date") {
    const [own, others] = [daysIn(one.value), daysIn(other.value)];
    return own !== undefined && others !== undefined && own.last < others.first;
  }
  const [own, others] = [amountIn(one.value), amountIn(other.value)];
  return own !== undefined && others !== undefined && bare(own) < bare(others);
}

const bare = ({ canonical }: Value): number => Number.parseFloat(canonical);
