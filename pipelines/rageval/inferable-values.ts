// Checks whether the rest of a config gives a value away: by arithmetic, in a code, or in other words.

import type { Language } from "../../schemas/items/item-types.ts";
import { withoutElement } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import { groupBy } from "../engine/grouping.ts";
import { calculationFault } from "../text/calculation.ts";
import { contentWords } from "../text/content-words.ts";
import { dateParts } from "../text/dates.ts";
import { fold } from "../text/fold.ts";
import { findValues, type Value } from "../text/values.ts";

type StatedLeaf = Pick<ConfigValue, "path" | "type" | "value">;
interface Quantity extends Value {
  readonly path: string;
  /** The text after a number; empty for a date. */
  readonly unit: string;
}

const quantitiesOf = ({ path, value }: StatedLeaf): Quantity[] =>
  findValues(value).map(quantity => ({
    ...quantity,
    path,
    unit:
      quantity.kind === "number"
        ? fold(value.slice(quantity.end))
        : (quantity.canonical.split(" ")[1] ?? quantity.kind),
  }));

const hasSameUnit = (a: Quantity, b: Quantity): boolean => a.kind === b.kind && a.unit === b.unit;
const isSibling = (a: Quantity, b: Quantity): boolean =>
  a.path.slice(0, a.path.lastIndexOf("/")) === b.path.slice(0, b.path.lastIndexOf("/"));

type Operation = "sum" | "difference" | "product" | "ratio" | "percent-change";

/** Whether a quantity follows from two others, in this order. */
type Relation = (a: Quantity, b: Quantity, target: Quantity, language: Language) => boolean;

/** A relation by any of these operations, to the precision of the written result. */
const isResultOf =
  (...operations: readonly Operation[]): Relation =>
  (a, b, target, language) =>
    operations.some(
      operation => calculationFault(operation, [a, b], target, language) === undefined,
    );

/** Bare numbers and percentages are combined only with their neighbours: otherwise something would always fit. */
const mayCombine = (a: Quantity, b: Quantity, target: Quantity): boolean =>
  (target.unit !== "" && target.kind !== "percent") ||
  (isSibling(a, target) && isSibling(b, target));

const isSumOrDifference: Relation = (a, b, target, language) =>
  target.kind !== "date" &&
  hasSameUnit(a, target) &&
  hasSameUnit(b, target) &&
  mayCombine(a, b, target) &&
  isResultOf("sum", "difference")(a, b, target, language);

/** Quantity times price, share per head, and ratio. */
const isProductOrRatio: Relation = (a, b, target, language) => {
  if (!["number", "money", "duration"].includes(target.kind) || !mayCombine(a, b, target))
    return false;
  const isShared =
    b.kind === "number" ? hasSameUnit(a, target) : target.kind === "number" && hasSameUnit(a, b);
  return (
    (a.kind === "number" &&
      hasSameUnit(b, target) &&
      isResultOf("product")(a, b, target, language)) ||
    (isShared &&
      isResultOf("ratio")(a, b, target, language) &&
      isResultOf("product")(b, target, a, language))
  );
};

const isShare: Relation = (a, b, target, language) =>
  target.kind === "percent" &&
  hasSameUnit(a, b) &&
  mayCombine(a, b, target) &&
  isResultOf("ratio", "percent-change")(a, b, target, language);

const msPerDay = 86_400_000;
const daysPerUnit: Readonly<Record<string, number>> = { day: 1, week: 7 };
const monthsPerUnit: Readonly<Record<string, number>> = { month: 1, year: 12 };

/** Whether a length of time separates two dates; if in days, the first day may be included. */
function isTimeBetween(start: Quantity, length: Quantity, end: Quantity): boolean {
  const [from, to] = [dateParts(start.canonical), dateParts(end.canonical)];
  if (length.kind !== "duration" || from?.day === undefined || to?.day === undefined) return false;
  const count = Number.parseFloat(length.canonical);
  const days = (Date.parse(end.canonical) - Date.parse(start.canonical)) / msPerDay;
  const months = (Number(to.year) - Number(from.year)) * 12 + Number(to.month) - Number(from.month);
  return (
    [days, days + 1].includes(count * (daysPerUnit[length.unit] ?? Number.NaN)) ||
    (from.day === to.day && months === count * (monthsPerUnit[length.unit] ?? Number.NaN))
  );
}

const isSpan: Relation = (a, b, target) =>
  isTimeBetween(a, b, target) || isTimeBetween(target, b, a) || isTimeBetween(a, target, b);

