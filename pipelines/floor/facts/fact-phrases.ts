// Candidate values from running text: a leaf's label as a noun, and a value of its type that the sentence ties to it.

import { findValues, type Value } from "../../text/values.ts";
import type { Candidate, FactLeaf, FactSentence } from "./fact-candidates.ts";
import { lacksTotal, wasBefore } from "./fact-finders.ts";
import type { Mention } from "./name-mentions.ts";
import { hanName, isOrganisationName, isPlaceName, latinName } from "./proper-names.ts";
import { isCalendarDate, trimValue, valueFits } from "./value-types.ts";

type Language = "zh" | "en";

/** A sentence with what stands in it, found once for all leaves. */
export interface ReadSentence extends FactSentence {
  readonly values: readonly Value[];
  readonly mentions: readonly Mention[];
  /** It tells of plans or of another year, not of what the document reports. */
  readonly aside: boolean;
}

const asides = {
  zh: /预计|计划|拟于|目标|力争|有望|将于|将在|上年|去年|前一年|上一年度|同行业|行业平均|参考值|正常值|法定|以上的?，?处|以下有期徒刑/,
  en: /\b(?:plans? to|expects?|aims? to|forecast|target(?:s|ed)?|projected|previous year|prior year|last year|industry average|reference range|would|could|up to)\b/i,
};

export const isAside = (text: string, language: Language): boolean => asides[language].test(text);

const hanBridge =
  /^(?:的?(?:金额|总额|数额|水平|余额|指标|数值|比例|总量|规模|总计|人数|数量))?(?:[（(][^）)]{0,12}[）)])?(?:在|于)?(?:\d{4}年(?:度|末|底|上半年)?)?(?:期末|同期|全年|也|均|已|则|相应|约?共|共计|合计|总计|仅|分别|就|又|还)*(?:(?:增加|增长|上升|提升|下降|减少|降低|提高|回升)(?:到|至)了?)?(?:实现|达成|录得)?(?:为|是|达到?|有|系|在|至)?(?:了|约|近|人民币|高达|[：:\s])*$/;
const latinTrigger =
  /(?:^\s*(?:\([^()]{0,20}\))?\s*(?:of|at|:|was|is|were|are|[-–—])|\b(?:was|were|is|are|being|reached|reaching|totall?ed|totall?ing|amount(?:ed|ing|s) to|stood at|stands at|standing at|came to|comes to|rose to|grew to|increased to|climbed to|fell to|dropped to|decreased to|declined to|recorded(?: at)?|reported(?: at)?|measured(?: at)?|equal(?:s|led) to|estimated at)|:)\s*(?:(?:approximately|about|around|nearly|over|roughly|almost|just|some|only|exactly|a total of|an amount of|a value of|as|the)\s*)*$/i;
const change = /\b(?:increas|decreas|ris|rose|growth|grew|fall|fell|drop|declin|reduc|improv|compar|from|by|than|includ|due|because|while|whereas|and|but|influenc|result|affect)/i;

/** The words between a label and its value say no more than "is": no other thing, no change, no comparison. */
const bridges = (gap: string, language: Language): boolean => {
  if (language === "zh") return gap.length <= 24 && hanBridge.test(gap);
  if (gap.length > 90 || /;|\.\s+[A-Z]/.test(gap)) return false;
  if (gap.trim() === "") return true;
  const trigger = latinTrigger.exec(gap);
  return trigger !== null && !change.test(gap.slice(0, trigger.index));
};

/** "9000万元的营业收入", "$30 million in net profit". */
const joinsBefore = (gap: string, language: Language): boolean => (language === "zh" ? /^的?$/.test(gap) : /^\s+(?:in|of)\s+(?:total\s+|annual\s+)?$/i.test(gap));

const unitTail = /^\s?(?:%|°\s?C|℃|次\/分钟?|bpm|mmHg|公斤|千克|kg|岁|吨|吉焦|千瓦时|小时|人|天|years?|days?|tonnes?|tons|employees|people)/;

const valueText = (sentence: ReadSentence, value: Value): string => {
  const tail = value.kind === "number" ? (unitTail.exec(sentence.text.slice(value.end))?.[0] ?? "") : "";
  return trimValue(sentence.text.slice(value.start, value.end) + tail);
};

