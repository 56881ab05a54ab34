// Factual questions from a Chinese news sentence: a value or name gives way to a question word and the rest stays as it is.

import { findValues, type Value } from "../../text/values.ts";
import { clausesOf, hasNamedSubject, isOpenEnded, stretchStart, tellsAnAct } from "./clauses-zh.ts";
import type { FactualQuestion } from "./factual-question.ts";
import { findNames, taggedWords } from "./news-names.ts";

/** A place in a stretch, the question word that takes it, and what is asked for. */
export interface Asked {
  readonly about: FactualQuestion["about"];
  readonly start: number;
  readonly end: number;
  readonly word: string;
  readonly keyInfo: string;
}

const HEDGE_BEFORE = /(?:大约|至少|最多|最高|不到|将近|接近|超过|突破|[约近超逾共]) ?$/;
const HEDGE_AFTER = /^(?: ?(?:余|多|左右|以上|以下|以内))/;
const MEASURE =
  /^ ?(?:余|多)? ?(?:个(?!月|百分)|家|名|人(?![次均民])|人次|位|项|条|件|台|部|起|座|辆|套|间|吨|公斤|千克|公里|千米|平方公里|平方千米|平方米|立方米|平方|立方|米|亩|公顷|笔|批|处|张|只|支|幅|例|栋|户|种|款|场|次|倍|毫米|兆瓦|千瓦|万?亿?千瓦时|本|篇|艘|架|枚|颗|头|株|所|支|对|度|℃|摄氏度)/;
const CURRENCY_UNIT = /(?:元人民币|人民币|美元|欧元|英镑|日元|港元|港币|新台币|韩元|卢布|卢比|澳元|加元|元|块钱|块)$/;

/** The value with the words that say it is not exact: they belong to the answer, and the question goes without them. */
export function withHedges(text: string, { start, end }: { start: number; end: number }): { start: number; end: number } {
  const head = text.slice(0, start);
  // In "将超过30万" the word is the verb.
  const before = /[将已可会能也仍或人口](?:超过|突破|接近|超) ?$/.test(head) ? "" : (HEDGE_BEFORE.exec(head)?.[0] ?? "");
  const after = HEDGE_AFTER.exec(text.slice(end))?.[0] ?? "";
  return { start: start - (before.startsWith("共") ? 0 : before.length), end: end + after.length };
}

const RANGE_BESIDE = { before: /(?:[至到~～—–\-、和或与/×xX*:：.]|从|由|[A-Za-z+])\s?$/, after: /^\s?(?:[至到~～—–\-、和或与/×xX*:：]|[A-Za-z+])/ };
const isInRange = (text: string, { start, end }: { start: number; end: number }): boolean =>
  RANGE_BESIDE.before.test(text.slice(0, start)) || RANGE_BESIDE.after.test(text.slice(end));

export function askedValue(text: string, value: Value): Asked | undefined {
  if (isInRange(text, value) || /[第前上下每大]\s?$/.test(text.slice(0, value.start))) return undefined;
  const place = withHedges(text, value);
  const keyInfo = text.slice(place.start, place.end);
  const asked = { ...place, keyInfo };
  const number = Number.parseFloat(value.canonical);
  if (value.kind === "money") {
    const unit = CURRENCY_UNIT.exec(value.text)?.[0];
    return unit === undefined || number < 1 ? undefined : { ...asked, about: "amount", word: `多少${unit}` };
  }
  if (value.kind === "percent" && !/^ ?(?:的|以|$|[，。；])/.test(text.slice(place.end))) return undefined;
  if (value.kind === "percent") return { ...asked, about: "share", word: value.text.endsWith("个百分点") ? "多少个百分点" : "百分之多少" };
  if (value.kind === "duration") {
    const unit = /(?:个月|年|周|个?星期|天|个?小时|分钟|秒)$/.exec(value.text)?.[0];
    return unit === undefined ||
      (unit === "年" && number > 200) ||
      /^(?:以?[来前后内级度]|之[前后内])/.test(text.slice(value.end)) ||
      /(?:未来|近|最近|过去)$/.test(text.slice(0, place.start))
      ? undefined
      : { ...asked, about: "duration", word: `多少${unit}` };
  }
  const measure = value.kind === "number" ? MEASURE.exec(text.slice(value.end))?.[0] : undefined;
  // "两人" are those told of before; and a list gives its own number: "北京、太原和西安三座城市".
  if (measure === undefined || number < 3 || isOpenList(text.slice(0, place.start)) || /^\p{Script=Han}$/u.test(value.text) || isCountOfList(text.slice(0, value.start), number))
    return undefined;
  if (/^ ?米[板台跳]/.test(text.slice(value.end))) return undefined;
  // The measure word belongs to the answer too: "22个".
  const unit = measure.replace(/^ ?(?:余|多)? ?/, "");
  const end = value.end + measure.length;
  return { about: "count", start: place.start, end, word: `多少${unit}`, keyInfo: text.slice(place.start, end) };
}

