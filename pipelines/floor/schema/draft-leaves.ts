// Leaves of a draft from the elements that seeds show: path, type, options, unit and who fills them.

import type { DraftSchema } from "../../../schemas/rageval/prompts.ts";
import { findValues } from "../../text/values.ts";
import type { Element } from "./labelled-elements.ts";
import { type DraftSection, slugOf } from "./schema-discovery.ts";
import { mostCommon } from "./seed-reading.ts";

type Language = "zh" | "en";
export type DraftLeaf = DraftSchema["leaves"][number];

export interface PlacedElement {
  readonly element: Element;
  readonly section: Pick<DraftSection, "id">;
}

const longestOption = { zh: 40, en: 90 };

/** Values seen, where a leaf may take one of them again: never persons, dates, places or numbers. */
const optionsOf = ({ type, values }: Element, language: Language): string[] =>
  type === "choice" || type === "text" ? values.filter(value => value.length <= longestOption[language]) : [];

const currencies: readonly [RegExp, { zh: string; en: string }][] = [
  [/US\s?\$|USD|美元|^\$/, { zh: "美元", en: "US dollars" }],
  [/£|GBP|英镑/, { zh: "英镑", en: "pounds" }],
  [/€|EUR|欧元/, { zh: "欧元", en: "euros" }],
  [/¥|￥|RMB|CNY|元/, { zh: "元", en: "yuan" }],
];

/** Scale and currency as they are written after an amount: "million US dollars", "万元". */
const moneyUnit = (value: string, language: Language): string => {
  const currency = currencies.find(([sign]) => sign.test(value))?.[1][language] ?? "";
  const scale = language === "zh" ? (/[万亿]+(?=元|美元|英镑|欧元|$)/.exec(value)?.[0] ?? "") : (/\b(?:thousand|million|billion)\b/i.exec(value)?.[0].toLowerCase() ?? "");
  return (language === "zh" ? scale + currency : `${scale} ${currency}`).trim();
};

const unitOf = ({ type, values, notes }: Element, language: Language): string | null => {
  if (type !== "number" && type !== "money") return null;
  const after = values.map(value => {
    if (type === "money") return moneyUnit(value, language);
    const [found] = findValues(value, language);
    if (found?.kind === "percent") return "%";
    // A duration has its unit within: "6,210 hours".
    return found === undefined
      ? ""
      : value
          .slice(found.start)
          .replace(/^[\d.,，\s]+/, "")
          .trim();
  });
  const fitting = (units: readonly string[]) => units.filter(unit => unit !== "" && unit.length <= 30);
  return mostCommon(fitting(notes)) ?? mostCommon(fitting(after)) ?? null;
};

// A few seeds show only a part of what is usual: the bounds are taken wider than what was seen.
const widerBy = { below: 0.6, above: 1.5 };

/** The bounds of the numbers seen, in the unit in which they are written; null where none was written in digits. */
const rangeOf = ({ type, values }: Element): DraftLeaf["range"] => {
  if (type !== "number" && type !== "money") return null;
  const digits = values.flatMap(value => /\d[\d,]*(?:\.\d+)?/.exec(value)?.[0].replaceAll(",", "") ?? []);
  const numbers = digits.map(Number);
  const decimals = Math.min(6, Math.max(0, ...digits.map(text => text.split(".")[1]?.length ?? 0)));
  const round = (value: number) => Number(value.toFixed(decimals));
  const [minimum, maximum] = [round(Math.min(...numbers) * widerBy.below), round(Math.max(...numbers) * widerBy.above)];
  return numbers.length > 0 && minimum < maximum ? { minimum, maximum, decimals } : null;
};

const describe = (label: string, language: Language): string => (language === "zh" ? `文件中“${label}”一项的内容。` : `What the document states as its ${label}.`);

/** Leaves in the order given, every path its own. */
export const leavesOf = (placed: readonly PlacedElement[], language: Language): DraftLeaf[] => {
  const taken = new Set<string>();
  return placed.map(({ element, section }) => {
    const base = `${section.id}/${slugOf(element.label)}`;
    let path = base;
    for (let number = 2; taken.has(path); number++) path = `${base}-${number}`;
    taken.add(path);
    return {
      path,
      label: element.label,
      type: element.type,
      many: element.many,
      description: describe(element.label, language),
      fill: element.type === "text" ? "model" : "rule",
      section: section.id,
      options: optionsOf(element, language),
      unit: unitOf(element, language),
      range: rangeOf(element),
      after: null,
      aliases: [...element.aliases],
    };
  });
};
