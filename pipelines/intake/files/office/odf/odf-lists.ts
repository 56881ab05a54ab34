// Counts the lists and headings of an OpenDocument text and writes their numbers as displayed.

import { writeNumber } from "../docx-numerals.ts";
import { attribute, type XmlNode } from "../office-xml.ts";
import type { OdfStyles } from "./odf-archive.ts";

/** Numbering of lists and headings; must be called in document order, because lists count. */
export interface OdfNumbers {
  /** Begins a list on this level (counted from 0), with fresh numbers unless it continues the list before. */
  beginList(style: string, level: number, goesOn: boolean): void;
  /** The marker of the next item; "-" for a bullet. */
  item(style: string, level: number): string;
  /** The number of the next heading on this level (counted from 1); "" if headings have none. */
  heading(level: number): string;
}

/** Word's names for Chinese and Latin number formats. */
const forms: Readonly<Record<string, string>> = {
  A: "upperLetter",
  a: "lowerLetter",
  I: "upperRoman",
  i: "lowerRoman",
  "一, 二, 三, ...": "chineseCounting",
  "①, ②, ③, ...": "decimalEnclosedCircle",
  "甲, 乙, 丙, ...": "ideographTraditional",
};

const levelOf = (list: XmlNode | undefined, level: number): XmlNode | undefined =>
  list?.children.find(node => attribute(node, "level") === String(level + 1));

const startOf = (style: XmlNode | undefined): number =>
  Number(/^\d{1,4}$/.exec((style && attribute(style, "start-value")) ?? "")?.[0] ?? 1);

/** Counts up on a level; deeper levels restart. */
function countUp(numbers: number[], list: XmlNode | undefined, level: number): void {
  for (let above = 0; above < level; above++) numbers[above] ??= startOf(levelOf(list, above));
  const before = numbers[level];
  numbers[level] = before === undefined ? startOf(levelOf(list, level)) : before + 1;
  numbers.length = level + 1;
}

/** The number with its prefix and suffix; "" if the level has none. */
function written(list: XmlNode | undefined, numbers: readonly number[], level: number): string {
  const style = levelOf(list, level);
  const format = style && attribute(style, "num-format");
  if (!style || !format) return "";
  const shown = Math.min(level + 1, Number(attribute(style, "display-levels") ?? 1) || 1);
  const text = numbers
    .slice(level + 1 - shown)
    .map((number, index) => {
      const levelStyle = levelOf(list, level + 1 - shown + index);
      const form = (levelStyle && attribute(levelStyle, "num-format")) || "1";
      return writeNumber(number, forms[form] ?? "decimal");
    })
    .join(".");
  return `${attribute(style, "num-prefix") ?? ""}${text}${attribute(style, "num-suffix") ?? ""}`.trim();
}

export function odfNumbers(styles: OdfStyles): OdfNumbers {
  const counted = new Map<string, number[]>();
  const headings: number[] = [];
  const numbersOf = (style: string) => {
    const numbers = counted.get(style) ?? [];
    counted.set(style, numbers);
    return numbers;
  };
  return {
    beginList(style, level, goesOn) {
      const numbers = numbersOf(style);
      if (!goesOn) numbers.length = Math.min(numbers.length, level);
    },
    item(style, level) {
      const list = styles.list(style);
      const numbers = numbersOf(style);
      countUp(numbers, list, level);
      const levelStyle = levelOf(list, level);
      return levelStyle?.name === "list-level-style-number" ? written(list, numbers, level) : "-";
    },
    heading(level) {
      countUp(headings, styles.outline, level - 1);
      return written(styles.outline, headings, level - 1);
    },
  };
}