const isCountOfList = (before: string, number: number): boolean => number <= 12 && (before.split(/[，；]/).at(-1) ?? "").split("、").length >= 3;

/** "A等37条" counts a list of which most stands outside the stretch. */
const isOpenList = (before: string): boolean => /等 ?$/.test(before) && !/、|》《|”“/.test(before.split(/[，；]/).at(-1) ?? "");

const HELD = "(?:举行|召开|举办|开幕|启动|签约|揭牌|发布|成立|落户|开工|上映|开赛|落幕|闭幕|开业|亮相|去世|登陆|首映|开播|竣工|投产|通车|坠毁|相撞|开馆|开园|启幕|起飞|首发)";
const PLACE = new RegExp(`在([^，。；、“”（）()的]{2,20}?)(?=(?:正式|隆重|盛大|顺利|成功|联合|共同)?${HELD}(?!期间|的|前|后|时|以来))`, "u");
const NO_PLACE = /(?:会上|期间|方面|中|时|日|月|年|后|前|下|里|内|上|线上|现场|同期|当地|全国|全球|国内|境内|网络|平台)$|\d|线上|同时|全|^[内此这]/;

export function askedPlace(text: string): Asked | undefined {
  const found = PLACE.exec(text);
  const place = found?.[1];
  if (found === null || place === undefined || NO_PLACE.test(place)) return undefined;
  const proper = findNames(place, "zh").some(name => name.start === 0 && name.kind !== "person");
  const start = found.index + 1;
  return proper ? { about: "place", start, end: start + place.length, word: "哪里", keyInfo: place } : undefined;
}

const THEMES = [
  /以(?<title>“[^”]{3,30}”)为(?:主题|题|口号|宗旨|核心|抓手)/u,
  /(?:主题|口号|名称|全称|片名|书名|题目)(?:是|为)(?<title>“[^”]{2,30}”|《[^》]{2,30}》)/u,
  /(?:名为|题为|命名为)(?<title>“[^”]{2,30}”|《[^》]{2,30}》)(?!的)/u,
];

export function askedTitle(text: string): Asked | undefined {
  for (const pattern of THEMES) {
    const found = pattern.exec(text);
    const title = found?.groups?.["title"];
    if (found === null || title === undefined) continue;
    const start = found.index + found[0].indexOf(title);
    // "为什么" would ask for a reason.
    const verb = /(?<!命名|题|名)为$/.test(text.slice(0, start)) ? 1 : 0;
    return { about: "title", start: start - verb, end: start + title.length, word: verb === 1 ? "是什么" : "什么", keyInfo: title };
  }
  return undefined;
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/(?:公司|集团)$/, "哪家公司"],
  [/银行$/, "哪家银行"],
  [/(?:大学|学院)$/, "哪所高校"],
  [/(?:中学|小学|学校)$/, "哪所学校"],
  [/医院$/, "哪家医院"],
  [/法院$/, "哪家法院"],
  [/(?:公安局|管理局|监管局|水利局|交通局|教育局|税务局|委员会|总局)$/, "哪个部门"],
];

/** The organisation that a stretch opens with. */
export function askedSubject(text: string): Asked | undefined {
  const start = /^(?:在?(?:\d{4} ?年)?(?:\d{1,2} ?月)?(?:\d{1,2} ?日)?(?:上午|下午|晚)?，?)/.exec(text)?.[0].length ?? 0;
  const subject = findNames(text.slice(start), "zh")[0];
  if (subject?.start !== 0 || subject.kind !== "organisation") return undefined;
  const next = taggedWords(text.slice(start + subject.end)).find(word => !/^(?:d|ad|x|m|t)$/.test(word.tag));
  const word = KINDS.find(([ending]) => ending.test(subject.text))?.[1];
  if (word === undefined || next === undefined || !/^(?:v|p)/.test(next.tag)) return undefined;
  return { about: "organisation", start, end: start + subject.end, word, keyInfo: subject.text };
}

const FULL_DAY = /\d{4} ?年 ?\d{1,2} ?月 ?\d{1,2} ?日/;

/** "2023年7月18日，X在Y开展活动" → "X在Y开展活动是在哪一天？"; "X于2023年7月18日开展" → "X于哪一天开展？". */
function dayQuestion(stretch: string): FactualQuestion | undefined {
  const found = FULL_DAY.exec(stretch);
  if (found === null || isInRange(stretch, { start: found.index, end: found.index + found[0].length })) return undefined;
  const after = stretch.slice(found.index + found[0].length);
  const before = stretch.slice(0, found.index);
  if (/\d{1,2}[月日]/.test(after + before)) return undefined;
  const stated = { about: "day" as const, keyInfo: found[0], statement: `${stretch}。` };
  if (/[于在]$/.test(before) && before.length > 4 && /^(?!的|起|前|后|以|止|，)[^，]*$/.test(after)) return { ...stated, question: `${before}哪一天${after}？` };
  const rest = after.replace(/^(?:上午|下午|晚[上间]?|凌晨|清晨)?(?:\d{1,2} ?(?:[点时](?:半|许|\d{1,2}分(?:许)?)?|[:：]\d{2}))?[，,\s]*/, "");
  return before.trim() === "" && rest.length > 12 && !/^[的起前后至]|^第|，|截图/.test(rest) && hasNamedSubject(rest) && tellsAnAct(rest) && !rest.endsWith("了")
    ? { ...stated, question: `${rest}是在哪一天？` }
    : undefined;
}

