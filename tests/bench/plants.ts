// Planted changes of a fact or its text, each with a truth known by construction.

import {
  alterNumber,
  type PlainDate,
  readPlainDate,
  renderAmount,
  renderDate,
} from "./renderings.ts";

export interface Planted {
  readonly kind: "deleted" | "altered" | "reformatted" | "reworded" | "embedded";
  readonly value: string;
  readonly text: string;
  readonly stated: boolean;
}

export interface Fact {
  readonly type: string;
  readonly value: string;
  readonly language: "zh" | "en";
}

/** All changes that fit the fact, which `text` states. */
export function plant(fact: Fact, text: string): Planted[] {
  const rest = withoutFact(fact, text);
  const deleted: Planted[] =
    rest.trim() === "" ? [] : [{ kind: "deleted", value: fact.value, text: rest, stated: false }];
  const altered = alterations(fact, text).map(value => ({
    kind: "altered" as const,
    value,
    text,
    stated: false,
  }));
  const kind = fact.type === "date" ? ("reformatted" as const) : ("reworded" as const);
  const said = others(fact).map(value => ({ kind, value, text, stated: true }));
  return [...deleted, ...altered, ...said, ...embedded(fact, rest)];
}

/** The text without any sentence that has the fact's mark: more than needed goes, never less. */
function withoutFact(fact: Fact, text: string): string {
  const marks = marksOf(fact);
  const keeps = (sentence: string): boolean =>
    !marks.some(mark =>
      mark === "IT" ? /\bIT\b/.test(sentence) : sentence.toLowerCase().includes(mark.toLowerCase()),
    );
  return text
    .split("\n")
    .map(line =>
      (line.match(/[^。！？.!?]+(?:[。！？!?]+|\.(?=\s|$)|\.)?/g) ?? [])
        .reduce(joinNumbers, [] as string[])
        .filter(keeps)
        .join(""),
    )
    .join("\n");
}

// "1.5 million" and "Dr. Nelson" were cut at their stop: what is short or ends in a digit goes with what follows.
function joinNumbers(sentences: string[], next: string): string[] {
  const last = sentences.at(-1);
  if (
    last !== undefined &&
    /(?:\d|\b\p{Lu}\p{Ll}?|\bDr|Ltd|Corp)\.$/u.test(last) &&
    !/^\s+(?:The|In|This)\b/.test(next)
  )
    return [...sentences.slice(0, -1), last + next];
  return [...sentences, next];
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

function marksOf({ type, value, language }: Fact): string[] {
  if (type === "date") {
    const months = [...value.matchAll(/(\d{1,2})月/g)].map(match => `${match[1]}月`);
    const names = MONTHS.filter(name => value.includes(name));
    return months.length + names.length > 0
      ? [...months, ...names]
      : [/\d{4}/.exec(value)?.[0] ?? value];
  }
  if (type === "number" || type === "money") return [/\d+(?:\.\d+)?/.exec(value)?.[0] ?? value];
  if (value === "失业") return ["失业", "无业", "无稳定收入"];
  if (/unemploy/i.test(value)) return ["unemploy"];
  if (language === "zh") return [value.replace(/[，。].*$/, "")];
  return [value.split(/[\s,.]+/).sort((a, b) => b.length - a.length)[0] ?? value];
}

function alterations(fact: Fact, text: string): string[] {
  if (fact.type === "date") return alterDate(fact.value, text);
  if (fact.type === "number" || fact.type === "money") return [alterNumber(fact.value, text)];
  return [alterName(fact)].filter(value => !text.toLowerCase().includes(value.toLowerCase()));
}

function alterDate(value: string, text: string): string[] {
  const date = readPlainDate(value);
  if (date === undefined) return [];
  const years = date.year === undefined ? [] : [value.replace(/\d{4}/, String(date.year - 7))];
  return [...years, ...(date.day === undefined ? [] : [otherDay(value, date, text)])];
}

function otherDay(value: string, date: PlainDate, text: string): string {
  const stands = (day: number): boolean =>
    new RegExp(`(?<!\\d)${day}(?:st|nd|rd|th|日|\\b)`).test(text);
  const day = Array.from({ length: 28 }, (_, at) => at + 1).find(day => !stands(day)) ?? 28;
  return value
    .replace(new RegExp(`(?<!\\d)${date.day}(?=st|nd|rd|th|日|,)`), String(day))
    .replace(/(\d)(?:st|nd|rd|th),/, "$1th,");
}

const OTHER_CHOICE: Readonly<Record<string, string>> = {
  male: "female",
  female: "male",
  男: "女",
  女: "男",
  汉族: "回族",
  未婚: "已婚",
  Married: "Divorced",
  IT: "HR",
};

function alterName({ type, value, language }: Fact): string {
  const other = OTHER_CHOICE[value];
  if (other !== undefined) return other;
  if (language === "zh")
    return type === "person"
      ? `欧阳${value.slice(1)}`
      : type === "choice"
        ? `非${value}之类`
        : value.replace(/^../, "青禾");
  const words = value.split(" ");
  return [...words.slice(0, -1), type === "person" ? "Okonkwo" : `${words.at(-1)}ville`].join(" ");
}

function others(fact: Fact): string[] {
  const { type, value, language } = fact;
  const date = type === "date" ? readPlainDate(value) : undefined;
  if (date !== undefined) return renderDate(date, language).filter(other => other !== value);
  if (type === "date")
    return [value.replace(/\s?-\s?/, language === "zh" ? "至" : " to ")].filter(
      other => other !== value,
    );
  if (type === "number" || type === "money") return renderAmount(value, language);
  if (type === "person") return otherPersons(value, language);
  if (language === "en" && value !== "IT")
    return [value.toUpperCase(), value.replace(/\s/g, "  ")].filter(other => other !== value);
  return value.length > 2 ? [`${value.slice(0, 2)} ${value.slice(2)}`] : [];
}

function otherPersons(value: string, language: "zh" | "en"): string[] {
  if (language === "zh") return value.endsWith("医生") ? [] : [`${value}先生`, `${value}女士`];
  return [
    value.startsWith("Dr.") ? value.slice(4) : `Dr. ${value}`,
    value.replace(". ", "."),
    value.toUpperCase(),
  ];
}

/** The number as a part of a longer one, in a text that no longer has it. */
function embedded({ type, value, language }: Fact, rest: string): Planted[] {
  const number = /^\d+/.exec(value)?.[0];
  if (number === undefined || (type !== "number" && type !== "money")) return [];
  const longer = value.replace(number, `9${number}`);
  const decimal = value.replace(number, `7.${number}`);
  return [longer, decimal].map(other => ({
    kind: "embedded" as const,
    value,
    text: `${rest}\n${language === "zh" ? "合计：" : "Total: "}${other}`,
    stated: false,
  }));
}
