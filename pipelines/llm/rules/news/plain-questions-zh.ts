// Questions on whatever Chinese value or name has no better one: its clause, with a question word in its place.

import { findValues, type Value } from "../../../text/values.ts";
import { clausesOf } from "./clauses-zh.ts";
import type { FactualQuestion } from "./factual-question.ts";
import { findNames, type FoundName, taggedWords } from "./news-names.ts";
import { insideBrackets, withHedges, wording, type Asked } from "./questions-zh.ts";

const JOINT = /^\s?[至到~～—–-]*\s?$/;
const PERIOD = /^(?:上半年|下半年|第?[一二三四]季度|年?[初底末]|[上中下]旬)/;

/** Values that a "至" joins are one, "8月26日至27日"; so are a day and its hour, a year and its half. */
function joined(text: string, values: readonly Value[]): Value[] {
  return values.reduce<Value[]>((all, value) => {
    const last = all.at(-1);
    if (last !== undefined && value.start < last.end) return all;
    const end = value.end + (value.kind === "date" ? (PERIOD.exec(text.slice(value.end))?.[0].length ?? 0) : 0);
    const whole = { ...value, end, text: text.slice(value.start, end) };
    if (last === undefined || !JOINT.test(text.slice(last.end, value.start)) || (last.end === value.start && last.kind !== "date")) return [...all, whole];
    return [...all.slice(0, -1), { ...last, end, text: text.slice(last.start, end) }];
  }, []);
}

const UNIT =
  /^ ?(?:余|多)? ?(?:个百分点|平方公里|平方米|立方米|人次|公里|公斤|毫米|千米|[个家名人位项条件台部起座辆套间吨米亩笔批处张只支幅例层栋户种款场次岁倍度本篇艘架枚颗头株所分])/;
const WORD: Readonly<Record<string, string>> = { date: "何时", percent: "百分之多少", duration: "多长时间", ordinal: "第几" };
const ABOUT: Readonly<Record<Value["kind"], FactualQuestion["about"]>> = {
  date: "day",
  number: "count",
  money: "amount",
  percent: "share",
  duration: "duration",
  ordinal: "count",
};

/** Part of a model's name, of a list of numbers, of a product: nothing that is told for itself. */
function isAskable(text: string, { kind, start, end, text: found }: Value): boolean {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  if (insideBrackets(text, start) || /[A-Za-z×+*/.、-] ?$/.test(before) || /^ ?[A-Za-z×+*/-]|^、\d/.test(after)) return false;
  if (kind === "number") return UNIT.test(after);
  if (kind === "ordinal") return false;
  if (kind === "duration") return !/[上下]$/.test(before);
  // A bare year before a noun is part of a name: "2023年第5号台风".
  return kind !== "date" || !/^\d{4} ?年?$/.test(found) || /^(?:[，、出成毕建创]|$)/.test(after);
}

function askedFor(text: string, value: Value): Asked {
  const { start } = withHedges(text, value);
  const unit = value.kind === "number" ? (UNIT.exec(text.slice(value.end))?.[0] ?? "") : "";
  const end = value.end + unit.length + (/^(?:左右|以上|以下|以内|多|余)/.exec(text.slice(value.end + unit.length))?.[0].length ?? 0);
  const asked = { about: ABOUT[value.kind], start, end, keyInfo: text.slice(start, end) };
  if (/^\d{1,2} ?日/.test(value.text)) return { ...asked, about: "day", word: "哪一天" };
  const currency = /(?:人民币|美元|欧元|英镑|日元|港元|元)$/.exec(value.text)?.[0];
  if (value.kind === "money") return { ...asked, word: currency === undefined ? "多少钱" : `多少${currency}` };
  return { ...asked, word: WORD[value.kind] ?? `多少${unit.replace(/^ ?(?:余|多)? ?/, "")}` };
}

const NAME_WORD = { person: "谁", place: "什么地方", organisation: "哪个单位", title: "什么", other: "什么" } as const;

const askedName = ({ start, end, text, kind }: FoundName): Asked => ({ about: kind === "other" ? "title" : kind, start, end, word: NAME_WORD[kind], keyInfo: text });

/** The words around a place that a question needs: its clause, with the clauses before it while that stays short. */
function stretchOf(text: string, start: number): { start: number; end: number } {
  const clauses = clausesOf(text);
  const found = clauses.findIndex(clause => clause.start <= start && start < clause.end);
  const at = Math.max(0, found);
  const end = clauses[at]?.end ?? text.length;
  const from = clauses.slice(Math.max(0, at - 2), at + 1).find(clause => end - clause.start <= 60) ?? clauses[at];
  return { start: from?.start ?? 0, end };
}

/** The question in its stretch; none where hardly anything but the question word and a day is left. */
function asQuestion(text: string, asked: Asked): FactualQuestion[] {
  const stretch = stretchOf(text, asked.start);
  const words = text.slice(stretch.start, stretch.end);
  const question = wording(words, { ...asked, start: asked.start - stretch.start, end: asked.end - stretch.start }).replace(/^[”》）]+/, "");
  const told = question.replace(asked.word, "").replace(/[\d年月日时点分：:，？\s]/g, "");
  return told.length < 4 || question.includes(asked.keyInfo) ? [] : [{ about: asked.about, question, keyInfo: asked.keyInfo, statement: `${words.trim()}。` }];
}

/** Whether a verb, a preposition or an adverb follows: then the name is a subject, and whole. */
const actsNext = (after: string): boolean => /^(?:v(?!n)|p|d)/.test(taggedWords(after)[0]?.tag ?? "");

/** Questions on the values of a sentence, and on names that open a clause or are titles. */
export function plainQuestionsZh(sentence: string): FactualQuestion[] {
  const text = sentence.replace(/[。；;！？]+$/, "");
  const values = joined(text, findValues(text, "zh")).filter(value => isAskable(text, value));
  const starts = new Set(clausesOf(text).map(({ start }) => start));
  const names = findNames(text, "zh").filter(
    ({ start, end, kind, text: name }) => name.startsWith("《") || (starts.has(start) && kind !== "other" && name.length > 1 && actsNext(text.slice(end))),
  );
  return [...values.map(value => askedFor(text, value)), ...names.map(askedName)].flatMap(part => asQuestion(text, part));
}

/** Questions on any value and any name at all: for a text that gives nothing better. */
export function anyQuestionsZh(sentence: string): FactualQuestion[] {
  const text = sentence.replace(/[。；;！？]+$/, "");
  const parts = [...findValues(text, "zh").map(value => askedFor(text, value)), ...findNames(text, "zh").map(askedName)];
  return parts.flatMap(part => {
    const question = wording(text, part);
    return question.replace(part.word, "").length < 3 ? [] : [{ about: part.about, question, keyInfo: part.keyInfo, statement: sentence }];
  });
}
