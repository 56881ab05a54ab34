// How to do something: the steps of a list whose heading, or the line before it, names the action.

import type { Candidate } from "./candidate.ts";
import type { FragmentLine } from "./fragment-reading.ts";
import { points, type Subject } from "./named-subject.ts";

type Language = "zh" | "en";

interface Steps {
  /** The line that leads in, where one does. */
  readonly lead: FragmentLine | undefined;
  readonly section: string | null;
  readonly items: readonly FragmentLine[];
  readonly numbered: boolean;
}

/** Running text of at most so many lines between two steps belongs to the first of them. */
const mostBetween = 2;

function takeSteps(lines: readonly FragmentLine[], from: number): FragmentLine[] {
  const items: FragmentLine[] = [];
  let between: FragmentLine[] = [];
  for (const line of lines.slice(from)) {
    const isNext =
      line.kind === "item" &&
      (line.marker === "-") === (lines[from]?.marker === "-") &&
      (line.marker === "-" || Number(line.marker) === items.filter(({ kind }) => kind === "item").length + 1);
    if (isNext) items.push(...between.splice(0), line);
    else if (line.kind === "prose" && between.length < mostBetween && items.length > 0) between = [...between, line];
    else break;
  }
  // A sentence that ends the list on the last step's own line cannot be told from what follows the list.
  return items;
}

/** The lists of a fragment that begin at their first entry. */
function listsIn(lines: readonly FragmentLine[]): Steps[] {
  const lists: Steps[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line?.kind !== "item" || (line.marker !== "-" && line.marker !== "1")) continue;
    const before = lines[at - 1];
    const items = takeSteps(lines, at);
    const lead = before !== undefined && before.kind !== "heading" && /[:：]$/.test(before.text) ? before : undefined;
    const opensList = at === 0 || before?.kind === "heading" || lead !== undefined || line.marker === "1";
    // A bullet at the head of a fragment may be the middle of its list.
    if (opensList && (at > 0 || line.marker === "1")) lists.push({ lead, section: line.section, items, numbered: line.marker !== "-" });
    at += items.length - 1;
  }
  return lists.filter(({ items }) => items.filter(({ kind }) => kind === "item").length >= 2);
}

const IMPERATIVE =
  "add adjust agree allow apply arrange ask assemble attach avoid back backup bake begin boil book bring browse build call cancel change charge check choose clean clear click close collect combine complete configure confirm connect contact copy create cut define delete disable disconnect dissolve download drag drain drive drop edit enable ensure enter establish evaluate exit export fill find fit follow go grip heat hold identify import inform insert inspect install keep launch lay let lift load locate lock log make mark measure mix monitor mount move name navigate note obtain open order pack paste pay place plug pour prepare press print provide pull push put read rebuild record register release remove rename repeat replace report request reset restart restore return review rinse rotate run save schedule scroll search select send set shake sign slide soak specify start step stir stop store submit switch take tap test tighten toggle transfer turn type unlock unplug untie update upload use verify view visit wait wash wear wipe withdraw write".split(
    " ",
  );
const isImperative = (text: string): boolean =>
  IMPERATIVE.includes(
    /^(?:(?:First|Then|Next|Finally|Now),? |In [^,]{2,40}, |On [^,]{2,40}, |From [^,]{2,40}, |If [^,]{4,60}, )?([A-Za-z]+)\b/.exec(text)?.[1]?.toLowerCase() ?? "",
  );
const HAN_ACTION =
  /^(?:首先|然后|接着|最后|再|先|请|在.{2,20}[中里上后]，?)?(?:点击|选择|打开|输入|填写|提交|登录|进入|下载|安装|注册|上传|确认|连接|关闭|检查|设置|准备|取出|放入|加入|倒入|按下|按住|拧|插入|拔|清洗|清洁|更换|拆|装|保存|新建|创建|删除|扫描|携带|领取|缴纳|支付|预约|申请|审核|办理|核对|受理|通知|报告|记录|测量|加热|搅拌|冲洗|浸泡|等待|启动|停止|重启|运行|配置|查看|复制|修改|签订|签署|联系|开展|制定|组织|召开|收集|整理|发布|评估|验收|断开|接通|佩戴|穿戴|使用|将|把|用|取|从|由|向|对)/;

const actsShare = ({ items }: Steps, language: Language): number =>
  items.filter(({ text, kind }) => kind === "item" && (language === "zh" ? HAN_ACTION.test(text) : isImperative(text))).length / items.filter(({ kind }) => kind === "item").length;

/** Names such as "Building" and "Pricing" look like actions and are none. */
const NO_GERUND =
  /^(?:Building|Meeting|Pricing|Housing|Training|Finding|Findings|Funding|Marketing|Manufacturing|Engineering|Banking|Ruling|Sentencing|Following|Including|According|During|Offering|Mining|Shipping|Learning|Setting|Timing|Outstanding|Existing|Operating|Accounting|Supporting|Working)\b/;
const small = (text: string): string => (/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);

