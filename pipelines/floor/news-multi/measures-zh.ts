// Numbers, sums and spans of time of a Chinese sentence, each asked for by its own clause: "K17路首日运送乘客多少人次".

import { findValues, type Value } from "../../text/values.ts";
import type { NewsSentence } from "../news/article-reading.ts";
import { isVagueInTime } from "../news/explicit-days.ts";
import { taggedWords } from "../news/news-names.ts";
import { unitWritten } from "./counted-units.ts";
import type { Measure } from "./measures.ts";

/** Who says it, before what is said. */
const SPEAKER = /^[^，。；“”]{0,24}?(?:介绍说?|表示|说|称|透露|指出|告诉记者|坦言|估计|测算|显示|公布|通报|答复)[，：:]\s?“?/u;
const LEANS =
  /某|该|此|这|那|[他她它我你您咱]|其(?!中|他)|本[次届场报案]|记者|如果|假如|若|希望|是否|上述|前者|后者|两者|双方|另有|其余|余下|还有|同(?:期|时|样|一)|同比|环比|[也又还再却](?!原)|当地时间|北京时间|报道|[？?…：:“”（）()]|原来|现在|今后|目前|当[天日时晚]|次日|第一位|第二位/;
const HEDGED = {
  before: /(?:大约|至少|最多|最少|最高|最快|不到|不足|将近|接近|超过?|突破|[约近逾达每第前后至到~～—–\-、和或从之])\s?$/,
  after: /^ ?(?:[至到~～—–\-、和或多余来]|左右|以上|以下|以内|上下)/,
};
/** What a number is a number of when nothing else is said: it belongs to a thing that stands before it. */
const BARE =
  /^(?:直径|全长|总投资|投资|总面积|面积|长度|高度|长|高|宽|厚|重|深|年产|售价|单价|总重|自重|总长|票价|时速|损失|收入|支出|罚款|预算|占地|均价|价格|费用|成本|总价|概算|工期|宽度|重量|最[高长大深小]|人数|总数|男子|女子|全程|半程|全年|单程|平均|人均|首批)/;
const OPENS_NO_CLAIM =
  /^(?:由于|虽然|尽管|随着|为了?|通过|面对|当|自|其中|不仅|不但|无论|即使|除|按|根据|经|作为|让|来自|针对|对于?|并|且|也|而|但|却|以|包括|例如|比如|如|因|把|将|被|从|到|在|又|再|都|只|才|就|已|有|是|用|比|向|与|和|每|再|连|跟|往|给|于是|截至|截止)/;

/** The measures of a sentence whose clause stands by itself, or with the clauses before it that have its subject. */
export function measuresZh(sentence: NewsSentence): Measure[] {
  if (sentence.boilerplate || sentence.quoted) return [];
  const text = sentence.text.replace(/[。；]$/, "").replace(SPEAKER, "");
  return text.split(/[；。]/).flatMap(part => {
    const clauses = part.split("，").map(clause => clause.trim());
    return clauses.flatMap((clause, at) => inClause(standing(clauses, at), clause).map(found => ({ ...found, sentence: sentence.number })));
  });
}

/** Longer than this no question is read with ease. */
const LONGEST = 56;

/** The clause, from the nearest clause on that has a subject. */
function standing(clauses: readonly string[], at: number): string | undefined {
  const from = clauses.findLastIndex((clause, place) => place <= at && hasSubject(clause));
  if (from === -1 || at - from > 2) return undefined;
  // "上半年，" before it says of what time it is true.
  const since = from > 0 && ONLY_TIME.test(clauses[from - 1] ?? "") ? from - 1 : from;
  const whole = clauses.slice(since, at + 1).join("，");
  return whole.length <= LONGEST ? whole : undefined;
}

/** Half a thought: what moves, or is left, of something told before. */
const BARE_OPENING =
  /^(?:局部|全省|全国|全市|全县|收于|市值|跌幅|涨幅|降幅|增幅|双向|少|卡|原|全天|研发|要|前后|两侧|鱼|现有|另|占|净|二期|首|总|大巴|老|学校|工程|男生|女生|销区|沙土|单日|项目|现场|当|市场|会议|餐饮|陆台站又|居民|医院|一|半|单|累计|合计|资金|此|最|公司|集团|企业|[省市区县镇乡村校厂院]里)/;

const ONLY_TIME = /^(?:截至|截止|自)?(?:\d{4}年|上半年|下半年|前?[一二三四]季度|\d{1,2}月|\d{1,2}日)[\d年月日时分至到上中下午旬底初末以来起，]*$/;

const TIME = /^(?:\d{4}年(?:\d{1,2}月(?:\d{1,2}日)?)?(?:上半年|下半年|[一二三四]季度|底|初|冬|夏|春|秋)?)(?:起|以来)?/;

function hasSubject(clause: string): boolean {
  const body = clause.replace(TIME, "");
  if (OPENS_NO_CLAIM.test(body) || BARE_OPENING.test(body) || BARE.test(body) || /^[\d一二三四五六七八九十百千万两]/.test(body)) return false;
  const [first, second] = taggedWords(body);
  return first !== undefined && second !== undefined && /^(?:n|eng|j|x)/.test(first.tag) && !/^[\s\p{P}]/u.test(body);
}

