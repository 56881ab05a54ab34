// A planned fact made ready for wording: how it is named, and the clause that states it.

import type { PlannedFact } from "../../../schemas/rageval/prompts.ts";
import { documentKind } from "./document-kind.ts";
import { asSentence, lowerFirst } from "./phrase.ts";

type Language = "zh" | "en";

export interface AskedFact {
  readonly fact: PlannedFact;
  readonly label: string;
  /** "the annual report on Foo". */
  readonly source: string;
  /** The fact with its document: "the revenue in the annual report on Foo". */
  readonly item: string;
  readonly value: string;
}

const NO_CONTENT =
  /^(?:无|暂无|没有|不详|未知|待定|未提及|n\/?a|none|nil|unknown|not (?:stated|known|available)|tbd|[-—–/.]+)$/i;
const LONGEST_VALUE = 200;
const LONGEST_LABEL = { zh: 20, en: 60 };

/** Why no question can be built on this fact, or undefined. */
export function whyNotAskable(fact: PlannedFact, language: Language): string | undefined {
  const { label, value } = fact;
  if (value.length > LONGEST_VALUE) return `the value of “${label}” is too long for one answer`;
  if (!/[\p{L}\p{N}]/u.test(value) || NO_CONTENT.test(value.trim()) || /\{\w+\}/.test(value))
    return `the value of “${label}” says nothing`;
  if (/[“”]|[。！？!?；;].|\.\s(?=\p{Lu})/u.test(tidy(value)))
    return `the value of “${label}” is more than one clause`;
  if (isListElement(fact)) return `“${label}” has several values, and one alone is no full answer`;
  if (isTold(fact)) return `a name tells the “${label}” without any document`;
  return whyNotNamed(fact, language);
}

/** Why a question cannot name this fact, whatever its value: all that matters where no document states one. */
export const whyNotNamed = ({ label }: PlannedFact, language: Language): string | undefined =>
  /\p{L}/u.test(label) &&
  label.length <= LONGEST_LABEL[language] &&
  !/[。！？!?；;:：{}\n]|\.\s|\.$/.test(label) &&
  !(language === "en" && label.split(/\s+/).length > 9)
    ? undefined
    : `the label “${label}” cannot stand in a question`;

/** A first name tells it, so that no document is needed. */
const isTold = ({ label }: PlannedFact): boolean =>
  /^(?:(?:patient|defendant|applicant)(?:'s)? )?(?:sex|gender)(?: of (?:the )?\w+)?$|^(?:患者|被告人)?的?性别$/i.test(
    label.trim(),
  );

/** One element of a list: the label alone does not say which. */
const isListElement = ({ path }: PlannedFact): boolean => /\/\d+$/.test(path);

/** The fact with its names. */
export function askedFact(fact: PlannedFact, scenario: string, language: Language): AskedFact {
  const kind = documentKind(scenario, language);
  const { document } = fact;
  const value = tidy(fact.value);
  if (language === "zh") {
    const label = fact.label.trim();
    const item = label.includes("的") ? `${document}${label}` : `${document}的${label}`;
    return { fact, label, source: `${document}的${kind}`, item, value };
  }
  const label = lowerFirst(fact.label.trim().replace(/^(?:an?|the)\s+/i, ""));
  const source = `the ${kind} on ${document}`;
  return { fact, label, source, item: `the ${label} in ${source}`, value };
}

/** Without the full stop of the sentence it was (not that of "Ltd."). */
const tidy = (value: string): string =>
  value
    .trim()
    .replace(/[。；;，,]+$/u, "")
    .replace(/(?<!\b(?:Ltd|Inc|Co|Corp|plc|Jr|Sr|[A-Z]))\.$/, "");

/** The fact as a clause, named with its document or by its label alone. What a form's line says is quoted. */
export function factClause(
  { fact: { type }, label, item, value }: AskedFact,
  language: Language,
  withDocument = true,
): string {
  const isQuoted = type === "text" || type === "choice";
  const name = withDocument ? item : language === "zh" ? label : `the ${label}`;
  if (language === "zh") return isQuoted ? `${name}记为“${value}”` : `${name}为${value}`;
  const was = isPluralEn(label) ? "were" : "was";
  return `${name} ${was} ${isQuoted ? `recorded as “${value}”` : value}`;
}

/** Facts in one sentence, and what follows from them in a further one. */
export function stateFacts(
  asks: readonly AskedFact[],
  language: Language,
  conclusions: readonly string[] = [],
): string {
  const [join, stop, gap] = language === "zh" ? ["；", "。", ""] : ["; ", ".", " "];
  return [asks.map(ask => factClause(ask, language)), conclusions]
    .filter(clauses => clauses.length > 0)
    .map(clauses => asSentence(clauses.join(join) + stop))
    .join(gap);
}

const SINGULAR_S = /(?:ss|us|is|news|series|diabetes|rabies|herpes|measles|means|access)$/i;
const PREPOSITION =
  /\s(?:of|in|for|by|at|on|from|to|with|during|against|per|under|after|before|among|between|as|upon)\s/i;

/** The words before the first preposition: "cost" of "cost of the stay". */
export const headEn = (label: string): string => label.split(PREPOSITION)[0]?.trim() ?? label;

function isPluralEn(label: string): boolean {
  const head = headEn(label).split(/\s+/).at(-1) ?? "";
  return /[a-z]s$/i.test(head) && !/['’]s$/.test(head) && !SINGULAR_S.test(head);
}

const BIRTH = /\bbirth|出生/i;
/** A birth among other dates is no event, and neither is a reporting year or period. */
export const isNoEvent = ({ label }: PlannedFact): boolean =>
  BIRTH.test(label) ||
  /年度$|年份$|期间$|\b(?:reporting|report|fiscal|financial) (?:year|period)\b/i.test(label);
