// Comparisons in running text: a change against an earlier time, a contrast, or one measure told of two things.

import { findValues } from "../../text/values.ts";
import { withinSentence } from "../news/clauses-en.ts";
import { taggedWords } from "../news/news-names.ts";
import { asSentence } from "../questions/phrase.ts";
import type { Candidate } from "./candidate.ts";
import { standingText } from "./factual-prose.ts";
import type { FragmentLine } from "./fragment-reading.ts";
import { points, type Subject } from "./named-subject.ts";

interface Told {
  readonly number: number;
  readonly text: string;
}

const toldIn = (lines: readonly FragmentLine[], subject: Subject): Told[] =>
  lines.filter(({ kind, whole }) => kind === "prose" && whole).map(({ number, text }) => ({ number, text: standingText(text, subject) }));

const oneOf = (question: string, { number, text }: Told, { secrets, worth }: { secrets: readonly string[]; worth: number }): Candidate => ({
  question,
  answer: asSentence(text),
  sentences: [number],
  secrets,
  worth,
});

const HAN_CHANGE =
  /(?:^|[，；。])((?:截至)?(?:\d{4}年(?:度|上半年|底|末|第?[一二三四]季度)?[，,]?)?[^，；。]{2,30}?)(?:为|达到?了?|实现|约为|约)?(?:[\d.]+[^，；。]{1,8}?)?[，,]?(同比|比上年同期|较上年同期|比上年|较上年|比去年|较去年|环比|比(\d{4}年)|较(\d{4}年))(?:大幅|小幅|略|仅|共)?(增长|增加|上升|提高|提升|下降|减少|降低|下滑|上涨|下跌|多|少|高|低)了?约?([\d.]+[^，；。]{0,6})/u;

/** "营业收入 12 亿元，同比增长 8%" → "与上年同期相比，营业收入有何变化？" */
function changeZh(told: Told): Candidate[] {
  const [, thing = "", against = "", one, two, , share = ""] = HAN_CHANGE.exec(told.text) ?? [];
  if (
    thing === "" ||
    points(thing, "zh") ||
    findValues(thing.replace(/^\D*\d{4}年/, ""), "zh").length > 0 ||
    /(?:其中|分别|均|都|实现|完成|了)$|共有|卖|拥有|新增|招|[说称]|^(?:其中|且|并|而|但|同时|占|以及|和)/.test(thing)
  )
    return [];
  const base = one ?? two ?? (/环比/.test(against) ? "上一期" : /同期|同比/.test(against) ? "上年同期" : /去年/.test(against) ? "前一年" : "上年");
  return [oneOf(`与${base}相比，${thing.replace(/[，,]$/, "").trim()}有何变化？`, told, { secrets: [share], worth: 5 })];
}

const LATIN_CHANGE =
  /^(?:In (?<year>\d{4}), )?(?<thing>(?:[Tt]he |An? |\p{Lu})[^,;]{3,90}?) (?:(?:has |had )?(?:rose|risen|fell|fallen|grew|grown|increased|decreased|declined|dropped|climbed|improved|was up|was down|were up|were down)|(?:was|were|reached|stood at|totall?ed|amounted to|came to) [^,;]{2,40}?,? (?:up|down|an? (?:\S+ )?(?:increase|decrease|rise|fall|decline|drop)))\b.{0,60}?\b(?:from (?:[^,;]{2,24}) (?:in|the) (?<base>\d{4}|previous year|year before)|(?:on|from|compared (?:with|to)|against|over|than) (?:the )?(?<same>previous year|prior year|year before|preceding year|\d{4})|year[- ]on[- ]year)/u;

/** "Revenue rose to 40 million from 31 million in 2021" → "How did the revenue change compared with 2021?" */
function changeEn(told: Told): Candidate[] {
  const found = LATIN_CHANGE.exec(told.text);
  const { thing = "", base, same, year } = found?.groups ?? {};
  if (found === null || thing === "" || points(thing, "en") || findValues(thing, "en").length > 0 || /\b(?:which|that|who)\b/.test(thing)) return [];
  const against = base ?? same ?? "previous year";
  const time = year === undefined ? "" : ` in ${year}`;
  const secrets = findValues(told.text.slice(thing.length), "en")
    .filter(({ text }) => text !== against && text !== year)
    .map(({ text }) => text);
  return [
    oneOf(
      `How did ${withinSentence(/^[A-Z][a-z]+ [a-z]|^[A-Z][a-z]+$/.test(thing) ? thing.charAt(0).toLowerCase() + thing.slice(1) : thing)} change${time} compared with ${/^\d/.test(against) ? against : `the ${against}`}?`,
      told,
      { secrets, worth: 5 },
    ),
  ];
}

