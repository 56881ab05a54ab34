// What happens on a day that a sentence gives: the day is asked for by what happens, and two of them lie so many days apart.

import { findValues, type Value } from "../../text/values.ts";
import type { NewsSentence } from "../news/article-reading.ts";
import { tellsAnAct } from "../news/clauses-zh.ts";
import { isVagueInTime } from "../news/explicit-days.ts";
import { taggedWords } from "../news/news-names.ts";
import { plainVerb } from "../news/verbs-en.ts";
import { announcedEn, announcedZh } from "./announced-days.ts";
import { inside, isVerb, isWholeClause, withoutAppositive } from "./latin-clause.ts";
import type { Measure } from "./measures.ts";

export const DAY = "day";

const MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
const LATIN_DAY = new RegExp(`(?:\\d{1,2} ${MONTH} \\d{4}|${MONTH} \\d{1,2}, \\d{4})`);
const LATIN_LEANS =
  /\b(?:he|she|it|they|him|them|his|her|its|their|this|these|those|such|there|here|we|us|our|I|my|you|your|others?|another|both|latter|former|again|also|then|now|still|same|first one|said|says|told|added|asked|called|noted|the (?:company|firm|man|woman|two|three|four|rest|others))\b|["“”()?]/i;

/** English: a clause whose subject and verb are certain, with one day in it. `source` is the sentence as it was written. */
export function datedEventsEn(sentence: NewsSentence, source: string): Measure[] {
  if (sentence.boilerplate || sentence.quoted) return [];
  const announced = announcedEn(sentence).flatMap(({ told, day }) =>
    placed(`the day on which ${told}`, { ...day, text: standing(day.text, source) }, `${told} on ${day.text}`, sentence.number),
  );
  const happened = withoutAppositive(sentence.text.replace(/\.$/, ""))
    .split(/;\s|:\s|\s[–—-]\s|,\s(?!\d{4})|\s(?:after|before|because|while|when|whether|to decide|until|which|who|whose)\s/)
    .flatMap((part, at) => {
      const opened = part.replace(/^(?:and|but|so) /, "");
      const clause = at === 0 || /^(?:the|a|an|\p{Lu})/u.test(opened) ? opened.trim() : "";
      const [value, ...more] = findValues(clause, "en").filter(({ kind, canonical }) => kind === "date" && canonical.length === 10);
      return value === undefined || more.length > 0 ? [] : latinEvent(clause, value, sentence.number, source);
    });
  return [...announced, ...happened];
}

function latinEvent(clause: string, value: Value, sentence: number, source: string): Measure[] {
  const day = LATIN_DAY.exec(clause)?.[0];
  const before = clause.slice(0, value.start).trimEnd();
  const preposition = /(?:^| )(on|until|from|by|since|in|at|between|and|to)$/i.exec(before)?.[1]?.toLowerCase();
  if (day === undefined || preposition !== "on") return [];
  const bare = `${before.replace(/(?:^| )on$/i, "")}${clause.slice(value.end)}`
    .replace(/^[, ]+/, "")
    .replace(/ (?:morning|afternoon|evening|night)\b/, "")
    .replace(/\s+/g, " ")
    .trim();
  const words = bare.split(" ");
  // A day of the week is one that has been when the sentence tells of the past.
  const isWritten = /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/.test(source.slice(0, 400));
  const verb = words.findIndex((word, at) => at > 0 && isVerb(word));
  const isPast = /^(?:was|were|had)$/.test(words[verb] ?? "") || plainVerb(words[verb] ?? "") !== undefined;
  if (!(isPast || (isWritten && LITERAL.test(source))) || !isWholeClause(bare) || words.length < 4 || / (?:on|in|at|to|for|of|from|with)$/.test(bare) || words.length > 30)
    return [];
  if (LATIN_LEANS.test(bare) || isVagueInTime(bare, "en") || /\b(?:not|every|each|until|never|if|it)\b|\d{4}/.test(bare)) return [];
  const told = inside(bare).replace(/[, ]+$/, "");
  return placed(`the day on which ${told}`, { ...value, text: standing(value.text, source) }, `${told} on ${value.text}`, sentence);
}

const LITERAL =
  /\bon (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}\b|\bon \d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)\b/;