/** The question that a heading or lead-in puts, and whether it names an action beyond doubt. */
function askEn(source: string): { question: string; sure: boolean } | undefined {
  const text = source.replace(/[:.?]+$/, "").trim();
  const how = /^(?:How (?:to|do (?:you|I)|can (?:you|I))|Steps? (?:to|for)|Instructions (?:to|for)|Procedures? (?:to|for)) (.{3,80})$/i.exec(text)?.[1];
  if (how !== undefined)
    return { question: /^(?:Steps?|Instructions|Procedures?) for/i.test(text) ? `What are the steps for ${small(how)}?` : `How do you ${small(how)}?`, sure: true };
  const lead = /^To ([a-z][^,]{4,80})(?:, .*|)$/.exec(text)?.[1];
  if (lead !== undefined) return { question: `How do you ${lead}?`, sure: true };
  const named = /^(?:The )?([\p{L} -]{3,60}?) (procedures?|process|steps|instructions|workflow)$/iu.exec(text);
  if (named !== null)
    return {
      question: `What are the steps of the ${small(named[1] ?? "")} ${(named[2] ?? "").toLowerCase().replace(/^(?:steps|procedures|instructions)$/, "procedure")}?`,
      sure: false,
    };
  if (/^[A-Z][a-z]+ing\b.{3,80}$/.test(text) && !NO_GERUND.test(text)) return { question: `What are the steps for ${small(text)}?`, sure: false };
  return isImperative(text) && text.split(" ").length >= 2 && text.length <= 80 ? { question: `How do you ${small(text)}?`, sure: false } : undefined;
}

function askZh(source: string): { question: string; sure: boolean } | undefined {
  const text = source.replace(/[:：。？?]+$/, "").trim();
  if (/^(?:如何|怎样|怎么)/.test(text)) return { question: `${text}？`, sure: true };
  const told = /^(?:如需|若要|如要|要)?(.{2,30}?)(?:时)?[，,]?(?:请|可|应)?(?:按照?|遵循)(?:以下|下列|如下)(?:步骤|流程|方法|程序|操作)/.exec(text)?.[1];
  if (told !== undefined) return { question: `${told}有哪些步骤？`, sure: true };
  const [, action = "", noun = ""] = /^(.{2,30}?)的?(操作步骤|操作流程|办理流程|工作流程|步骤|流程|程序)(?:如下|包括|为|是|包括以下.*)?$/.exec(text) ?? [];
  if (action !== "") return { question: noun.endsWith("步骤") ? `${action}有哪些步骤？` : `${action}的${noun}是怎样的？`, sure: noun.endsWith("步骤") };
  const way = /^(.{2,30}?)的?(?:操作方法|使用方法|方法|办法|操作指南|指南)(?:如下)?$/.exec(text)?.[1];
  if (way !== undefined) return { question: `如何${way}？`, sure: false };
  return HAN_ACTION.test(text) && !/^(?:将|把|用|取|从|由|向|对)/.test(text) && text.length <= 24 ? { question: `如何${text}？`, sure: false } : undefined;
}

const stop = { zh: "；", en: "; " };

/** English: numbered steps keep their order in words; Chinese steps are read in their order as they stand. */
function inOrder(texts: readonly string[]): string[] {
  const last = texts.length - 1;
  return texts.map((text, at) => (at === 0 ? `First, ${small(text)}` : at === last ? `finally, ${small(text)}` : `then ${small(text)}`));
}

function toCandidate(steps: Steps, subject: Subject): Candidate[] {
  const { language } = subject;
  const ask = language === "zh" ? askZh : askEn;
  const found = (steps.lead === undefined ? undefined : ask(steps.lead.text)) ?? (steps.section === null ? undefined : ask(steps.section));
  if (found === undefined || points(found.question.replace(/[?？]$/, "").replace(/\byou\b/g, ""), language, true)) return [];
  const acts = actsShare(steps, language);
  // A list under such a heading may still be of things and not of steps.
  if (acts < (found.sure ? (steps.numbered ? 0 : 0.3) : 0.4)) return [];
  const items = steps.items.filter(({ kind }) => kind === "item" || kind === "prose");
  const end = language === "zh" ? "。" : ".";
  const texts = items.map(({ text }) => text.replace(/[.。;；]$/, ""));
  const isPlain = language === "en" && steps.numbered && items.every(({ text, kind }) => kind === "item" && !/^(?:first|then|next|finally)/i.test(text));
  const told = (isPlain ? inOrder(texts) : texts).join(stop[language]);
  const numbers = [...(steps.lead === undefined ? [] : [steps.lead.number]), ...items.map(({ number }) => number)];
  return [{ question: found.question, answer: `${told}${end}`, sentences: numbers, secrets: [], worth: 5 + acts + (steps.numbered ? 1 : 0) }];
}

/** The instructions that the lists of a fragment give. */
export const tutorialSteps = (lines: readonly FragmentLine[], subject: Subject): Candidate[] => listsIn(lines).flatMap(steps => toCandidate(steps, subject));
