// Counts the lists and headings of an OpenDocument text, and writes their numbers as the program shows them.

import { writeNumber } from "../docx-numerals.ts";
import { attribute, type XmlNode } from "../office-xml.ts";
import type { OdfStyles } from "./odf-archive.ts";

/** Asked for one after another in the order of the document: lists count. */
export interface OdfNumbers {
  /** A list begins, its items on this level (from 0) without those of the list before unless it goes on with them. */
  beginList(style: string, level: number, goesOn: boolean): void;
  /** The marker of the next item: "-" of one with a bullet. */
  item(style: string, level: number): string;
  /** The number of the next heading of this level (from 1); "" where headings have none. */
  heading(level: number): string;
}

/** Chinese and Latin forms of numbers under the names that Word gives them. */
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

/** Counts up on a level; those below begin again. */
function countUp(numbers: number[], list: XmlNode | undefined, level: number): void {
  for (let above = 0; above < level; above++) numbers[above] ??= startOf(levelOf(list, above));
  const before = numbers[level];
  numbers[level] = before === undefined ? startOf(levelOf(list, level)) : before + 1;
  numbers.length = level + 1;
}

/** The number with what stands around it; "" where the level has none. */
function written(list: XmlNode | undefined, numbers: readonly number[], level: number): string {
  const style = levelOf(list, level);
  const format = style && attribute(style, "num-format");
  if (!style || !format) return "";
  const shown = Math.min(level + 1, Number(attribute(style, "display-levels") ?? 1) || 1);
  const text = numbers
    .slice(level + 1 - shown)
    .map((number, index) => {
      const own = levelOf(list, level + 1 - shown + index);
      const form = (own && attribute(own, "num-format")) || "1";
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
      const own = levelOf(list, level);
      return own?.name === "list-level-style-number" ? written(list, numbers, level) : "-";
    },
    heading(level) {
      countUp(headings, styles.outline, level - 1);
      return written(styles.outline, headings, level - 1);
    },
  };
}
