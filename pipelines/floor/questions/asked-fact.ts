// A planned fact made ready for wording: what kind of thing is asked for, and the phrases its label gives.

import type { PlannedFact } from "../../../schemas/rageval/prompts.ts";
import type { AnswerContext } from "../answerer.ts";
import { documentKind } from "./document-kind.ts";
import { bareLabelEn, eventEn, isPluralEn, itemEn, thingsEn } from "./label-phrases.en.ts";
import { eventZh, itemZh, whenZh } from "./label-phrases.zh.ts";
import { domainWordsEn } from "./phrases-domain.en.ts";
import type { Slots } from "./phrase.ts";
import { asOneClause, isQuotedEn, lowerInSentence } from "./running-text.ts";
import { readsAsNounEn } from "./noun-values.en.ts";

/** How a fact is asked for: its leaf type, with dates of events and counts apart. */
export type AskedGroup =
  | "person"
  | "organisation"
  | "place"
  | "event"
  | "date"
  | "money"
  | "number"
  | "age"
  | "count"
  | "choice"
  | "text";

export interface AskedFact {
  readonly fact: PlannedFact;
  readonly group: AskedGroup;
  readonly slots: Slots & {
    readonly label: string;
    readonly item: string;
    readonly subject: string;
    readonly value: string;
  };
}

export interface Setting {
  readonly domain: string;
  readonly scenario: string;
}

const NO_CONTENT =
  /^(?:无|暂无|没有|不详|未知|待定|未提及|n\/?a|none|nil|unknown|not (?:stated|known|available)|tbd|[-—–/.]+)$/i;
const LONGEST_VALUE = 200;
const LONGEST_LABEL = { zh: 20, en: 60 };

/** Why no question can be built on this fact, or undefined. */
export function whyNotAskable(fact: PlannedFact, language: "zh" | "en"): string | undefined {
  const { label, value } = fact;
  if (value.length > LONGEST_VALUE) return `the value of “${label}” is too long for one answer`;
  if (!/[\p{L}\p{N}]/u.test(value) || NO_CONTENT.test(value.trim()) || /\{\w+\}/.test(value))
    return `the value of “${label}” says nothing`;
  return whyNotNamed(fact, language);
}

/** Why a question cannot name this fact, whatever its value: all that matters where no document states one. */
export const whyNotNamed = ({ label }: PlannedFact, language: "zh" | "en"): string | undefined =>
  isNounPhrase(label, language) ? undefined : `the label “${label}” cannot stand in a question`;