const CONTRAST = {
  en: [
    /^(?<a>(?:The |An? |\p{Lu})[^,;]{2,50}?) (?:is|are|was|were|has|have|had|can|takes?|costs?|uses?|requires?|offers?|needs?|lasts?|covers?|received|showed|reached|recorded) [^,;]{4,120}(?:,|;)? (?:whereas|while|but) (?<b>(?:the |an? |\p{Lu})[^,;]{2,50}?) (?:is|are|was|were|has|have|had|can|takes?|costs?|uses?|requires?|offers?|needs?|lasts?|covers?|received|showed|reached|recorded|only|does|do|did) .{4,}/u,
    /^(?:Unlike|In contrast to|Compared (?:with|to)) (?<b>[^,;]{2,60}), (?<a>(?:the |an? |\p{Lu})[^,;]{2,50}?) (?:is|are|was|were|has|have|had|can|does|do|did|takes?|uses?|requires?|offers?|needs?) .{6,}/u,
  ],
  zh: [
    /^(?<a>[\p{Script=Han}A-Za-z0-9]{2,16}?)(?:为|是|有|采用|适用于|适合|需要?|要求|由|以|可以?|仅|主要|用于|实行|执行|按|收取|承担|负责|强调|侧重|注重)[^，；。]{2,40}[，；](?:而|但)?(?<b>[\p{Script=Han}A-Za-z0-9]{2,16}?)则(?:为|是|有|采用|适用于|适合|需要?|要求|由|以|可以?|仅|主要|用于|不|实行|执行|按|收取|承担|负责|强调|侧重|注重).{2,}/u,
    /^(?:与|和|同(?!时)|相较于|相比于?|不同于|区别于)(?<b>[\p{Script=Han}A-Za-z0-9“”]{2,20}?)(?:相比|不同|相较)?，(?<a>[\p{Script=Han}A-Za-z0-9“”]{2,16}?)(?:的|更|具有|采用|适用|需|无需|可|主要|是|在).{4,}/u,
  ],
};
const NO_THING = {
  en: /\b(?:which|that|who|and|he|she|it|they|there|some|others?|most|many|both|one)\b|^(?:The )?(?:first|second)$/i,
  zh: /[之其]|以往|去年|上年|同期|以前|过去|此前|传统|^\d+年$|(?:时|后|前|下|中|的|了)$|因此|由于|为了|虽然|如果/,
};

/** "A is …, whereas B is …": what parts the two. */
function contrast(told: Told, language: "zh" | "en"): Candidate[] {
  const body = told.text.replace(/[.。]$/, "");
  const groups = CONTRAST[language].map(pattern => pattern.exec(body)?.groups).find(Boolean);
  const [a, b] = [groups?.["a"]?.trim() ?? "", groups?.["b"]?.trim() ?? ""];
  if (a === "" || b === "" || a === b || [a, b].some(name => points(name, language) || NO_THING[language].test(name) || !isThing(name, language))) return [];
  const question = language === "zh" ? `${a}与${b}有何不同？` : `How do ${withinSentence(a)} and ${withinSentence(b)} differ?`;
  return points(body.replace(/[?？…]/g, ""), language, true) ? [] : [oneOf(question, told, { secrets: [], worth: 4 })];
}

/** Nouns and names alone. */
const isThing = (name: string, language: "zh" | "en"): boolean => language === "en" || taggedWords(name).every(({ tag }) => /^(?:n|eng|j|x|vn|a|b|l|m|q|t|f|s|k)/.test(tag));

interface Measured extends Told {
  readonly subject: string;
  readonly label: string;
  readonly value: string;
}

