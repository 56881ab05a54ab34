// Reads a news article sentence by sentence: what heads and joins are cut, what is quoted, what does not stand alone.

import { contentWords } from "../../text/content-words.ts";
import { findValues, type Value } from "../../text/values.ts";
import { withExplicitDays, whenWritten } from "./explicit-days.ts";
import { findNames, type FoundName } from "./news-names.ts";
import type { Refusal } from "./refusals.ts";

type Language = "zh" | "en";

export interface NewsSentence {
  readonly number: number;
  /** Without dateline and joining words, days in full where they are certain. */
  readonly text: string;
  readonly names: readonly FoundName[];
  readonly values: readonly Value[];
  readonly words: ReadonlySet<string>;
  /** It leans on the sentence before it. */
  readonly leans: boolean;
  /** Most of it is somebody's words, or a quotation begins or ends in it. */
  readonly quoted: boolean;
  /** Written by the portal, not by the reporter; or a headline or caption has run into it. */
  readonly boilerplate: boolean;
  /** A headline or caption has run into it. */
  readonly glued: boolean;
}

const REPORTER = "[（(](?:[^（()）]{0,20})?(?:记者|通讯员|编译|文/|图/|作者|编辑)[^）)]{0,40}[）)]";
const HAN_HEADS = [
  // A headline run into the dateline goes with it.
  /^.{0,80}?(?:讯|电|消息|报道)\s*[（(][^）)]{0,12}(?:记者|通讯员)[^）)]{0,40}[）)]\s*/,
  /^.{0,80}?【[^】]{2,16}(?:报道|讯|消息)】\s*/,
  /^\s*原标题[:：]\s*/,
  /^.{0,40}?记者 .{2,40}?报道(?=[\d\p{Script=Han}])/u,
  /^记者 ?\p{Script=Han}{2,4}(?=\d)/u,
  /^[（(][\p{Script=Han} 、]{2,16}[）)]\s*/u,
  /^【[^】]{2,24}】\s*/,
  /^(?:[^，。；“”]{0,24}?(?:讯|消息|电|报道)\s*)?(?=[（(][^）)]{0,10}记者)/,
  new RegExp(`^${REPORTER}\\s*`),
  /^[^，。；“”0-9]{0,16}?(?:\d{4} ?年 ?)?(?:\d{1,2} ?月 ?)?\d{1,2} ?日(?:晚间|早间|上午|下午|晚)? ?(?:电|讯|消息|报道)\s*[，,:：]?\s*/,
  new RegExp(`^${REPORTER}[，,:：]?\\s*`),
  /^[^，。；“”]{0,14}(?:消息|讯|电)\s*[，,:：]\s*/,
  /^[（(][\p{Script=Han} 、]{2,16}[）)]\s*/u,
];
const HAN_JOINS =
  /^(?:据悉|据了解|据介绍|据统计|据报道|据透露|此外|另外|同时|与此同时|除此之外|不过|然而|但是?|而|因此|总的来看|值得一提的是|值得注意的是|需要注意的是|具体来看|数据显示|近日|日前|[^，。“”]{0,10}从[^，]{2,25}(?:获悉|了解到)|记者(?:\d{1,2}日)?(?:获悉|了解到|注意到)|据[^，“”]{2,25}(?:消息|报道|介绍|透露|获悉|显示|表示))[，,:：]?\s*/;
const HAN_LEANS =
  /^(?:其|该|此|这|那|他|她|它|对此|为此|因此|随后|会上|会后|期间|现场|双方|两者|上述|前者|后者|之后|此后|并|也|还|又|则|于是|当[天日时晚]|本[次场届]|以上|如此|活动(?:中|现场)|接着|最后|最终|首先|其次|再者|目前|如今)/;
export const ENGLISH_HEAD = /^[A-Z][A-Z .,]{2,30}(?:,? \w+\.? \d{1,2})?(?: \([^)]{2,20}\))? ?[-–—]+ /;
const ENGLISH_JOINS = /^(?:However|Meanwhile|Moreover|Furthermore|In addition|Additionally|Besides|Also|Still|Nevertheless|Earlier|Separately),\s+/;
const ENGLISH_LEANS =
  /^(?:He|She|It|They|This|That|These|Those|His|Her|Its|Their|But|And|So|Such|Both|There|Another|Others|The (?:latter|former|same)|Then|Thus|Therefore|Afterwards)\b/;
