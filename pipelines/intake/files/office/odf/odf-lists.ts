// Counts the lists and headings of an OpenDocument text and writes their numbers as displayed.

import { countUp, writeNumber } from "../list-numbers.ts";
import { attribute, type XmlNode } from "../office-xml.ts";
import type { OdfStyles } from "./odf-archive.ts";

/** Numbers lists and headings; its methods must be called in document order, because they count. */
export interface OdfNumbers {
  /** Begins a list at this level (counted from 0), numbered from its start unless it continues the previous list. */
  beginList(style: string, level: number, isContinued: boolean): void;
  /** The marker of the next item; "-" for a bullet. */
  nextMarker(style: string, level: number): string;
  /** The number of the next heading at this level (counted from 1); "" if headings have none. */
  heading(level: number): string;
}

/** Word's names for OpenDocument's number formats. */
const wordFormats: Readonly<Record<string, string>> = {
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

const startIn = (list: XmlNode | undefined) => (level: number) => {
  const style = levelOf(list, level);
  return Number(/^\d{1,4}$/.exec((style && attribute(style, "start-value")) ?? "")?.[0] ?? 1);
};

/** The number with its prefix and suffix; "" if the level has none. */
function numberText(list: XmlNode | undefined, numbers: readonly number[], level: number): string {
  const style = levelOf(list, level);
  const format = style && attribute(style, "num-format");
  if (!style || !format) return "";
  const shownLevels = Math.min(level + 1, Number(attribute(style, "display-levels") ?? 1) || 1);
  const text = numbers
    .slice(level + 1 - shownLevels)
    .map((number, index) => {
      const levelStyle = levelOf(list, level + 1 - shownLevels + index);
      const numberFormat = (levelStyle && attribute(levelStyle, "num-format")) || "1";
      return writeNumber(number, wordFormats[numberFormat] ?? "decimal");
    })
    .join(".");
  return `${attribute(style, "num-prefix") ?? ""}${text}${attribute(style, "num-suffix") ?? ""}`.trim();
}

export function odfNumbers(styles: OdfStyles): OdfNumbers {
  const numbersByStyle = new Map<string, number[]>();
  const headings: number[] = [];
  const numbersOf = (style: string) => {
    const numbers = numbersByStyle.get(style) ?? [];
    numbersByStyle.set(style, numbers);
    return numbers;
  };
  return {
    beginList(style, level, isContinued) {
      const numbers = numbersOf(style);
      if (!isContinued) numbers.length = Math.min(numbers.length, level);
    },
    nextMarker(style, level) {
      const list = styles.listStyle(style);
      const numbers = numbersOf(style);
      countUp(numbers, level, startIn(list));
      const levelStyle = levelOf(list, level);
      return levelStyle?.name === "list-level-style-number"
        ? numberText(list, numbers, level)
        : "-";
    },
    heading(level) {
      countUp(headings, level - 1, startIn(styles.outline));
      return numberText(styles.outline, headings, level - 1);
    },
  };
}
