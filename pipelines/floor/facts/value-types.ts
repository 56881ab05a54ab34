// Which type a value is, whether it fits a leaf's type, and when two values say the same.

import type { LeafType } from "../../../schemas/rageval/schema.ts";
import { fold } from "../../text/fold.ts";
import { findValues, type Value } from "../../text/values.ts";
import { trimEdges } from "./line-labels.ts";
import { isOrganisationName, isPersonName, isPlaceName } from "./proper-names.ts";

type Language = "zh" | "en";

const numberKinds: ReadonlySet<Value["kind"]> = new Set(["number", "percent", "duration"]);

/** A day with its month, a month or a year; a time of day or "the 23rd" alone is none. */
export const isCalendarDate = (value: Value): boolean => value.kind === "date" && /^(?:\d{4}|--\d{2})/.test(value.canonical);

/** Whether a value found in a text may fill a leaf of this type. */
export const valueFits = (value: Value, type: LeafType): boolean =>
  type === "date" ? isCalendarDate(value) : type === "money" ? value.kind === "money" : type === "number" && numberKinds.has(value.kind);

const endNoise = /[\s,，.。;；:：、]+$/;
/** "Group plc." loses its full stop, "Holdings Ltd." and "J. R." keep theirs. */
export const trimValue = (text: string): string => {
  const trimmed = trimEdges(text.replace(/^[-–—•·\s]+(?=\D)/, ""));
  return /\b(?:Ltd|Inc|Co|Corp|Jr|Sr|No|[A-Z])\.$/.test(trimmed) ? trimmed : trimmed.replace(endNoise, "");
};

const placeholder =
  /^(?:x{2,}|某{2,}|\?+|-+|—+|_+|\.+|n\/?a|tbd|to be (?:filled|determined).*|not (?:applicable|available|provided).*|unknown|未知|待定|待填|不适用|未填写|略|(?:以下|如下|下列|上述).*|(?:as follows|the following).*)$/i;
/** Nothing was filled in: "[Name to be filled by the court]", "xxxxx", "N/A". */
export const isPlaceholder = (text: string): boolean => {
  const bare = trimValue(text);
  return bare === "" || placeholder.test(bare) || /^[[{<【（(].*[\]}>】）)]$/.test(bare) || /x{3,}/i.test(bare.replace(/\w*[a-wyz]\w*/gi, ""));
};

const unitAfter =
  /^\s?(?:%|‰|°\s?[CF]?|℃|[A-Za-zµ]{1,4}(?:\/[A-Za-z²³]{1,6})?(?![A-Za-z])|\p{Script=Han}{1,3}?\/\p{Script=Han}{1,2}|岁|年|个月|月|天|日|小时|分钟|人|名|次|周|公里|千米|米|厘米|吨|元|项|家|个|kg|cm)/u;

const numberWithUnit = (text: string, value: Value): string => {
  const unit = value.kind === "number" ? (unitAfter.exec(text.slice(value.end))?.[0] ?? "") : "";
  return text.slice(value.start, value.end) + unit;
};

const firstOf = (text: string, type: LeafType, language: Language): Value | undefined => findValues(text, language).find(value => valueFits(value, type));

const shortest = (text: string, stops: RegExp): string => trimValue(text.split(stops)[0] ?? "");