const BRACKETS = /[（(][^（()）]*[）)]/g;
// A word that points at something told before; "其中" and "其他" point at what stands beside them.
const POINTS =
  /彼时|前一[日天]|该|此(?!外|刻)|(?<![因为])这|那(?!曲|英)|[他她它]|其(?!中|他|余|实|次)|本[次届场报文站案]|上述|记者|我(?!国)|你|您|笔者|小编|网友|双方|二者|两者|前者|后者|上文|下图|如图|如下/;
const NO_FACT = /如果|假如|倘若|一旦|是否|会不会|吗|呢|[？?！!]|…|[:：]|到手价|优惠|领券|下单|扫码/;

/** Whether a stretch is understood by itself and stays grammatical when a part of it is asked for. */
export const standsAlone = (stretch: string): boolean => !POINTS.test(stretch) && !NO_FACT.test(stretch) && balanced(stretch);

function balanced(text: string): boolean {
  const count = (signs: string): number => [...text].filter(sign => signs.includes(sign)).length;
  return count("“") === count("”") && count("《") === count("》") && count("（(") === count("）)") && count('"') % 2 === 0;
}

/** The stretch with the asked part replaced, brackets and a trailing mark gone. */
export function wording(stretch: string, { start, end, word }: Asked): string {
  const head = stretch
    .slice(0, start)
    .replace(BRACKETS, "")
    .replace(/[（(][^（()）]*$/, "");
  const before =
    word.includes("多少") &&
    /(?:率|比例|比重|占比|额|产量|销量|价|价格|总数|人数|收入|营收|利润|总投资|产值|面积)\s?$/.test(head) &&
    !/(?:实现|完成|取得|获得|贡献|带来|创造|新增)[^，]*$/.test(head)
      ? `${head}为`
      : head;
  const after = stretch.slice(end).replace(BRACKETS, "");
  return `${before.trimEnd()}${word}${after.trimStart()}？`.replace(/[，、；,\s]+？$/, "？").replace(/^[\s，、]+/, "");
}

/** Whether a place lies within brackets or a quotation. */
export const insideBrackets = (stretch: string, at: number): boolean =>
  (stretch.slice(0, at).match(/[（(《“]/g)?.length ?? 0) > (stretch.slice(0, at).match(/[）)》”]/g)?.length ?? 0);

/** "917艘次、登检68艘", "101个县930个乡": one of several figures that belong together. */
export const goesOnCounting = (after: string): boolean => /^(?:、|\p{Script=Han}{0,5}\d|[^，]{0,12}[和及与、][^，]{0,6}\d)/u.test(after.replace(BRACKETS, ""));

/** At most so many values beside the one that is asked for. */
const MOST_VALUES = 4;

function questionsOn(stretch: string, from: number): FactualQuestion[] {
  const values = findValues(stretch, "zh");
  const inClause = values.filter(value => value.start >= from);
  if (values.length > MOST_VALUES) return [];
  const asked = [...inClause.map(value => askedValue(stretch, value)), askedPlace(stretch), askedTitle(stretch), askedSubject(stretch)];
  const fitting = asked
    .filter(part => part !== undefined)
    .filter(part => part.about === "title" || (!insideBrackets(stretch, part.start) && !goesOnCounting(stretch.slice(part.end))));
  const worded = fitting.map(part => ({ about: part.about, question: wording(stretch, part), keyInfo: part.keyInfo, statement: `${stretch}。` }));
  const day = dayQuestion(stretch);
  return [...worded, ...(day === undefined ? [] : [day])].filter(({ question, keyInfo }) => !question.includes(keyInfo));
}

/** Questions on a sentence that name their subject and say nothing that only its neighbours explain. */
export function questionsZh(sentence: string): FactualQuestion[] {
  const text = sentence.replace(/[。；;]$/, "");
  const clauses = clausesOf(text);
  return clauses.flatMap((clause, at) => {
    const start = stretchStart(text, clauses, at);
    if (start === undefined || isOpenEnded(text.slice(clause.start, clause.end))) return [];
    const stretch = text.slice(start, clause.end).trim();
    return standsAlone(stretch) && tellsAnAct(stretch, true) ? questionsOn(stretch, text.slice(start, clause.end).length - (clause.end - clause.start)) : [];
  });
}
