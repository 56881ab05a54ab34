// Computes and checks agreements between the values of a document: computes a result that code fills in, and checks it wherever it is stated.

import { isElementOf, leafAt, withoutElement } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Agreement, Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { equalsAsWritten, calculate } from "../text/calculation.ts";
import { firstDateRangeIn } from "../text/clashes.ts";
import { fold } from "../text/fold.ts";
import { findValues, type Value } from "../text/values.ts";
import { writeQuantity } from "../text/write-values.ts";
import { amountIn, amountInUnit, unitSize } from "./amounts.ts";

interface Config {
  readonly schema: ScenarioSchema;
  readonly values: readonly ConfigValue[];
}

const coversPath = (path: string, other: string): boolean =>
  other === path ||
  (other.length > path.length && (isElementOf(path, other) || withoutElement(other) === path));

/** The agreement that determines a leaf's value; undefined if the value is drawn or invented. */
export const agreementFor = (
  { agreements }: ScenarioSchema,
  { path }: Pick<Leaf, "path">,
): Agreement | undefined =>
  agreements.find(({ result, operation }) => result === path && operation !== "order");

/** Whether another value is computed from the one at a path; an order of values does not count. */
export const isUsedInComputation = (
  { agreements }: Pick<ScenarioSchema, "agreements">,
  path: string,
): boolean =>
  agreements.some(
    ({ operation, of }) => operation !== "order" && of.some(part => coversPath(part, path)),
  );

/** The leaves that an agreement's result is computed from. */
export const partsOf = (
  { leaves }: Pick<ScenarioSchema, "leaves">,
  { result, of }: Agreement,
): Leaf[] =>
  leaves.filter(leaf => leaf.path !== result && of.some(path => coversPath(path, leaf.path)));

const operandValues = ({ of }: Agreement, values: readonly ConfigValue[]): ConfigValue[] =>
  of.flatMap(path => values.filter(value => coversPath(path, value.path)));

/** Number of elements or records. */
const countOf = ({ of }: Agreement, values: readonly ConfigValue[]): number =>
  new Set(
    of.flatMap(list =>
      values
        .filter(({ path }) => coversPath(list, path))
        .map(({ path }) => path.slice(0, list.length) + path.slice(list.length).split("/", 2)[1]),
    ),
  ).size;

const operandOf = ({ type, value }: ConfigValue): Value | undefined =>
  type === "date" ? findValues(value).find(({ kind }) => kind === "date") : amountIn(value);

/** Result of the operation, in the smallest unit; undefined if a part is missing or not computable. */
function computeResult(agreement: Agreement, { values }: Config): number | undefined {
  const { operation } = agreement;
  if (operation === "order" || operation === "bands") return undefined;
  if (operation === "count") return countOf(agreement, values);
  const operands = operandValues(agreement, values).flatMap(value => operandOf(value) ?? []);
  const isComplete = operands.length === operandValues(agreement, values).length;
  if (!isComplete || operands.length < (operation === "sum" ? 1 : 2)) return undefined;
  const number = calculate(operation === "percent" ? "ratio" : operation, operands);
  return number === undefined || operation !== "percent" ? number : number * 100;
}

/** The word for the band in which the number lies. */
function bandOf(agreement: Agreement, { schema, values }: Config): string | undefined {
  const [part] = operandValues(agreement, values);
  const leaf = part && leafAt(schema, part.path);
  const number = leaf && amountInUnit(part.value, leaf, schema.language);
  return number === undefined
    ? undefined
    : agreement.bands?.find(({ below }) => below === null || number < below)?.value;
}

const quotientDecimals = 2;
const defaultDecimals = 0;

/** Computes the value of a leaf by its agreement, as precise as the leaf or its parts; undefined if that is impossible. */
export function computedValue(
  agreement: Agreement,
  leaf: Leaf,
  config: Config,
): string | undefined {
  if (agreement.operation === "bands") return bandOf(agreement, config);
  const number = computeResult(agreement, config);
  // Values that are counted may be precise to a cent; their count is an integer.
  const parts =
    agreement.operation === "count"
      ? []
      : partsOf(config.schema, agreement).map(({ range }) => range?.decimals ?? defaultDecimals);
  const isQuotient = agreement.operation === "ratio" || agreement.operation === "percent";
  const decimals =
    leaf.range?.decimals ?? Math.max(isQuotient ? quotientDecimals : defaultDecimals, ...parts);
  return number === undefined
    ? undefined
    : writeNumber(number, leaf, decimals, config.schema.language);
}

const writeNumber = (number: number, leaf: Leaf, decimals: number, language: "zh" | "en"): string =>
  writeQuantity(
    number / unitSize(leaf, language),
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
  const expected = expectedValue(agreement, leaf, value.value, config);
  if (expected === undefined) return undefined;
  const reason = because === "" ? "" : { zh: `：${because}`, en: `: ${because}` }[language];
  const parts = of.join(language === "zh" ? "、" : ", ");
  return {
    zh: `与 ${parts} 不符，按其${operations.zh[operation]}应为“${expected}”${reason}`,
    en: `is not the ${operations.en[operation]} of ${parts}, which is ${expected}${reason}`,
  }[language];
}

const operations = {
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
const agreesWith = ({ operation }: Agreement, amount: Value, number: number): boolean =>
  operation === "sum" || operation === "difference" || operation === "count"
    ? Math.abs(toNumber(amount) - number) < 1e-6 * Math.max(1, Math.abs(number))
    : equalsAsWritten(amount, number);

/** The value expected instead of this one; undefined if this one is correct. */
function expectedValue(
  agreement: Agreement,
  leaf: Leaf,
  value: string,
  config: Config,
): string | undefined {
  const { language } = config.schema;
  const band = bandOf(agreement, config);
  if (agreement.operation === "bands") return band && fold(band) !== fold(value) ? band : undefined;
  const [number, amount] = [computeResult(agreement, config), amountIn(value)];
  if (number === undefined || amount === undefined || agreesWith(agreement, amount, number))
    return undefined;
  const writtenNumber = String(amountInUnit(value, leaf, language) ?? 0);
  const expected = writeNumber(
    number,
    leaf,
    Math.min(6, writtenNumber.split(".")[1]?.length ?? 0),
    language,
  );
  // A total may be rounded even if its parts are not.
  return fold(expected) === fold(value) ? undefined : expected;
}

function orderProblem(
  agreement: Agreement,
  value: ConfigValue,
  { schema: { language }, values }: Config,
): string | undefined {
  const isDate = value.type === "date";
  const minimum = operandValues(agreement, values).find(other => isBelow(value, other));
  if (minimum === undefined) return undefined;
  const comparison = { zh: isDate ? "早于" : "小于", en: isDate ? "before" : "less than" }[
    language
  ];
  return {
    zh: `不能${comparison} ${minimum.path}（${minimum.value}）`,
    en: `may not be ${comparison} ${minimum.path} ${minimum.value}`,
  }[language];
}

/** Dates may be precise only to the month: one is before another if all its possible days are. */
function isBelow(value: ConfigValue, other: ConfigValue): boolean {
  if (value.type === "date") {
    const [days, otherDays] = [firstDateRangeIn(value.value), firstDateRangeIn(other.value)];
    return days !== undefined && otherDays !== undefined && days.last < otherDays.first;
  }
  const [amount, otherAmount] = [amountIn(value.value), amountIn(other.value)];
  return (
    amount !== undefined && otherAmount !== undefined && toNumber(amount) < toNumber(otherAmount)
  );
}

const toNumber = ({ canonical }: Value): number => Number.parseFloat(canonical);