const relationChecks = [isSumOrDifference, isProductOrRatio, isShare, isSpan];

interface StatedQuantities {
  readonly quantities: readonly Quantity[];
  readonly otherValues: readonly StatedLeaf[];
  readonly language: Language;
}

function followsFromTwo(
  target: Quantity,
  relations: readonly Relation[],
  { quantities, language }: StatedQuantities,
): boolean {
  // One of two parts gives away the other, which makes up the rest of 100%.
  const total = { ...target, canonical: "100", text: "100%" };
  const operands = target.kind === "percent" ? [...quantities, total] : quantities;
  return operands.some((a, indexA) =>
    operands.some(
      (b, indexB) =>
        indexA !== indexB && relations.some(relation => relation(a, b, target, language)),
    ),
  );
}

/** `actions` and `2` of `actions/2/cost`. */
const elementPattern = /^(.+?)\/(\d{1,4})(?=\/|$)/;

/** Whether a quantity is the sum or the number of elements of a list. */
function sumsUpList(
  target: Quantity,
  { quantities, otherValues, language }: StatedQuantities,
): boolean {
  const listQuantities = quantities.filter(
    other => elementPattern.test(other.path) && hasSameUnit(other, target),
  );
  const columns = [...groupBy(listQuantities, ({ path }) => withoutElement(path)).values()];
  const elements = new Set(otherValues.flatMap(({ path }) => elementPattern.exec(path)?.[0] ?? []));
  const lists = [...groupBy([...elements], path => withoutElement(path)).values()];
  return (
    columns.some(
      column =>
        column.length > 1 && calculationFault("sum", column, target, language) === undefined,
    ) ||
    (target.kind === "number" && lists.some(({ length }) => length === Number(target.canonical)))
  );
}

/** Minimum length of a number, and of another value, within a code; shorter ones occur in codes by chance. */
const minDigits = 3;
const minCharacters = 4;

/** Forms of a date or amount within a code: "K-20210503/A", "CN(2021)7". */
function codedForms({ kind, canonical, text }: Quantity): string[] {
  const { year = "", month = "", day = "" } = (kind === "date" && dateParts(canonical)) || {};
  const digits = text.replace(/\D/g, "");
  if (year === "") return digits.length < minDigits ? [] : [digits];
  const parts = [year, month, day].filter(part => part !== "");
  const forms = [parts, parts.toReversed(), ...(day === "" ? [] : [[year.slice(2), month, day]])];
  return forms.map(form => form.join("[\\s./_-]?"));
}

const codeKinds: readonly string[] = ["identifier", "version", "code"];

function isInCode(
  { value }: StatedLeaf,
  quantities: readonly Quantity[],
  otherValues: readonly StatedLeaf[],
): boolean {
  const codes = otherValues.filter(({ type }) => codeKinds.includes(type));
  const forms = quantities.flatMap(codedForms).map(form => new RegExp(`(?<!\\d)${form}(?!\\d)`));
  return codes.some(
    code =>
      forms.some(form => form.test(code.value.normalize("NFKC"))) ||
      (fold(value).length >= minCharacters && fold(code.value).includes(fold(value))),
  );
}

/** Whether a single line has all the words that carry the value's meaning, in any order and form. */
function isReworded({ value }: StatedLeaf, lines: readonly string[], language: Language): boolean {
  const words = contentWords(value, language);
  return (
    words.length > 0 &&
    lines.some(line => {
      const lineWords = new Set(contentWords(line, language));
      return words.every(word => lineWords.has(word));
    })
  );
}

interface InferenceContext {
  readonly otherValues: readonly StatedLeaf[];
  /** The same values, one line per record. */
  readonly lines: readonly string[];
  readonly language: Language;
}

/** Whether a reader could infer a value from the others. Figures that match by chance count as inferable. */
export function isInferable(
  value: StatedLeaf,
  { otherValues, lines, language }: InferenceContext,
): boolean {
  const ownQuantities = quantitiesOf(value);
  const context = {
    otherValues,
    language,
    quantities: otherValues.flatMap(other => quantitiesOf(other)),
  };
  return (
    isInCode(value, ownQuantities, otherValues) ||
    (ownQuantities.length === 0 && isReworded(value, lines, language)) ||
    // A sentence says more than its figure.
    ownQuantities.some(target =>
      value.type === "text"
        ? followsFromTwo(target, [isSumOrDifference], context)
        : followsFromTwo(target, relationChecks, context) || sumsUpList(target, context),
    )
  );
}
