// Facts as clauses of one sentence: "the revenue of Foo was $3m; the net profit was $1m".

import { isLongValue, type AskedFact, type AskedGroup } from "./asked-fact.ts";
import { readsAsNounEn } from "./noun-values.en.ts";
import { asSentence } from "./phrase.ts";

type Language = "zh" | "en";

/** One fact as a clause, with its subject or (in running text about one subject) without. */
export function factClause(
  { group, slots }: AskedFact,
  language: Language,
  withSubject: boolean,
): string {
  const { label, item, value } = slots;
  if (language === "zh" && isQuoted(group, value))
    return `${withSubject ? item : label}记为“${value}”`;
  if (language === "zh")
    return `${withSubject ? item : label}${group === "person" || group === "place" ? "是" : "为"}${value}`;
  const name = withSubject ? item : `the ${label}`;
  if (group === "event" && slots["eventItem"] !== undefined)
    return `${withSubject ? slots["eventItem"] : `the ${slots["event"] ?? ""}`} took place ${slots["on"] ?? ""}`;
  if (group === "age") return `${withSubject ? slots.subject : "the patient"} was ${value} old`;
  if (group === "count")
    return withSubject ? `${slots["source"] ?? ""} reports ${value}` : `there were ${value}`;
  if (value.startsWith("“")) return `${name} ${slots["was"] ?? "was"} recorded as ${value}`;
  return `${name} ${slots["was"] ?? "was"} ${group === "place" ? (slots["where"] ?? value) : value}`;
}

/** Chinese values that open with a verb of having or not having are quoted: 既往史记为“有高血压病史8年”. */
export const isQuoted = (group: AskedGroup, value: string): boolean =>
  (group === "text" || group === "choice") &&
  /^(?:有|无|曾|未|尚|已|从不|从未|不|否认|育有|偶尔|每天|每日)/.test(value);

/** A value that cannot follow "was" or 为 is quoted in a sentence of its own. */
export const needsOwnSentence = (
  { group, slots: { value } }: AskedFact,
  language: Language,
): boolean =>
  isLongValue(value, language) ||
  (language === "en" &&
    (group === "text" || group === "choice") &&
    !value.startsWith("“") &&
    !readsAsNounEn(value));

export const ownSentence = (
  { slots: { label, value } }: AskedFact,
  language: Language,
  source: string,
): string =>
  language === "zh"
    ? `关于${label}，${source}写明：${value}。`
    : asSentence(`on the ${label}, ${source} states: ${value}.`);

/** Facts of several subjects in one go, each named with its subject. */
export function stateFacts(asks: readonly AskedFact[], language: Language): string {
  const own = asks
    .filter(ask => needsOwnSentence(ask, language))
    .map(ask => ownSentence(ask, language, ask.slots["source"] ?? ask.slots.subject));
  const clauses = asks
    .filter(ask => !needsOwnSentence(ask, language))
    .map(ask => factClause(ask, language, true));
  const together =
    clauses.length === 0
      ? []
      : [
          asSentence(
            `${clauses.join(language === "zh" ? "；" : "; ")}${language === "zh" ? "。" : "."}`,
          ),
        ];
  return [...together, ...own].join(language === "zh" ? "" : " ");
}
