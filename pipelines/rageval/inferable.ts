// Checks whether the rest of a config gives a value away: by arithmetic, in a code, or in other words.

import { withoutElement } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import { groupBy } from "../engine/grouping.ts";
import { compute } from "../text/calculation.ts";
import { contentWords } from "../text/content-words.ts";
import { dateParts } from "../text/dates.ts";
import { fold } from "../text/fold.ts";
import { findValues, type Value } from "../text/values.ts";

type StatedLeaf = Pick<ConfigValue, "path" | "type" | "value">;
type Language = "zh" | "en";

interface Quantity extends Value {
  readonly path: string;
  /** The text after a number; empty for a date. */
  readonly unit: string;
}

const quantitiesOf = ({ path, value }: StatedLeaf): Quantity[] =>
  findValues(value).map(found => ({
    ...found,
    path,
    unit:
      found.kind === "number"
        ? fold(value.slice(found.end))
        : (found.canonical.split(" ")[1] ?? found.kind),
  }));

const isAlike = (a: Quantity, b: Quantity): boolean => a.kind === b.kind && a.unit === b.unit;
const isBeside = (a: Quantity, b: Quantity): boolean =>
  a.path.slice(0, a.path.lastIndexOf("/")) === b.path.slice(0, b.path.lastIndexOf("/"));

type Operation = "sum" | "difference" | "product" | "ratio" | "percent-change";

/** Whether a quantity follows from two others, in this order. */
type Relation = (a: Quantity, b: Quantity, one: Quantity, language: Language) => boolean;

/** Compares at the precision of the written result. */
const gives =
  (...operations: readonly Operation[]): Relation =>
  (a, b, one, language) =>
    operations.some(operation => compute(operation, [a, b], one, language) === undefined);

/** Bare numbers and percentages are combined only with their neighbours: otherwise something would always fit. */
const isNear = (a: Quantity, b: Quantity, one: Quantity): boolean =>
  (one.unit !== "" && one.kind !== "percent") || (isBeside(a, one) && isBeside(b, one));

const addsUp: Relation = (a, b, one, language) =>
  one.kind !== "date" &&
  isAlike(a, one) &&
  isAlike(b, one) &&
  isNear(a, b, one) &&
  gives("sum", "difference")(a, b, one, language);

/** Quantity times price, share per head, and ratio. */
const multiplies: Relation = (a, b, one, language) => {
  if (!["number", "money", "duration"].includes(one.kind) || !isNear(a, b, one)) return false;
  const isShared = b.kind === "number" ? isAlike(a, one) : one.kind === "number" && isAlike(a, b);
  return (
    (a.kind === "number" && isAlike(b, one) && gives("product")(a, b, one, language)) ||
    (isShared && gives("ratio")(a, b, one, language) && gives("product")(b, one, a, language))
  );
};

const isShare: Relation = (a, b, one, language) =>
  one.kind === "percent" &&
  isAlike(a, b) &&
  isNear(a, b, one) &&
  gives("ratio", "percent-change")(a, b, one, language);

const DAY = 86_400_000;
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7 };
const MONTHS: Readonly<Record<string, number>> = { month: 1, year: 12 };

/** Whether a length of time lies between two days; in days, the first may be included. */
function spans(start: Quantity, length: Quantity, end: Quantity): boolean {
  const [from, to] = [dateParts(start.canonical), dateParts(end.canonical)];
  if (length.kind !== "duration" || from?.day === undefined || to?.day === undefined) return false;
  const count = Number.parseFloat(length.canonical);
  const days = (Date.parse(end.canonical) - Date.parse(start.canonical)) / DAY;
  const months = (Number(to.year) - Number(from.year)) * 12 + Number(to.month) - Number(from.month);
  return (
    [days, days + 1].includes(count * (DAYS[length.unit] ?? Number.NaN)) ||
    (from.day === to.day && months === count * (MONTHS[length.unit] ?? Number.NaN))
  );
}

const isSpan: Relation = (a, b, one) => spans(a, b, one) || spans(one, b, a) || spans(a, one, b);

const RELATIONS = [addsUp, multiplies, isShare, isSpan];