const readPerson = (text: string, language: Language): string | undefined => {
  const name = shortest(text, language === "zh" ? /[，,。；;（(\s]/ : /[,;（(]|\s[-–—]\s/);
  const named = isPersonName(name, language) || (name.length <= 40 && !/\d/.test(name) && name.split(/\s+/).length <= 5 && /^[\p{Lu}\p{Script=Han}]/u.test(name));
  return named && !(language === "zh" && name.length > 12) ? name : undefined;
};

const readNumber = (text: string, language: Language): string | undefined => {
  const value = firstOf(text, "number", language) ?? firstOf(text, "money", language);
  if (value === undefined) return undefined;
  // A short value with one number keeps its unit, whatever that is: "18 breaths/min".
  if (value.start === 0 && text.length <= 20 && !/[,，;；]/.test(text.slice(value.end))) return trimValue(text);
  return trimValue(numberWithUnit(text, value));
};

const readMoney = (text: string, language: Language): string | undefined => {
  const value = firstOf(text, "money", language);
  if (value !== undefined) return trimValue(value.text);
  // In tables the unit stands in the label or above the table.
  return text.length <= 16 ? readNumber(text, language) : undefined;
};

const readDate = (text: string, language: Language): string | undefined => {
  const dates = findValues(text, language).filter(isCalendarDate);
  const [first] = dates;
  return first !== undefined && (first.start <= 12 || dates.length === 1) && text.length <= 400 ? trimValue(first.text) : undefined;
};

const readChoice = (text: string, options: readonly string[]): string | undefined => {
  const value = trimValue(text);
  if (value.length <= 60 && !/[。；;]/.test(value)) return value;
  const folded = fold(value);
  const met = options.filter(option => folded.includes(fold(option)));
  const [longest] = [...met].sort((a, b) => b.length - a.length);
  return longest !== undefined && met.every(option => longest.includes(option)) && value.includes(longest) ? longest : undefined;
};

/** The longest text value, in characters: more is a section, not a fact. */
const longestText = { zh: 220, en: 600 };

/** The part of a labelled value that fits the type, verbatim; undefined when it does not. */
export const readAs = (type: LeafType, raw: string, language: Language, options: readonly string[] = []): string | undefined => {
  if (raw.length > 5000) return undefined;
  const text = trimValue(raw);
  if (isPlaceholder(text)) return undefined;
  if (type === "date") return readDate(text, language);
  if (type === "number") return readNumber(text, language);
  if (type === "money") return readMoney(text, language);
  if (type === "person") return readPerson(text, language);
  if (type === "choice") return readChoice(text, options);
  if (type === "text") return text.length <= longestText[language] ? text : undefined;
  const name = language === "zh" ? shortest(text, /[，,。；;]/) : shortest(text, /[;]|\.\s/);
  return name !== "" && name.length <= 90 ? name : undefined;
};

/** What makes two verbatim values of one type comparable: dates, numbers and money canonical, else folded text. */
export const canonicalOf = (type: LeafType, value: string, language: Language): string => {
  const found = firstOf(value, type, language);
  if (found !== undefined) return found.canonical;
  return fold(value.replace(/^(?:Hon|Mr|Mrs|Ms|Dr|Prof)\.?\s+/, ""));
};

const sameDate = (a: string, b: string): boolean => {
  const tail = (date: string): string => date.replace(/^(?:\d{4}|-)-/, "");
  return a.startsWith(b) || b.startsWith(a) || ((a.startsWith("--") || b.startsWith("--")) && tail(a) === tail(b));
};

/** Whether two values of a leaf agree; a less exact date or a shorter name agrees with the fuller one. */
export const valuesAgree = (type: LeafType, a: string, b: string, language: Language): boolean => {
  const [left, right] = [canonicalOf(type, a, language), canonicalOf(type, b, language)];
  if (left === right) return true;
  if (type === "date") return sameDate(left, right);
  return type !== "number" && type !== "money" && (left.includes(right) || right.includes(left));
};

const covers = (value: Value, text: string): boolean => value.end - value.start >= 0.6 * text.length;

/** "2023-TSC-012" and "120/80" begin with a number and are none. */
const endsCleanly = (value: Value, text: string): boolean => !/^\s?[-/A-Z字〔]/.test(text.slice(value.end));

const placeLabel = /\b(?:place|location|address|residence|city|town|airport|birthplace)\b|地址|地点|住址|住所|籍贯|所在地|出生地/i;

const nameType = (text: string, label: string, language: Language): LeafType | undefined => {
  const first = text.split(/[，,（(]/)[0] ?? "";
  if (isPersonName(first, language) && !isOrganisationName(first, language) && !placeLabel.test(label)) return "person";
  if (isOrganisationName(text, language)) return "organisation";
  return (placeLabel.test(label) && text.length <= 90) || isPlaceName(text, language) ? "place" : undefined;
};

/** The type a labelled value shows by itself; `label` helps where the value alone is not telling. */
export const typeOfValue = (value: string, label: string, language: Language): LeafType => {
  const text = trimValue(value);
  const [first] = findValues(text, language);
  if (first !== undefined && endsCleanly(first, text)) {
    const leads = (longest: number): boolean => covers(first, text) || (first.start === 0 && text.length <= longest);
    if (isCalendarDate(first) && leads(40)) return "date";
    if (first.kind === "money" && leads(24)) return "money";
    if (numberKinds.has(first.kind) && leads(24) && !/\d\s*[/:-]\s*\d|[A-Za-z]\d|\d[A-Z]/.test(text)) return "number";
  }
  return nameType(text, label, language) ?? "text";
};