/** A day as it stands in the sentence: without its year where the sentence gives none. */
const standing = (day: string, source: string): string =>
  source.includes(day)
    ? day
    : ([...source.matchAll(LITERAL_DAYS)].map(([found]) => found).find(found => day.startsWith(found)) ??
      [...source.matchAll(/\d{1,2}月\d{1,2}日/g)].map(([found]) => found).find(found => day.endsWith(found)) ??
      day);

const LITERAL_DAYS = new RegExp(`${MONTH} \\d{1,2}\\b|\\b\\d{1,2} ${MONTH}`, "g");

const HAN_LEANS =
  /该|此|这|那|[他她它我你您咱]|其|本[次届场报案]|记者|如果|若|希望|是否|上述|前者|后者|双方|[“”（）()？：:]|以来|截至|止|至|到\d|前$|后$|期间|时$|日常|每|起$|当[天日]|电$|讯$|公布的|当地时间|北京时间|画面|图片|拍摄|资料|顾客|表示|介绍|获悉|消息/;

/** Chinese: a clause with a subject of its own, and one day in it. */
export function datedEventsZh(sentence: NewsSentence, source: string): Measure[] {
  if (sentence.boilerplate || sentence.quoted) return [];
  const announced = announcedZh(sentence).flatMap(({ told, day }) =>
    placed(`${told}的那一天`, { ...day, text: standing(day.text, source) }, `${told}是在${day.text}`, sentence.number),
  );
  const happened = sentence.text
    .replace(/[。；]$/, "")
    .split(/[，；。]/)
    .flatMap((part, at, all) => {
      const whole = at > 0 && /^\s*(?:\d{4}年\d{1,2}月\d{1,2}日)\S{0,4}$/.test(all[at - 1] ?? "") ? `${all[at - 1] ?? ""}${part}` : part;
      const clause = whole.trim();
      const [value, ...more] = findValues(clause, "zh").filter(({ kind }) => kind === "date");
      return value === undefined || more.length > 0 || !/^\d{4}-\d{2}-\d{2}/.test(value.canonical) ? [] : hanEvent(clause, value, { sentence: sentence.number, source });
    });
  return [...announced, ...happened];
}

function hanEvent(clause: string, value: Value, { sentence, source }: { sentence: number; source: string }): Measure[] {
  const before = clause.slice(0, value.start).replace(/(?:在|于|将于|定于|从|自)$/, "");
  const after = clause.slice(value.end).replace(/^(?:上午|下午|晚间?|凌晨|清晨|零时|早间|\d{1,2}时(?:\d{1,2}分)?)?(?:起|的)?/, "");
  if (/^(?:前|后|至|到|—|-|、|和|以[前后]|之[前后]|止|底)/.test(clause.slice(value.end)) || /[至到前后]$/.test(before)) return [];
  const told = `${before}${after}`;
  const [first, second] = taggedWords(told);
  const opensWithSubject = first !== undefined && second !== undefined && /^(?:n|eng|j|x)/.test(first.tag) && /^[\p{Script=Han}\w《]/u.test(told);
  const acts = taggedWords(told).some(({ tag, start }) => start > 0 && /^v(?!n)/.test(tag));
  if (!opensWithSubject || !acts || told.length < 7 || told.length > 42 || HAN_LEANS.test(told) || isVagueInTime(told, "zh")) return [];
  if (
    !tellsAnAct(told) ||
    /\s|不|无|没|才/.test(told) ||
    /^(?:记者|会议|活动|当天|市民|网友|现场|本报)|宣布$|[称说]$|发现$|强调$|指出$|认为$|公布$|显示$|通报$|答复$|(?:楼|门|路|内|里|中|下)$/.test(told)
  )
    return [];
  return placed(`${told.replace(/了$/, "")}的那一天`, { ...value, text: standing(value.text, source) }, `${told.replace(/了$/, "")}是在${value.text}`, sentence);
}

function placed(label: string, value: Value, told: string, sentence: number): Measure[] {
  const order = Date.parse(value.canonical.slice(0, 10)) / 86_400_000;
  if (Number.isNaN(order)) return [];
  return [
    { sentence, label, whole: value.text, told, matter: DAY, amount: { kind: value.kind, text: value.text, canonical: value.canonical, order, unit: DAY, whole: value.text } },
  ];
}