const BOILERPLATE =
  /广告声明|责任编辑|责编|编辑[:：]|来源[:：|]|扫码|二维码|公众号|下载.{0,8}(?:APP|客户端)|版权|转载|免责|投稿|报料|点击(?:这里|链接|查看)|查看更多|温馨提[示醒]|敬请关注|文中观点|不构成投资|供图|摄影?[:：）]|图片来源|资料图|图自|截图|腾讯新闻《一线》|图源|图为|视觉中国|投资有风险|敬请收看|摘编自|文、图|[图文]\/|全媒体记者|记者 ?\p{Script=Han}{2,4} ?[/／]?摄|证号|[▲▼△]|提供[）)]|本报讯|[（(]记者|\d{1,2}日(?:电|讯)|\b(?:subscribe|newsletter|click here|all rights reserved|advertisement|photo by|read more|sign up)\b/iu;

/** A blank between Chinese words parts a heading or caption from the sentence it ran into. */
const PARTED = /\p{Script=Han}{4}[ \u3000]+\p{Script=Han}{5}/u;
/** Before these openings any sentence has a sign: without one, a heading or caption ran into them. */
const GLUED_OPENINGS = [
  /(?<!到)(?<=\p{Script=Han})(?:近日|日前)，/u,
  /(?<![时间截至止到从自于在年月日的和与即是为对但而则另曾天]|讯|电)(?<=\p{Script=Han})(?:\d{4} ?年 ?)?(?:\d{1,2} ?月 ?)?\d{1,2} ?日(?:上午|中午|下午|傍晚|晚间?|凌晨|清晨)?，/u,
  /(?<![依根数证占论凭收票单现另而但又曾前也])(?<=\p{Script=Han})据[^，。；、]{2,10}(?:网|社|报|新闻)(?: ?\d{1,2} ?日)?(?:消息|报道)?，/u,
];
const LACKS_SUBJECT = /^[^，]{2,24}，(?:在|于|由|对|将|被|获|就|已|正式|发布|举[行办]|召开|通过|宣布|开[启幕])/;
const isGlued = (text: string): boolean => PARTED.test(text) || GLUED_OPENINGS.some(pattern => pattern.test(text));

/** A heading of some length goes where what follows opens a sentence of its own; a short one may be the subject. */
function withoutGluedHeading(text: string): string {
  const place = Math.min(...GLUED_OPENINGS.map(pattern => pattern.exec(text.slice(0, 100))?.index ?? Number.POSITIVE_INFINITY));
  return place >= 12 && place < 100 && !LACKS_SUBJECT.test(text.slice(place)) ? text.slice(place) : text;
}

/** The sentence without what stands before its own subject. */
function withoutHead(text: string, language: Language): string {
  if (language === "en")
    return text
      .replace(ENGLISH_HEAD, "")
      .replace(ENGLISH_JOINS, "")
      .replace(/^\p{Ll}/u, letter => letter.toUpperCase());
  const headless = HAN_HEADS.reduce((rest, head) => rest.replace(head, ""), text.trim());
  return withoutGluedHeading(headless).replace(HAN_JOINS, "").replace(HAN_JOINS, "").trim();
}

/** "……，胥成锋说。": whose words these are, and at most the end of them. */
const ENDS_IN_SPEECH = /^.{0,60}(?:(?<![小传学假俗邪])说|介绍|表示|坦言|指出|(?<![名简职宣堪统号通俗])称)[。！]?$/u;

const quotedLength = (text: string): number => (text.match(/“[^”]*”?|"[^"]*"?|「[^」]*」?/g) ?? []).reduce((sum, quote) => sum + quote.length, 0);

const marks = (text: string, signs: RegExp): number => text.match(signs)?.length ?? 0;
const isBalanced = (text: string): boolean => marks(text, /[“「]/g) === marks(text, /[”」]/g);

/** Of each sentence, whether a quotation that an earlier one began is still open. */
function insideQuotation(texts: readonly string[]): boolean[] {
  let open = 0;
  return texts.map(text => {
    const inside = open > 0;
    open = Math.max(0, Math.min(1, open + marks(text, /[“「]/g) - marks(text, /[”」]/g)));
    return inside;
  });
}

/** An article has no more sentences than this, and none of them is longer: what goes beyond is no report, and would take long to read. */
const MOST_SENTENCES = 200;
const LONGEST_SENTENCE = 800;

export const isOverlong = (sentence: string): boolean => sentence.length > LONGEST_SENTENCE;

const unread = (number: number): NewsSentence => ({ number, text: "", names: [], values: [], words: new Set(), leans: true, quoted: false, boilerplate: true, glued: false });

/** The sentences of one article, read; the day of publication completes its days. */
export function readNews(sentences: readonly { readonly number: number; readonly text: string }[], published: string | null, language: Language): NewsSentence[] {
  const opening = sentences
    .slice(0, 3)
    .map(({ text }) => text.slice(0, 200))
    .join("");
  const written = whenWritten(opening, published, language);
  const inside = insideQuotation(sentences.map(({ text }) => text));
  return sentences.slice(0, MOST_SENTENCES).map(({ number, text: source }, at) => {
    if (isOverlong(source)) return unread(number);
    const headless = withoutHead(source, language);
    const text = withExplicitDays(headless, written, language);
    const glued = isGlued(headless);
    return {
      number,
      text,
      names: findNames(text, language),
      values: findValues(text, language),
      words: new Set(contentWords(text, language)),
      leans: (language === "zh" ? HAN_LEANS : ENGLISH_LEANS).test(text),
      quoted: inside[at] === true || !isBalanced(text) || ENDS_IN_SPEECH.test(text) || quotedLength(text) > text.length * 0.6,
      // A headline that runs into the first sentence makes both unreadable.
      boilerplate: BOILERPLATE.test(text) || glued || /责任编辑|查看更多/.test(source) || /^\s*原标题/.test(source),
      glued,
    };
  });
}

const AD = /到手价|优惠券|券后|领券|满减|立减|包邮|下单|低至|秒杀|原价|折扣|\b(?:discount code|buy now|free delivery|while stocks last|order now|coupon)\b/gi;
/** A notice, a forecast, captions of a chart, a price: no report whatever else is there. */
const NO_REPORT = /特此公告|见图 ?\d|\d{2}时至|首发价|期免息|免息分期|京豆/;
const OWN = { zh: /(?<!自)我(?!国|市|省|县|区|校|院|军|方|党|队)/g, en: /\b(?:I|my|me)\b/g };
export const LISTED = /^\s*(?:[（(]?\d{1,2}[)）.、．]|[①-⑩]|[（(]?[一二三四五六七八九十]{1,3}[)）、]|[-•*▪·|])/;

const shareOf = (sentences: readonly NewsSentence[], test: (sentence: NewsSentence) => boolean): number => sentences.filter(test).length / Math.max(1, sentences.length);

/** Why these sentences are no report of an event; null where they are. */
export function whyNoReport(sentences: readonly NewsSentence[], language: Language): Refusal | null {
  const text = sentences.map(sentence => sentence.text).join("");
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  if (sentences.filter(({ boilerplate }) => !boilerplate).length < 4) return "few-sentences";
  if (count(AD) >= 3) return "advertisement";
  if (NO_REPORT.test(text)) return "notice";
  if (sentences[0]?.glued === true) return "glued";
  if (shareOf(sentences, sentence => sentence.quoted) > 0.6) return "quotations";
  if (shareOf(sentences, sentence => LISTED.test(sentence.text) || sentence.text.length < 12) > 0.4) return "list";
  if (count(/\p{N}/gu) > text.length * 0.25 || count(/\|/g) > 8) return "figures";
  if (count(OWN[language]) * (language === "zh" ? 100 : 500) > text.length) return "first-person";
  return shareOf(sentences, ({ names, values }) => names.length + values.length > 0) < 0.3 ? "nameless" : null;
}