/** Beside the one asked for, so many values at most may stand in the words. */
const MOST_OTHERS = 2;

function inClause(clause: string | undefined, own: string): Omit<Measure, "sentence">[] {
  if (clause === undefined || clause.length < 9 || LEANS.test(clause) || isVagueInTime(clause.replace(HALF_YEAR, ""), "zh")) return [];
  const values = findValues(clause, "zh").filter(({ kind }) => kind !== "ordinal" && kind !== "date");
  const mine = values.filter(({ start, text }) => start >= clause.length - own.length + 1 && !/^[一两]$/.test(text));
  const [value, ...others] = mine;
  if (value === undefined || others.length > 0 || values.length > MOST_OTHERS + 1) return [];
  if (HEDGED.before.test(clause.slice(0, value.start)) || HEDGED.after.test(clause.slice(value.end))) return [];
  const asked = askedAs(clause, value);
  return asked === undefined ? [] : [asked];
}

const MORE_UNITS = /^(?:千瓦时|千瓦|标箱|盏|担|毫克|斤|趟|列次|度(?!假)|股|副|棵|对(?!于)|岁)/;
/** Of the year that the question gives. */
const HALF_YEAR = /(?:上半年|前?[一二三四]季度)/g;
const SPAN_UNIT = /(?:个月|年|周|个?星期|天|个?小时|分钟|秒)$/;

function askedAs(clause: string, value: Value): Omit<Measure, "sentence"> | undefined {
  const [number = "", currency = ""] = value.canonical.split(" ");
  const unit =
    value.kind === "money"
      ? /(?:美元|欧元|英镑|日元|港元|元)$/.exec(value.text)?.[0]
      : value.kind === "duration"
        ? SPAN_UNIT.exec(value.text)?.[0]
        : value.kind === "number"
          ? (unitWritten(clause, value.end, "zh")?.trim() ?? MORE_UNITS.exec(clause.slice(value.end))?.[0])
          : undefined;
  if (unit === undefined || /^[余多]/.test(unit) || (value.kind === "duration" && /^(?:以?[来前后内级度的]|之[前后内])/.test(clause.slice(value.end)))) return undefined;
  const end = value.kind === "number" ? value.end + clause.slice(value.end).indexOf(unit) + unit.length : value.end;
  const [before, after] = [clause.slice(0, value.start), clause.slice(end)];
  if (/^[的余多]?(?:左右|以上|以下|以内)/.test(after) || /[\d.]$/.test(before) || /^\d/.test(after) || !isTold(before, after)) return undefined;
  const copula = /(?:率|额|量|价|总数|人数|收入|营收|利润|投资|产值|面积|直径|长度|高度|深度)$/.test(before) ? "为" : "";
  const label = `${before}${copula}多少${unit}${after}`;
  const whole = clause.slice(value.start, end);
  return {
    label,
    whole,
    told: clause,
    // What is told of each, or of a day, is set against nothing that is told in all.
    matter: `${matterOf({ value, unit, currency, before, after })}${/每|各|人均|平均|单价|日均|年均|均价|占比/.exec(before)?.[0] ?? ""}`,
    amount: { kind: value.kind, text: value.text, canonical: value.canonical, order: Number(number), unit: `${value.kind} ${value.kind === "number" ? unit : currency}`, whole },
  };
}

/** A verb before the number, or a name of which the measure is told at once: "主塔高156米". */
const isTold = (before: string, after: string): boolean =>
  (taggedWords(before).some(({ tag, start }) => start > 0 && /^(?:v(?!n)|p|a)/.test(tag)) || before.length >= 6) && !/^(?:的|以|来|之)/.test(after) && !/[的]$/.test(after);

const LENGTH = /^(?:公里|千米|米|厘米|毫米)$/;
const GENERAL = /^(?:个|项|条|件|家|次|套|处|种|款|场|所|座|块|位|张|份|支|只|台|部|点|级|倍|批|例|笔|本|篇)$/;

function matterOf({ value, unit, currency, before, after }: { value: Value; unit: string; currency: string; before: string; after: string }): string {
  if (value.kind === "money") return `money ${currency}`;
  if (value.kind === "duration") return `duration ${unit}`;
  if (/^[名人位]$/.test(unit)) return "人";
  // Heights with heights, distances with distances.
  if (LENGTH.test(unit))
    return `${unit} ${/^[长宽高深厚]/.exec(after)?.[0] ?? /[长宽高深厚]/.exec(before.slice(-4))?.[0] ?? /距|离|处|外|水位|行|跑/.exec(before.slice(-8) + after.slice(0, 2))?.[0] ?? ""}`;
  // Of what is counted in a word for all things, the thing itself must be the same.
  return GENERAL.test(unit) ? `${unit} ${after.slice(0, 2) || before.slice(-2)}` : unit;
}
