// Writes the numbers of a sheet as displayed: dates, percentages, thousands, currencies, by their cell's format (ECMA-376, 18.8.30).

import { writeDate } from "./xlsx-dates.ts";

/** Formats that files name only by number. Dates whose order depends on the locale are written year first, which is unambiguous. */
const builtIn: Readonly<Record<number, string>> = {
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
export const formatCode = (id: number, own: ReadonlyMap<number, string>): string =>
  own.get(id) ?? builtIn[id] ?? "General";

// Created once: creating a formatter costs more than formatting a row.
const wholeNumber = new Intl.NumberFormat("en", {
  useGrouping: false,
  maximumSignificantDigits: 21,
});
const brokenNumber = new Intl.NumberFormat("en", {
  useGrouping: false,
  maximumSignificantDigits: 12,
});

/** A number without a format: all digits, no exponent, no rounding errors of binary arithmetic. */
export const plainNumber = (value: number): string =>
  (Number.isInteger(value) ? wholeNumber : brokenNumber).format(value);

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

function digitsWriter(pattern: string, exponent: boolean): Writer {
  const decimals = /\.([0#?]*)/.exec(pattern)?.[1] ?? "";
  const whole = pattern.replace(/\..*/s, "");
  // Commas after the last digit divide by a thousand each.
  const thousands = /[0#?](,+)(?:%|$|\.)/.exec(pattern)?.[1]?.length ?? 0;
  const formatter = new Intl.NumberFormat("en", {
    useGrouping: /[0#?],+[0#?]/.test(whole),
    minimumIntegerDigits: Math.min(21, Math.max(1, whole.match(/0/g)?.length ?? 0)),
    minimumFractionDigits: Math.min(20, decimals.match(/0/g)?.length ?? 0),
    maximumFractionDigits: Math.min(20, decimals.length),
    style: pattern.includes("%") ? "percent" : "decimal",
    notation: exponent ? "scientific" : "standard",
  });
  return value => {
    const text = formatter.format(Number((value / 1000 ** thousands).toPrecision(15)));
    return exponent
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
  const exponent = tokens.some(match => /^E[+-]$/i.test(match[0]));
  const shares = tokens.some(match => !isLiteral(match) && match[0].includes("%"));
  const first = digits[0];
  // A fraction ("# ?/?") is written as a decimal number.
  const fraction = tokens.some(match => match[0] === "/") && digits.length > 1;
  const writers = tokens.map((match): Writer => {
    if (isLiteral(match)) return () => literalOf(match);
    if (/^General$/i.test(match[0])) return plainNumber;
    if (match === first)
      return fraction
        ? plainNumber
        : digitsWriter(match[0] + (shares && !match[0].includes("%") ? "%" : ""), exponent);
    const silent =
      digits.includes(match) ||
      match[0].includes("%") ||
      match[0] === "/" ||
      match[0] === "@" ||
      /^E[+-]$/i.test(match[0]);
    return () => (silent ? "" : match[0]);
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

/** The section that applies to a value, and the minus sign if the section does not write it. */
function chosen(count: number, value: number): { readonly at: number; readonly sign: string } {
  if (value < 0 && count > 1) return { at: 1, sign: "" };
  return value === 0 && count > 2 ? { at: 2, sign: "" } : { at: 0, sign: value < 0 ? "-" : "" };
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
    const { at, sign } = chosen(writers.length, value);
    const { isDate, write } = writers[at] ?? { isDate: false, write: plainNumber };
    if (isDate) return write(value);
    const text = write(Math.abs(value));
    // A format without digits shows a symbol for zero ("—"), or hides the value.
    if (!/\d/.test(text)) return value === 0 ? text : plainNumber(value);
    return /[1-9]/.test(text) ? `${sign}${text}` : text;
  };
}
