// Whether one value has the form its leaf asks for: no placeholder, right type, in range, among the options, in the right language.

import { fillPattern } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { fold } from "../text/fold.ts";
import { findValues } from "../text/values.ts";
import { amountInUnit } from "./amounts.ts";
import { valuesAt } from "./filling.ts";

const PLACEHOLDERS = [
  /\[(?!\d)[^\]\n]{0,60}\]/,
  /【[^】\n]{0,60}】/,
  /<[^<>\n]{1,60}>/,
  /\{[^{}\n]{0,60}\}/,
  /_{2,}/,
  /[×＊]{2,}|\*{2,}/,
  // Not 胸部X线, not a chromosome XX.
  /(?<![A-Za-z])[Xx]{3,}(?![A-Za-z])|(?<![A-Za-z])[Xx]{2}(?=公司|集团|医院|银行|法院|单位|大学|市|省|县|区|路|号|先生|女士|年|月|日|元|万|人)/,
  /某某(?!某)(?=公司|集团|医院|银行|法院|单位|大学|学校|企业|机构|市|省|县|区|路)/,
  /^(?:某某|某)(?:某|人|公司|医院)?$/,
  /待填|待定|待补充|此处填写|请填写|\bTBD\b|\bTBC\b|\bto be (?:determined|filled)\b|\blorem ipsum\b|\bplaceholder\b/i,
  /^(?:n\/?a|null|undefined|nil|-+|—+|无数据|同上|见上)\.?$/i,
];

/** The stretch of a value that stands for something not filled in. */
export function placeholderIn(value: string): string | undefined {
  return PLACEHOLDERS.map(pattern => pattern.exec(value)?.[0]).find(found => found !== undefined);
}

/** What is wrong with a value taken alone, in words; undefined when nothing is. */
export function formProblem(schema: ScenarioSchema, leaf: Leaf, value: string, values: readonly ConfigValue[]): string | undefined {
  const options = optionsFor(schema, leaf, values);
  if (options.some(option => fold(option) === fold(value))) return undefined;
  const placeholder = placeholderIn(value);
  if (placeholder !== undefined) return `"${placeholder}" is a placeholder; give a concrete value`;
  if (options.length > 0 && (leaf.type === "choice" || leaf.fill === "rule")) return `is not one of the options: ${options.slice(0, 30).join("; ")}`;
  return typeProblem(schema, leaf, value) ?? patternProblem(schema, leaf, value, values) ?? languageProblem(schema, leaf, value);
}

const valueOf = (schema: ScenarioSchema, values: readonly ConfigValue[]) => (path: string) => {
  const leaf = schema.leaves.find(other => other.path === path);
  return leaf && valuesAt(values, leaf)[0];
};

function optionsFor(schema: ScenarioSchema, leaf: Leaf, values: readonly ConfigValue[]): string[] {
  const named = schema.subScenario === null ? undefined : valueOf(schema, values)(schema.subScenario);
  const options = (named === undefined ? undefined : leaf.optionsBy?.[named]) ?? leaf.options ?? [];
  return options.map(option => fillPattern(option, valueOf(schema, values)) ?? option);
}

function typeProblem(schema: ScenarioSchema, leaf: Leaf, value: string): string | undefined {
  if (leaf.type === "date") return dateProblem(leaf, value, schema.language);
  if (leaf.type === "number" || leaf.type === "money") return rangeProblem(leaf, value, schema.language);
  if (leaf.type !== "text" && value.length > 120) return `is too long for a ${leaf.type}: give the bare name`;
  return undefined;
}

const ISO_LENGTH = { year: 4, month: 7, day: 10 };

function dateProblem({ precision = "day" }: Leaf, value: string, language: "zh" | "en"): string | undefined {
  const example = { zh: { year: "2021年", month: "2021年3月", day: "2021年3月5日" }, en: { year: "2021", month: "March 2021", day: "5 March 2021" } };
  const date = findValues(value, language).find(({ kind }) => kind === "date");
  if (date === undefined) return `is not a date (${example[language][precision]})`;
  return date.canonical.startsWith("-") || date.canonical.length < ISO_LENGTH[precision] ? `must be exact to the ${precision} (${example[language][precision]})` : undefined;
}

function rangeProblem(leaf: Leaf, value: string, language: "zh" | "en"): string | undefined {
  const amount = amountInUnit(value, leaf, language);
  if (amount === undefined) return `is not a ${leaf.type === "money" ? "sum of money" : "number"}`;
  if (leaf.type === "money" && leaf.unit !== undefined && !findValues(value, language).some(({ kind }) => kind === "money")) return `lacks its unit: ${leaf.unit}`;
  const { minimum, maximum } = leaf.range ?? { minimum: Number.NEGATIVE_INFINITY, maximum: Number.POSITIVE_INFINITY };
  const slack = 1e-9 * Math.max(1, Math.abs(amount));
  return amount < minimum - slack || amount > maximum + slack ? `is outside its range ${minimum} to ${maximum}${leaf.unit ? ` (${leaf.unit})` : ""}` : undefined;
}

function patternProblem(schema: ScenarioSchema, { pattern, fill }: Leaf, value: string, values: readonly ConfigValue[]): string | undefined {
  const expected = pattern === undefined || fill !== "rule" ? undefined : fillPattern(pattern, valueOf(schema, values));
  return expected === undefined || fold(expected) === fold(value) ? undefined : `must be "${expected}"`;
}

// A Chinese sentence in an English config, or English words where Chinese is wanted; names like "ERP" are no language.
function languageProblem({ language }: ScenarioSchema, leaf: Leaf, value: string): string | undefined {
  const han = (value.match(/\p{Script=Han}/gu) ?? []).length;
  if (language === "en" && han > 0) return "must be in English";
  const latinWords = (value.match(/[A-Za-z]{3,}/g) ?? []).length;
  return language === "zh" && han === 0 && latinWords > 2 && leaf.type !== "number" ? "must be in Chinese" : undefined;
}