const MEASURED = {
  en: [
    /^(?:In (?<time>\d{4}), )?(?:[Tt]he )?(?<label>[\p{L} -]{4,40}?) (?:of|for|at|in) (?<subject>(?:the )?[\p{L}\p{N}’'& .-]{2,40}?) (?:was|is|were|are|stood at|reached|came to|totall?ed|amounted to) (?:about |around |only |over |nearly )?(?<value>(?:[$€£]|US\$)?\d[^,;]{0,30})/u,
    /^(?<subject>\p{Lu}[\p{L}\p{N}& .-]{1,40}?)[’']s (?<label>[\p{L} -]{4,40}?) (?:was|is|were|are|stood at|reached|came to|totall?ed|amounted to) (?:about |around |only |over |nearly )?(?<value>(?:[$€£]|US\$)?\d[^,;]{0,30})/u,
    /^In (?<subject>\d{4}), (?:[Tt]he )?(?<label>[\p{L} -]{4,40}?) (?:was|were|stood at|reached|came to|totall?ed|amounted to) (?:about |around |only |over |nearly )?(?<value>(?:[$€£]|US\$)?\d[^,;]{0,30})/u,
  ],
  zh: [
    /^(?:其中，?)?(?<subject>[\p{Script=Han}A-Za-z0-9]{2,20}?)的(?<label>[\p{Script=Han}]{1,6}(?:率|额|量|价|数|收入|利润|成本|面积|长度|高度|重量|费用|金额|比例|占比|期限|产值|资产|负债))(?:约?为|是|达到?了?|共计?|约)(?<value>[\d.,]+[^，；。]{0,10})/u,
    /^(?:其中，?)?(?<subject>[\p{Script=Han}A-Za-z0-9]{2,20}?)(?<label>[\p{Script=Han}]{1,6}(?:率|额|量|价|数|收入|利润|成本|面积|长度|高度|重量|费用|金额|比例|占比|期限|产值|资产|负债))(?:约?为|是|达到?了?|共计?|约)(?<value>[\d.,]+[^，；。]{0,10})/u,
  ],
};

/** A noun, a name or a time at its end: 涉案 in 涉案金额 is none. */
const namesSomething = (subject: string, language: "zh" | "en"): boolean => language === "en" || /^(?:n|eng|t|m|j|x|vn)/.test(taggedWords(subject).at(-1)?.tag ?? "");

/** The measures that the clauses of the running text tell of named things. */
function measuresIn(told: readonly Told[], language: "zh" | "en"): Measured[] {
  return told.flatMap(sentence =>
    sentence.text
      .replace(/[.。]$/, "")
      .split(language === "zh" ? /[；，。]/ : /; | and (?=the |\p{Lu})|, while (?=the |\p{Lu})/u)
      .flatMap(part => {
        const groups = MEASURED[language].map(pattern => pattern.exec(part.trim())?.groups).find(Boolean);
        const { subject = "", label = "", value = "" } = groups ?? {};
        return label === "" || points(`${subject} ${label}`, language) || !namesSomething(subject, language)
          ? []
          : [{ ...sentence, subject, label: label.trim(), value: value.trim() }];
      }),
  );
}

/** One measure told of two things, in one sentence or in two. */
function parallels(told: readonly Told[], language: "zh" | "en"): Candidate[] {
  const measures = measuresIn(told, language);
  return measures.flatMap((a, at) => {
    const b = measures.slice(at + 1).find(other => other.label === a.label && other.subject !== a.subject && other.value !== a.value);
    if (b === undefined) return [];
    const cited = a.number === b.number ? [a.number] : [a.number, b.number];
    const answer = a.number === b.number ? asSentence(a.text) : `${asSentence(a.text)}${language === "zh" ? "" : " "}${asSentence(b.text)}`;
    const question =
      language === "zh" ? `${a.subject}和${b.subject}的${a.label}有何不同？` : `How do ${withinSentence(a.subject)} and ${withinSentence(b.subject)} differ in ${a.label}?`;
    return [{ question, answer, sentences: cited, secrets: [a.value, b.value], worth: 6 }];
  });
}

/** The comparisons that the running text bears. */
export function comparativeProse(lines: readonly FragmentLine[], subject: Subject): Candidate[] {
  const { language } = subject;
  const told = toldIn(lines, subject);
  return [...told.flatMap(sentence => [...(language === "zh" ? changeZh(sentence) : changeEn(sentence)), ...contrast(sentence, language)]), ...parallels(told, language)];
}
