// Writes the numbers of a sheet as displayed: dates, percentages, thousands, currencies, according to their cell's format (ECMA-376, 18.8.30).

import { writeDate } from "./xlsx-dates.ts";

/** Formats that files refer to by number only. Dates whose order depends on the locale are written year first, which is unambiguous. */
const builtInFormats: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  14: "yyyy-mm-dd",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "yyyy-mm-dd h:mm",
  27: 'yyyy"年"m"月"',
  28: 'm"月"d"日"',
  29: 'm"月"d"日"',
  30: "yyyy-mm-dd",
  31: 'yyyy"年"m"月"d"日"',
  32: 'h"时"mm"分"',
  33: 'h"时"mm"分"ss"秒"',
  36: 'yyyy"年"m"月"',
  37: "#,##0;-#,##0",
  38: "#,##0;-#,##0",
  39: "#,##0.00;-#,##0.00",
  40: "#,##0.00;-#,##0.00",
  41: "#,##0;-#,##0",
  42: "$#,##0;-$#,##0",
  43: "#,##0.00;-#,##0.00",
  44: "$#,##0.00;-$#,##0.00",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "##0.0E+0",
  50: 'yyyy"年"m"月"',
  51: 'm"月"d"日"',
  52: 'yyyy"年"m"月"',
  53: 'm"月"d"日"',
  54: 'm"月"d"日"',
  57: 'yyyy"年"m"月"',
  58: 'm"月"d"日"',
};

/** The format's code; "General" if unknown. */
export const formatCode = (id: number, ownFormats: ReadonlyMap<number, string>): string =>
  ownFormats.get(id) ?? builtInFormats[id] ?? "General";

// Created once: creating a formatter costs more than formatting a row.
const wholeNumber = new Intl.NumberFormat("en", {
  useGrouping: false,
  maximumSignificantDigits: 21,
});
const fractionalNumber = new Intl.NumberFormat("en", {
  useGrouping: false,
  maximumSignificantDigits: 12,
});

/** A number without a format: all digits, no exponent, and no rounding errors of binary arithmetic. */
export const plainNumber = (value: number): string =>
  (Number.isInteger(value) ? wholeNumber : fractionalNumber).format(value);

/** One character, word or placeholder of a format. */
const token =
  /"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]-]*)(?:-[^\]]*)?\]|\[[^\]]*\]|General|AM\/PM|A\/P|上午\/下午|E[+-]|[0#?.,%]+|[ymdhsYMDHS]+|./gis;

type Section = readonly RegExpMatchArray[];

/** Sections for positive, negative and zero, separated by semicolons outside quotes. */
function sectionsOf(code: string): Section[] {
  const sections: RegExpMatchArray[][] = [[]];
  for (const match of code.slice(0, 255).matchAll(token)) {
    if (match[0] === ";") sections.push([]);
    else sections.at(-1)?.push(match);
  }
  return sections;
}

const isLiteral = (match: RegExpMatchArray) =>
  match[1] !== undefined ||
  match[2] !== undefined ||
  match[3] !== undefined ||
  /^(?:_|\*)./s.test(match[0]) ||
  match[0].startsWith("[");
const literalOf = (match: RegExpMatchArray) => match[1] ?? match[2] ?? match[3] ?? "";
const isDatePart = (match: RegExpMatchArray) => /^(?:[ymdhs]+|\[(?:h+|m+|s+)\])$/i.test(match[0]);

type Writer = (value: number) => string;

function digitsWriter(pattern: string, isScientific: boolean): Writer {
  const decimals = /\.([0#?]*)/.exec(pattern)?.[1] ?? "";
  const integerPart = pattern.replace(/\..*/s, "");
  // Commas after the last digit divide by a thousand each.
  const thousandsCount = /[0#?](,+)(?:%|$|\.)/.exec(pattern)?.[1]?.length ?? 0;
  const formatter = new Intl.NumberFormat("en", {
    useGrouping: /[0#?],+[0#?]/.test(integerPart),
    minimumIntegerDigits: Math.min(21, Math.max(1, integerPart.match(/0/g)?.length ?? 0)),
    minimumFractionDigits: Math.min(20, decimals.match(/0/g)?.length ?? 0),
    maximumFractionDigits: Math.min(20, decimals.length),
    style: pattern.includes("%") ? "percent" : "decimal",
    notation: isScientific ? "scientific" : "standard",
  });
  return value => {
    const text = formatter.format(Number((value / 1000 ** thousandsCount).toPrecision(15)));
    return isScientific
      ? text.replace(
          /E(-?)(\d+)$/,
          (_, sign: string, digits: string) => `E${sign || "+"}${digits.padStart(2, "0")}`,
        )
      : text;
  };
}

function numberWriter(tokens: Section): Writer {
  const digits = tokens.filter(
    match => !isLiteral(match) && /^[0#?.,%]+$/.test(match[0]) && /[0#?]/.test(match[0]),
  );
  const isScientific = tokens.some(match => /^E[+-]$/i.test(match[0]));
  const isPercentage = tokens.some(match => !isLiteral(match) && match[0].includes("%"));
  const firstDigits = digits[0];
  // A fraction ("# ?/?") is written as a decimal number.
  const isFraction = tokens.some(match => match[0] === "/") && digits.length > 1;
  const writers = tokens.map((match): Writer => {
    if (isLiteral(match)) return () => literalOf(match);
    if (/^General$/i.test(match[0])) return plainNumber;
    if (match === firstDigits)
      return isFraction
        ? plainNumber
        : digitsWriter(
            match[0] + (isPercentage && !match[0].includes("%") ? "%" : ""),
            isScientific,
          );
    const isSilent =
      digits.includes(match) ||
      match[0].includes("%") ||
      match[0] === "/" ||
      match[0] === "@" ||
      /^E[+-]$/i.test(match[0]);
    return () => (isSilent ? "" : match[0]);
  });
  return value =>
    writers
      .map(write => write(value))
      .join("")
      .replace(/\s+/g, " ")
      .trim();
}

function dateWriter(tokens: Section, from1904: boolean): Writer {
  const parts = tokens.map(match => ({
    sign: match[0],
    literal: isLiteral(match) && !isDatePart(match) ? literalOf(match) : undefined,
  }));
  return value => (value < 0 ? plainNumber(value) : writeDate(value, parts, from1904));
}

/** The index, among this many sections, of the one that applies to a value. */
function sectionFor(value: number, count: number): number {
  if (value < 0 && count > 1) return 1;
  return value === 0 && count > 2 ? 2 : 0;
}

/** A writer for numbers of one format. `from1904`: days count from 1904, not 1900. If the format cannot be understood, the plain number is written. */
export function valueWriter(code: string, from1904: boolean): Writer {
  if (code === "General" || code === "@" || code === "") return plainNumber;
  const writers = sectionsOf(code).map(tokens =>
    tokens.some(isDatePart)
      ? { isDate: true, write: dateWriter(tokens, from1904) }
      : { isDate: false, write: numberWriter(tokens) },
  );
  return value => {
    const index = sectionFor(value, writers.length);
    const { isDate, write } = writers[index] ?? { isDate: false, write: plainNumber };
    if (isDate) return write(value);
    const text = write(Math.abs(value));
    // A format without digits shows a symbol for zero ("—"), or hides the value.
    if (!/\d/.test(text)) return value === 0 ? text : plainNumber(value);
    // The section for negative numbers writes its own sign.
    return index === 0 && value < 0 && /[1-9]/.test(text) ? `-${text}` : text;
  };
}