/** "120/80" and "3-5" are no single numbers. */
const standsAlone = (text: string, value: Value): boolean => !/[\d/]$/.test(text.slice(0, value.start)) && !/^\s?[/~～-]\s?\d|^至\d/.test(text.slice(value.end));

const isYear = (value: Value): boolean => value.kind === "number" && /^(?:19|20)\d\d$/.test(value.text);

const amountAt = (leaf: FactLeaf, sentence: ReadSentence, mention: Mention, language: Language): string | undefined => {
  const fitting = sentence.values.filter(value => valueFits(value, leaf.type) && !isYear(value) && !wasBefore(sentence.text, value.start));
  const after = fitting.find(value => value.start >= mention.end);
  if (after !== undefined && bridges(sentence.text.slice(mention.end, after.start), language)) return standsAlone(sentence.text, after) ? valueText(sentence, after) : undefined;
  const before = fitting.findLast(value => value.end <= mention.start);
  return before !== undefined && joinsBefore(sentence.text.slice(before.end, mention.start), language) ? valueText(sentence, before) : undefined;
};

const distance = (value: Value, mention: Mention): number => (value.start >= mention.end ? value.start - mention.end : mention.start - value.end);

const between = (value: Value, mention: Mention): [number, number] => (value.start >= mention.end ? [mention.end, value.start] : [value.end, mention.start]);