/** A first name tells it, so that no document is needed. */
export const isTold = ({ label }: PlannedFact): boolean =>
  /^(?:(?:patient|defendant|applicant)(?:'s)? )?(?:sex|gender)(?: of (?:the )?\w+)?$|^(?:患者|被告人)?的?性别$/i.test(
    label.trim(),
  );

const isNounPhrase = (label: string, language: "zh" | "en"): boolean =>
  /\p{L}/u.test(label) &&
  label.length <= LONGEST_LABEL[language] &&
  !/[。！？!?；;:：{}\n]|\.\s|\.$/.test(label) &&
  !(language === "en" && label.split(/\s+/).length > 9);

/** One element of a list: the label alone does not say which. */
export const isListElement = ({ path }: PlannedFact): boolean => /\/\d+$/.test(path);

/** The fact with its group and slots; draws between "the revenue of Foo" and "Foo's revenue". */
export function askedFact(
  fact: PlannedFact,
  { domain, scenario }: Setting,
  { language, draw }: AnswerContext,
): AskedFact {
  const kind = documentKind(scenario, language);
  const shared = { subject: fact.document, kind, value: valueInSentence(fact, language) };
  return language === "zh" ? askedZh(fact, shared) : askedEn(fact, { ...shared, domain, draw });
}

// Names, dates and amounts are said as they are written.
function valueInSentence({ label, type, value }: PlannedFact, language: "zh" | "en"): string {
  const tidy = tidyValue(value, language);
  if (language === "en" && type === "number") return lowerInSentence(tidy);
  if (type !== "text" && type !== "choice") return tidy;
  const clause = asOneClause(tidy, language);
  if (language === "zh") return clause;
  const lowered = lowerInSentence(clause);
  return !isLongValue(lowered, language) && (isQuotedEn(lowered, label) || !readsAsNounEn(lowered))
    ? `“${lowered}”`
    : lowered;
}

type Shared = { subject: string; kind: string; value: string };

function askedZh(fact: PlannedFact, shared: Shared): AskedFact {
  // "某医院患者某某的职业", not "…患者某某的患者职业".
  const label = shared.subject.includes("患者")
    ? fact.label.trim().replace(/^患者的?(?=.{2})/, "")
    : fact.label.trim();
  const event = fact.type === "date" ? eventZh(label) : undefined;
  const base = {
    ...shared,
    label,
    item: itemZh(label, shared.subject),
    source: `${shared.subject}的${shared.kind}`,
    when: whenZh(fact.value),
  };
  return {
    fact,
    group: event === undefined ? groupZh(fact, label) : "event",
    slots: { ...base, ...(event === undefined ? {} : { event }) },
  };
}

function groupZh({ type, value }: PlannedFact, label: string): AskedGroup {
  if (/(?:姓名|名称|名字|代号|编号|案号)$/.test(label)) return "choice";
  if (type === "number" && /^年龄$/.test(label) && /^\d{1,3}周?岁$/.test(value.trim()))
    return "age";
  if (type === "number" && /(?:人数|总数|数量|次数|件数|家数)$/.test(label)) return "count";
  return (type === "choice" || type === "text") && /(?:地点|所在地|地址)$/.test(label)
    ? "place"
    : type;
}

function askedEn(
  fact: PlannedFact,
  { domain, draw, ...shared }: Shared & { domain: string; draw: (n: number) => number },
): AskedFact {
  const label = bareLabelEn(fact.label);
  const event = fact.type === "date" ? eventEn(label) : undefined;
  const things = fact.type === "number" ? thingsEn(label) : undefined;
  const item = (text: string) => itemEn({ label: text, subject: shared.subject, domain, draw });
  const base = {
    ...shared,
    label,
    item: item(label),
    source: sourceEn(shared, domain),
    was: isPluralEn(label) ? "were" : "was",
    on: onDate(shared.value),
    where: whereEn(label, shared.value),
  };
  const more = {
    ...(event === undefined ? {} : { event, eventItem: item(event) }),
    ...(things === undefined ? {} : { things }),
  };
  return { fact, group: groupEn(fact, event, things), slots: { ...base, ...more } };
}

function groupEn(
  { label, type, value }: PlannedFact,
  event: string | undefined,
  things: string | undefined,
): AskedGroup {
  if (event !== undefined) return "event";
  if (/^age$/i.test(label.trim()) && /^\d{1,3} years?$/.test(value.trim())) return "age";
  if (things !== undefined && value.toLowerCase().endsWith(things.toLowerCase())) return "count";
  return (type === "person" || type === "organisation") && /\bnames?\b/i.test(label)
    ? "choice"
    : type;
}

const sourceEn = ({ kind, subject }: Shared, domain: string): string =>
  `the ${kind} ${kind === "document" ? "on" : domainWordsEn(domain).source} ${subject}`;

/** "on 5 March 2021", "in March 2021". */
const onDate = (value: string): string =>
  `${/\d(?:st|nd|rd|th)?,? (?:of )?[A-Z][a-z]+|[A-Z][a-z]+\.? \d{1,2}(?!\d)|\d[-/]\d{1,2}[-/]\d/.test(value) ? "on" : "in"} ${value}`;

/** "were in Kingsmoor", but "the address was 14 Ropewalk". */
const whereEn = (label: string, value: string): string =>
  /\b(?:headquarters|office|seat|plant|factory|residence|home|base)$/.test(label)
    ? `${/^\d/.test(value) ? "at" : "in"} ${value}`
    : value;

/** Without white space around it, and without the full stop of the sentence it was (not that of "Ltd."). */
function tidyValue(value: string, language: "zh" | "en"): string {
  const plain = value.trim().replace(/[。；;，,]+$/u, "");
  return language === "en" && plain.split(/\s+/).length > 8 ? plain.replace(/\.$/, "") : plain;
}

/** A value that is a sentence or nearly one cannot follow "was". */
export const isLongValue = (value: string, language: "zh" | "en"): boolean =>
  language === "zh"
    ? value.length > 45 || /[。；！？]/.test(value)
    : value.split(/\s+/).length > 16 ||
      /[.;!?]\s+[A-Z]/.test(value.replace(/\b(?:Mr|Mrs|Ms|Dr|St|No|Inc|Ltd|Co|[A-Z])\./g, ""));
