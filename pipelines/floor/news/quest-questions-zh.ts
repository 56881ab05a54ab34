// Chinese questions for checking another text: one clause with its subject, and a question word for one value or name in it.

import { findValues, type Value } from "../../text/values.ts";
import { clausesOf, isDistinct, isOpenEnded, ONLY_TIME, tellsAnAct, TIME_LEAD } from "./clauses-zh.ts";
import type { FactualQuestion } from "./factual-question.ts";
import { findNames, taggedWords } from "./news-names.ts";
import { type Asked, askedPlace, askedSubject, askedTitle, askedValue, goesOnCounting, insideBrackets, standsAlone, withHedges, wording } from "./questions-zh.ts";

/** What joins a clause to the one before it says nothing itself. */
const JOINS =
  /^(?:据悉|据了解|据介绍|据统计|据报道|据透露|此外|另外|同时|与此同时|除此之外|不过|然而|但是?|而且?|并且?|且|因此|其中|值得一提的是|值得注意的是|近日|日前|目前|最终|随后|此前|如今|预计|截至目前)[，,]?/;
/** A clause that stays without sense when it is asked alone. */
const LEANS_ZH =
  /^(?:也|还|又|均|都|分别|另|以|由此|以此|从而|进而|使|让|令|导致|造成|其|该|因|随着|除|至|到|再|则|则是|一组|另一|那天|当晚|当天|当日|同日|同年|次日)|(?:上述|以上|以下|如下|前述|双方|后者|前者)|^.{0,6}(?:称|表示|指出|认为|介绍|透露|强调|坦言|回应|解释|写道|提到|报道|说)(?!为)/;