const dateLead = {
  // "于2021年3月5日被依法逮捕", "3月20日采取留置措施": the date comes first, with little between.
  zh: (gap: string, dateFirst: boolean): boolean => (dateFirst ? gap.length <= 14 && !/[。；]/.test(gap) : /^(?:[（(：:\s]|于|是在|发生于|发生在|为|时间|日期|是)*$/.test(gap)),
  en: (gap: string, dateFirst: boolean): boolean =>
    dateFirst
      ? gap.length <= 70 && !/;|\.\s+[A-Z]/.test(gap)
      : /^[^,;.]{0,30}?(?:\b(?:on|in|from|since|of|at|dated|until|was|is)\b|:|\()\s*(?:the\s+)?(?:(?:morning|evening|night|afternoon|early hours)\s+of\s+)?$/i.test(gap),
};

/** An English date that precedes its event opens the clause: "On the 5th of May, …"; "founded in May 2005 and …" does not. */
const opensClause = (text: string, date: Value): boolean => {
  const lead = date.start > 60 ? `x${text.slice(date.start - 60, date.start)}` : text.slice(0, date.start);
  return /(?:^|[.;:,*]\s*|\b(?:then|subsequently|later|finally|firstly|first|and)\b,?\s*)(?:(?:on|in|from|by|until)\s+)?(?:the\s+)?$/i.test(lead);
};

const yearOnly = (value: Value): boolean => /^\d{4}$/.test(value.canonical);

const isTied = (sentence: ReadSentence, date: Value, mention: Mention, language: Language): boolean => {
  const dateFirst = date.end <= mention.start;
  const [from, to] = between(date, mention);
  if (yearOnly(date) && (dateFirst || to - from > 5)) return false;
  if (language === "en" && dateFirst && !opensClause(sentence.text, date)) return false;
  return dateLead[language](sentence.text.slice(from, to), dateFirst);
};

/** The date that belongs to an event's mention: in its clause, with no other date and no other event between. */
const dateAt = (sentence: ReadSentence, mention: Mention, rivals: readonly Mention[], language: Language): string | undefined => {
  const dates = sentence.values.filter(isCalendarDate);
  const nearest = [...dates].sort((a, b) => distance(a, mention) - distance(b, mention)).find(date => isTied(sentence, date, mention, language));
  if (nearest === undefined) return undefined;
  const [from, to] = between(nearest, mention);
  const crossed = rivals.some(rival => rival.path !== mention.path && rival.start < to && rival.end > from) || dates.some(date => date.start < to && date.end > from);
  return crossed ? undefined : trimValue(nearest.text);
};

const hanPerson = new RegExp(`^(?:[：:是为系\\s]|\\*\\*)*(${hanName})(?=[，。、；：（）()\\s于在犯因将的和与及]|$)`, "u");
const veiled = /^(?:[：:是为系\s]|\*\*)*(\p{Script=Han}某{1,2})/u;
const latinPerson = new RegExp(`^(?:,|:|\\s+(?:is|was|named))?\\s+(${latinName})`, "u");
const latinProper = /^(?:\s+(?:is|was|in|at|of|by|the)|:|,)*\s+((?:[A-Z][\p{L}'’&.-]*|\d{1,4})(?:,?\s+(?:(?:of|and|the|&)\s+)?[A-Z][\p{L}'’&.-]*){0,7})/u;
const hanProper = /^(?:[：:是为在于位设\s])+([\p{Script=Han}A-Za-z0-9（）()·]{2,30}?)(?=[，。；、的]|$)/u;

const nameAt = (leaf: FactLeaf, rest: string, language: Language): string | undefined => {
  if (leaf.type === "person") return trimValue((language === "zh" ? (veiled.exec(rest) ?? hanPerson.exec(rest)) : latinPerson.exec(rest))?.[1] ?? "") || undefined;
  const value = trimValue((language === "zh" ? hanProper : latinProper).exec(rest)?.[1] ?? "");
  if (leaf.type === "organisation") return isOrganisationName(value, language) ? value : undefined;
  return isPlaceName(value, language) ? value : undefined;
};

const optionAt = (leaf: FactLeaf, rest: string): string | undefined => {
  const near = rest.slice(0, 24).split(/[。；;]/)[0] ?? "";
  const met = leaf.options.filter(option => near.toLowerCase().includes(option.toLowerCase())).sort((a, b) => b.length - a.length);
  const [longest] = met;
  if (longest === undefined || met.some(option => !longest.includes(option))) return undefined;
  const at = near.toLowerCase().indexOf(longest.toLowerCase());
  return longest.length === 1 && at > 3 ? undefined : near.slice(at, at + longest.length);
};

const valueAt = (leaf: FactLeaf, sentence: ReadSentence, mention: Mention, language: Language, dated: ReadonlySet<string>): string | undefined => {
  const rest = sentence.text.slice(mention.end);
  if (leaf.type === "date")
    return dateAt(
      sentence,
      mention,
      sentence.mentions.filter(other => dated.has(other.path)),
      language,
    );
  if (leaf.type === "number" || leaf.type === "money") return amountAt(leaf, sentence, mention, language);
  if (leaf.type === "choice") return optionAt(leaf, rest);
  return leaf.type === "text" ? undefined : nameAt(leaf, rest, language);
};

/** "募集资金" is also met around its value: "募集了10亿元资金". */
const aroundValue = (leaf: FactLeaf, sentence: ReadSentence): string | undefined => {
  if (leaf.type !== "money" || !/^\p{Script=Han}{4}$/u.test(leaf.label)) return undefined;
  const [verb, noun] = [leaf.label.slice(0, 2), leaf.label.slice(2)];
  const value = sentence.values.find(
    candidate =>
      valueFits(candidate, "money") &&
      new RegExp(`${verb}了?$`).test(sentence.text.slice(0, candidate.start)) &&
      new RegExp(`^的?${noun}`).test(sentence.text.slice(candidate.end)),
  );
  return value && trimValue(value.text);
};

/** Reads a sentence once for all leaves. */
export const readSentence = (sentence: FactSentence, mentions: readonly Mention[], language: Language): ReadSentence => ({
  ...sentence,
  values: findValues(sentence.text, language),
  mentions,
  aside: isAside(sentence.text, language),
});

/** Values that running text states of the leaves it mentions. `dated` are the paths of date leaves. */
export const phraseCandidates = (leaves: ReadonlyMap<string, FactLeaf>, sentence: ReadSentence, language: Language, dated: ReadonlySet<string>): Candidate[] => {
  if (sentence.aside || sentence.text.length > 3000) return [];
  const around = [...leaves.values()].flatMap((leaf): Candidate[] => {
    const value = language === "zh" ? aroundValue(leaf, sentence) : undefined;
    return value === undefined ? [] : [{ path: leaf.path, value, sentences: [sentence.number], source: "phrase", reach: 0 }];
  });
  const mentioned = sentence.mentions.flatMap(mention => {
    const leaf = leaves.get(mention.path);
    const value = leaf === undefined || (lacksTotal(leaf, sentence.text) && !/^(?:total|总)/i.test(leaf.label)) ? undefined : valueAt(leaf, sentence, mention, language, dated);
    return value === undefined ? [] : [{ path: mention.path, value, sentences: [sentence.number], source: "phrase" as const, reach: sentence.text.length }];
  });
  return [...mentioned, ...around];
};