interface StatedQuantities {
  readonly quantities: readonly Quantity[];
  readonly told: readonly StatedLeaf[];
  readonly language: Language;
}

function followsFromTwo(
  one: Quantity,
  relations: readonly Relation[],
  { quantities, language }: StatedQuantities,
): boolean {
  // The remainder of the whole after one of two parts.
  const whole = { ...one, canonical: "100", text: "100%" };
  const others = one.kind === "percent" ? [...quantities, whole] : quantities;
  return others.some((a, at) =>
    others.some((b, other) => at !== other && relations.some(holds => holds(a, b, one, language))),
  );
}

/** `actions` and `2` of `actions/2/cost`. */
const ELEMENT = /^(.+?)\/(\d{1,4})(?=\/|$)/;

/** Whether a quantity is the sum or the length of a list. */
function sumsUpList(one: Quantity, { quantities, told, language }: StatedQuantities): boolean {
  const listed = quantities.filter(other => ELEMENT.test(other.path) && isAlike(other, one));
  const columns = [...groupBy(listed, ({ path }) => withoutElement(path)).values()];
  const elements = new Set(told.flatMap(({ path }) => ELEMENT.exec(path)?.[0] ?? []));
  const lists = [...groupBy([...elements], path => withoutElement(path)).values()];
  return (
    columns.some(all => all.length > 1 && compute("sum", all, one, language) === undefined) ||
    (one.kind === "number" && lists.some(({ length }) => length === Number(one.canonical)))
  );
}

/** Shorter numbers occur in codes by chance. */
const MIN_DIGITS = 3;
const MIN_SIGNS = 4;

/** Forms of a date or amount within a code: "K-20210503/A", "CN(2021)7". */
function codedForms({ kind, canonical, text }: Quantity): string[] {
  const { year = "", month = "", day = "" } = (kind === "date" && dateParts(canonical)) || {};
  const digits = text.replace(/\D/g, "");
  if (year === "") return digits.length < MIN_DIGITS ? [] : [digits];
  const parts = [year, month, day].filter(part => part !== "");
  const forms = [parts, parts.toReversed(), ...(day === "" ? [] : [[year.slice(2), month, day]])];
  return forms.map(form => form.join("[\\s./_-]?"));
}

const CODES: readonly string[] = ["identifier", "version", "code"];

function standsInCode(
  { value }: StatedLeaf,
  quantities: readonly Quantity[],
  told: readonly StatedLeaf[],
): boolean {
  const codes = told.filter(({ type }) => CODES.includes(type));
  const forms = quantities.flatMap(codedForms).map(form => new RegExp(`(?<!\\d)${form}(?!\\d)`));
  return codes.some(
    code =>
      forms.some(form => form.test(code.value.normalize("NFKC"))) ||
      (fold(value).length >= MIN_SIGNS && fold(code.value).includes(fold(value))),
  );
}

/** Whether one line has all words that carry its meaning, in any order and form. */
function isReworded({ value }: StatedLeaf, lines: readonly string[], language: Language): boolean {
  const words = contentWords(value, language);
  return (
    words.length > 0 &&
    lines.some(line => {
      const others = new Set(contentWords(line, language));
      return words.every(word => others.has(word));
    })
  );
}

interface Rest {
  readonly told: readonly StatedLeaf[];
  /** The same values, one line per record. */
  readonly lines: readonly string[];
  readonly language: Language;
}

/** Whether a reader could infer a value from the others. Figures that agree by chance count as inferable. */
export function isInferable(value: StatedLeaf, { told, lines, language }: Rest): boolean {
  const own = quantitiesOf(value);
  const given = {
    told,
    language,
    quantities: told.flatMap(other => quantitiesOf(other)),
  };
  return (
    standsInCode(value, own, told) ||
    (own.length === 0 && isReworded(value, lines, language)) ||
    // A sentence says more than its figure.
    own.some(one =>
      value.type === "text"
        ? followsFromTwo(one, [addsUp], given)
        : followsFromTwo(one, RELATIONS, given) || sumsUpList(one, given),
    )
  );
}