const ENDS_OPEN = /(?:(?<![公英海华])里|上|下|内|外|中|后|前|时|期间|过程|情况|方式|原因|而|及|其|在|于|从|向|对|把|被|将|所|和|与|或|以|为|是|有|当|自|获悉)$/;
/** Not a sentence of words: signs of a page, a schedule, a table. */
const SIGNS = /[▲▼△●■◆★|｜#→/+×=_~～]|https?|\d[:：]\d|公告编号|证券代码/;

interface Stretch {
  readonly text: string;
  /** It opens with a verb and has the subject of a clause before it. */
  readonly carried: boolean;
  /** Its subject is a name. */
  readonly named: boolean;
  /** Where the clause itself begins. */
  readonly from: number;
}

/** Taken into the name that follows: "委托西原财经大学". */
const OPENS_ACT = /^(?:委托|联合|邀请|经|由|据|向|与|和|同|从|让|请|获|于)/;
/** A measure is no one who does something: "破案率追赃". */
const MEASURED = /(?:率|额|量|数|价|值|指数|收入|利润|营收|商誉|投资|成本|面积|深|长|高|宽)$/;

/** The name that a clause opens with, a day before it aside, where it does something. */
function subjectOf(clause: string): string | undefined {
  const body = clause.trim().replace(TIME_LEAD, "");
  const [name] = findNames(body, "zh");
  const [word] = taggedWords(body);
  // A name that jieba does not know is a word without a kind.
  const unknown = word?.tag === "x" && /^\p{Script=Han}{2,4}$/u.test(word.text) ? word : undefined;
  const first = name?.start === 0 && isDistinct(name) ? name : unknown;
  if (first === undefined || OPENS_ACT.test(first.text)) return undefined;
  const next = taggedWords(body.slice(first.end))[0];
  return /^(?:v(?!n)|p|d|c$|t)/.test(next?.tag ?? "") || /^\d/.test(next?.text ?? "") ? first.text : undefined;
}

const opensWith = (clause: string, tags: RegExp): boolean => tags.test(taggedWords(clause.replace(TIME_LEAD, ""))[0]?.tag ?? "");

/** Each clause that says something, with the subject of a clause before it where it has none. */
function stretchesOf(sentence: string): Stretch[] {
  const text = sentence.replace(/[。；;！]+$/, "");
  let subject: string | undefined;
  let lead = "";
  return clausesOf(text).flatMap(({ start, end }): Stretch[] => {
    const clause = text.slice(start, end).trim().replace(JOINS, "").trim();
    if (ONLY_TIME.test(`${clause}，`) && clause.length < 16) {
      lead = clause;
      return [];
    }
    const before = lead === "" ? "" : `${lead}，`;
    lead = "";
    const own = subjectOf(clause);
    if (own !== undefined || (opensWith(clause, /^(?:n|s|j|b|vn)/) && !/^[在于]/.test(clause) && !OPENS_ACT.test(clause.replace(TIME_LEAD, "")))) {
      subject = own !== undefined && !MEASURED.test(own) ? own : undefined;
      return [{ text: before + clause, from: before.length, carried: false, named: own !== undefined }];
    }
    const acts = opensWith(clause, /^(?:v|d|p|a)/) && !/^(?:在|由|被|占地|总|全长|耗资|工期|建设工期|对于|关于|根据|按|如|若|当|经)/.test(clause);
    return subject !== undefined && acts ? [{ text: `${before}${subject}${clause}`, from: before.length + subject.length, carried: true, named: true }] : [];
  });
}

/** At most so many characters, so many values and so many clauses make a question that is understood at once. */
const LONGEST = 56;
const SHORTEST = 9;
const MOST_VALUES = 3;

/** Nouns that a value follows without a verb. */
const MEASURES = /(?:全长|总长|总投资|总面积|占地|工期|票价|时速|海拔)(?:约|近|超|达)?\d/;

/** A common noun names its matter only with words about it; these name nothing at all. */
const SHORTEST_UNNAMED = 14;
const ABSTRACT = /^(?:代价|理由|原因|地点|时间|比例|内容|专项|建议|效率|成绩|奖金|坡度|准确率|总投资|总造价|目的|目标|结果|方案|标准|措施|问题|数据|其中|全部|整个|主要|光|单|头)/;
const isNamedEnough = ({ text, from, named }: Stretch, short: boolean): boolean => named || ((short || text.length >= SHORTEST_UNNAMED) && !ABSTRACT.test(text.slice(from)));

const isClear = ({ text, from, carried }: Stretch): boolean =>
  !/为什么|怎么|如何|\p{Script=Han} +\p{Script=Han}/u.test(text) &&
  text.length >= SHORTEST &&
  text.length <= LONGEST &&
  standsAlone(text) &&
  !SIGNS.test(text) &&
  !LEANS_ZH.test(text.slice(from)) &&
  (/[于在]\d{4} ?年(?: ?\d{1,2} ?月)?(?: ?\d{1,2} ?日)?$/.test(text) || !isOpenEnded(text.slice(from))) &&
  !ENDS_OPEN.test(text.replace(/[^\p{L}\p{N}]+$/u, "")) &&
  !/[A-Za-z]{3,}.*[A-Za-z]{3,}.*[A-Za-z]{3,}/.test(text) &&
  (carried || MEASURES.test(text) || tellsAnAct(text, true)) &&
  findValues(text, "zh").length <= MOST_VALUES;

const FEW = /^(?:[一两二]|1|2)$/;
const SMALL = /^[三四五六七八九十]$/;
const COUNTED =
  /^(?:个(?!月|百分)|家|名|人(?![次均民])|人次|位|项|条|件|台|部|起|座|辆|套|间|吨|公斤|公里|亩|处|张|只|支|幅|栋|户|种|款|场|次(?!日)|本|篇|艘|架|枚|颗|头|株|所|首)/;
const DATED = /^(?:\d{4} ?年)?(?:\d{1,2} ?月)?(?:\d{1,2} ?[日号])?$/;

/** "十九首", "五年": small numbers in characters, and "首", which a longer stretch leaves out. */
function askedSmall(text: string, value: Value): Asked | undefined {
  const place = withHedges(text, value);
  const unit = COUNTED.exec(text.slice(place.end))?.[0];
  const known = SMALL.test(value.text) || (value.kind === "number" && unit === "首");
  if (!known || unit === undefined || FEW.test(value.text) || /[第前上下每大、十百]$/.test(text.slice(0, place.start))) return undefined;
  const end = place.end + unit.length;
  return { about: "count", start: place.start, end, word: `多少${unit}`, keyInfo: text.slice(place.start, end) };
}

/** A day, month or year inside a clause, right behind its subject or behind 于 and 在. */
function askedTime(text: string, { kind, start, end, text: found }: Value): Asked | undefined {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  if (kind !== "date" || !DATED.test(found.trim()) || !/年|日|号/.test(found)) return undefined;
  if (/^ ?(?:[至到~～—–、的-]|上半|下半|第|[初底末]|前后|以[来前后]|\d|起|度|版|款|级|届)/.test(after) || /[至到~～—–、年届-] ?$/.test(before)) return undefined;
  const placed = /[于在]$/.test(before) || (before.length >= 2 && /^(?:成为|成立|出生|起?任|担任|加入|创办|建成|开工|获|正式|毕业|开始|发布|推出|上市)/.test(after));
  const word = /[日号]$/.test(found.trim()) ? "哪一天" : found.trim().endsWith("月") ? "哪年哪月" : "哪一年";
  return placed && (word !== "哪年哪月" || /年/.test(found)) ? { about: "day", start, end, word, keyInfo: found } : undefined;
}

/** "2017年3月，上海首次引渡嫌疑人" → "上海首次引渡嫌疑人是在哪年哪月？". */
function leadingTime({ text, from }: Stretch): FactualQuestion[] {
  const lead = /^(?:于|在)?((?:\d{4} ?年 ?)(?:\d{1,2} ?月 ?)?(?:\d{1,2} ?日)?)(?:上午|下午|晚|凌晨)?，?/.exec(text);
  const rest = lead === null ? "" : text.slice(lead[0].length);
  const day = lead?.[1]?.trim() ?? "";
  if (
    day === "" ||
    from > (lead?.[0].length ?? 0) + 20 ||
    subjectOf(rest) === undefined ||
    rest.length < 8 ||
    /，|\d ?[年月]|了$|[是为]/.test(rest) ||
    /^(?:第|度|[上下]半年|底|初|末|以来|起)/.test(rest)
  )
    return [];
  const word = day.endsWith("日") ? "哪一天" : day.endsWith("月") ? "哪年哪月" : "哪一年";
  return [{ about: "day", question: `${rest}是在${word}？`, keyInfo: day, statement: `${text}。` }];
}

/** A person who opens the clause and does something. */
function askedPerson(text: string): Asked | undefined {
  const [first] = findNames(text, "zh");
  if (first?.start !== 0 || first.kind !== "person" || !isDistinct(first) || first.text.length > 4 || text.length - first.end < 8) return undefined;
  return /^v(?!n)/.test(taggedWords(text.slice(first.end))[0]?.tag ?? "") ? { about: "person", start: 0, end: first.end, word: "谁", keyInfo: first.text } : undefined;
}

// "94年女生" is a year of birth; "3倍" of something is a property, not a count; "5G" is a name.
const NO_VALUE = /^ ?(?:年(?:[男女生后代]|出生)|[A-Za-z]|度(?:全景|底盘)|岁(?:的|以[上下]))/;
const isPlain = (text: string, value: Value): boolean =>
  !/^[一两][天日周年]/.test(value.text) && !NO_VALUE.test(text.slice(value.end)) && !value.text.replace(/^\d{2}年$/, "年").endsWith("年");

/** "2分50秒", "五成、三成、两成": a part of a longer value, or of a list that stands before it. */
const isPart = (text: string, { start, end, keyInfo }: Asked): boolean =>
  /[\d一二三四五六七八九十][年月时分点]$|(?:\d|成|[一二三四五六七八九十百千万]\p{Script=Han}{0,2})、[^，]*$|、$/u.test(text.slice(0, start)) ||
  /^(?:[\d一二三四五六七八九十]|[、和及]|半)/.test(text.slice(end)) ||
  (/成$|%$/.test(keyInfo) && /^的[^，]{1,6}$/.test(text.slice(end)));

function askedIn({ text, from }: Stretch): Asked[] {
  const values = findValues(text, "zh").filter(({ start }) => start >= from);
  const counted = values
    .filter(value => isPlain(text, value) || value.kind === "date")
    .flatMap(value => askedTime(text, value) ?? (value.kind === "date" ? undefined : (askedValue(text, value) ?? askedSmall(text, value))) ?? []);
  return [...counted, askedPlace(text), askedTitle(text), askedSubject(text), askedPerson(text)].flatMap(part =>
    part === undefined ||
    OPENS_ACT.test(part.keyInfo) ||
    /(?:依然|仍然?|已|均|也)$/.test(text.slice(0, part.start)) ||
    (part.about !== "title" && (insideBrackets(text, part.start) || goesOnCounting(text.slice(part.end)))) ||
    isPart(text, part)
      ? []
      : [part],
  );
}

/** Each has one clause, its subject and one question word. */
function questionsOn(sentence: string, short: boolean): FactualQuestion[] {
  return stretchesOf(sentence)
    .filter(stretch => isNamedEnough(stretch, short) && isClear(stretch))
    .flatMap(stretch => [
      ...askedIn(stretch).map(part => ({ about: part.about, question: wording(stretch.text, part), keyInfo: part.keyInfo, statement: `${stretch.text}。` })),
      ...leadingTime(stretch),
    ])
    .filter(({ question, keyInfo }) => !question.includes(keyInfo) && question.replace(/[\d年月日多少哪一什么谁？]/g, "").length >= 5);
}

/** Questions on the sentences of a text; where none names its matter well, on short clauses, too ("how many people took part?"). */
export function questQuestionsZh(sentences: readonly string[]): FactualQuestion[] {
  const clear = sentences.flatMap(sentence => questionsOn(sentence, false));
  return clear.length > 0 ? clear : sentences.flatMap(sentence => questionsOn(sentence, true));
}
