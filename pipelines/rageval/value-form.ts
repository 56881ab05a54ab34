// Checks the form of one value: no placeholder, the right type, in range, among the options, in the right language.

import { fillPattern, placeholdersOf } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { fitsPattern } from "../text/draw-parts.ts";
import { fold } from "../text/fold.ts";
import { placeholderIn } from "../text/placeholders.ts";
import { findValues } from "../text/values.ts";
import { amountInUnit } from "./amounts.ts";
import { valuesAt } from "./config-state.ts";

type Language = ScenarioSchema["language"];

interface Config {
  readonly schema: ScenarioSchema;
  readonly values: readonly ConfigValue[];
}

/** All problems with a value by itself, in the schema's language. */
export function formProblems({ schema, values }: Config, leaf: Leaf, value: string): string[] {
  const { language } = schema;
  const options = optionsFor(schema, leaf, values);
  if (options.some(option => fold(option) === fold(value))) return [];
  const placeholder = placeholderIn(value);
  if (placeholder !== undefined)
    return [
      {
        zh: `“${placeholder}”是占位符，请写出具体内容`,
        en: `"${placeholder}" is a placeholder; give a concrete value`,
      }[language],
    ];
  if (options.length > 0 && (leaf.type === "choice" || leaf.fill === "rule")) {
    const shownOptions = options.slice(0, 30);
    return [
      {
        zh: `不在可选项之列，可选：${shownOptions.join("；")}`,
        en: `is not one of the options: ${shownOptions.join("; ")}`,
      }[language],
    ];
  }
  return [
    typeProblem(leaf, value, language),
    patternProblem({ schema, values }, leaf, value),
    languageProblem(leaf, value, language),
  ].filter(problem => problem !== undefined);
}

const valueOf = (schema: ScenarioSchema, values: readonly ConfigValue[]) => (path: string) => {
  const leaf = schema.leaves.find(other => other.path === path);
  return leaf && valuesAt(values, leaf)[0];
};

function optionsFor(schema: ScenarioSchema, leaf: Leaf, values: readonly ConfigValue[]): string[] {
  const subScenario =
    schema.subScenario === null ? undefined : valueOf(schema, values)(schema.subScenario);
  const options =
    (subScenario === undefined ? undefined : leaf.optionsBy?.[subScenario]) ?? leaf.options ?? [];
  return options.map(option => fillPattern(option, valueOf(schema, values)) ?? option);
}

const isCode = (type: Leaf["type"]): boolean =>
  type === "identifier" || type === "version" || type === "code";

function typeProblem(leaf: Leaf, value: string, language: Language): string | undefined {
  if (leaf.type === "date") return dateProblem(leaf, value, language);
  if (leaf.type === "number" || leaf.type === "money") return rangeProblem(leaf, value, language);
  if (leaf.type === "duration") return durationProblem(leaf, value, language);
  const requiredPattern = leaf.type === "version" ? /\d/ : /[\dA-Za-z]/;
  if (isCode(leaf.type) && !requiredPattern.test(value))
    return {
      zh: "不是编号或代码；编号、代码应照原样写出其中的字母和数字",
      en: `is not a ${leaf.type}: give its letters and digits`,
    }[language];
  if (leaf.type !== "text" && value.length > 120)
    return { zh: "太长，只写名称本身", en: `is too long for a ${leaf.type}: give only the name` }[
      language
    ];
  return undefined;
}

const isoLength = { year: 4, month: 7, day: 10 };
const dateExamples = {
  zh: { year: "2021年", month: "2021年3月", day: "2021年3月5日" },
  en: { year: "2021", month: "March 2021", day: "5 March 2021" },
};
const precisions = { year: "年", month: "月", day: "日" };

function dateProblem(leaf: Leaf, value: string, language: Language): string | undefined {
  // A model knows the usual precision of dates from the seeds; code needs days to compute with.
  const { precision = leaf.fill === "rule" ? "day" : "year" } = leaf;
  const example = dateExamples[language][precision];
  const date = findValues(value).find(({ kind }) => kind === "date");
  if (date === undefined)
    return { zh: `不是日期（应写成${example}这样的形式）`, en: `is not a date such as ${example}` }[
      language
    ];
  const isExact = !date.canonical.startsWith("-") && date.canonical.length >= isoLength[precision];
  return isExact
    ? undefined
    : {
        zh: `日期要精确到${precisions[precision]}（如${example}）`,
        en: `must be exact to the ${precision}, such as ${example}`,
      }[language];
}

function durationProblem(leaf: Leaf, value: string, language: Language): string | undefined {
  const isDuration = findValues(value).some(({ kind }) => kind === "duration");
  if (isDuration) return rangeProblem(leaf, value, language);
  return {
    zh: "不是一段时间（应写成“3个月”这样的形式）",
    en: "is not a length of time such as 3 months",
  }[language];
}

function rangeProblem(leaf: Leaf, value: string, language: Language): string | undefined {
  const { type, unit } = leaf;
  const amount = amountInUnit(value, leaf, language);
  if (amount === undefined)
    return {
      zh: type === "money" ? "不是金额" : "不是数值",
      en: `is not a ${type === "money" ? "sum of money" : "number"}`,
    }[language];
  if (
    type === "money" &&
    unit !== undefined &&
    !findValues(value).some(({ kind }) => kind === "money")
  )
    return { zh: `缺少单位：${unit}`, en: `lacks its unit: ${unit}` }[language];
  const isBinding = leaf.fill === "rule" && leaf.range !== undefined;
  const { minimum, maximum } = (isBinding && leaf.range) || {
    minimum: Number.NEGATIVE_INFINITY,
    maximum: Number.POSITIVE_INFINITY,
  };
  const tolerance = 1e-9 * Math.max(1, Math.abs(amount));
  if (amount >= minimum - tolerance && amount <= maximum + tolerance) return undefined;
  return {
    zh: `超出取值范围 ${minimum} 至 ${maximum}${unit ? `（${unit}）` : ""}`,
    en: `is outside its range ${minimum} to ${maximum}${unit ? ` (${unit})` : ""}`,
  }[language];
}

function patternProblem(
  { schema, values }: Config,
  { pattern, fill }: Leaf,
  value: string,
): string | undefined {
  // A model is shown an example and knows what the story needs; only patterns made of other values are binding for it.
  const isBinding = fill === "rule" || placeholdersOf(pattern ?? "").length > 0;
  const expected =
    pattern === undefined || !isBinding ? undefined : fillPattern(pattern, valueOf(schema, values));
  if (expected === undefined || fold(expected) === fold(value) || fitsPattern(expected, value))
    return undefined;
  return expected.includes("{")
    ? { zh: `应合乎“${expected}”的形式`, en: `must have the form "${expected}"` }[schema.language]
    : { zh: `应为“${expected}”`, en: `must be "${expected}"` }[schema.language];
}

// A Chinese sentence in an English config, or English words in a Chinese one; names like "ERP" count as neither.
function languageProblem({ type }: Leaf, value: string, language: Language): string | undefined {
  const hanCount = (value.match(/\p{Script=Han}/gu) ?? []).length;
  if (language === "en") return hanCount > 0 ? "must be in English" : undefined;
  const latinWordCount = (value.match(/[A-Za-z]{3,}/g) ?? []).length;
  const isLanguageless = type === "number" || isCode(type);
  return hanCount === 0 && latinWordCount > 2 && !isLanguageless ? "要用中文写" : undefined;
}
