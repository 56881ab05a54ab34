// Why and what for in Chinese: a sentence that gives a cause, an aim or an effect is asked for it.

import { clausesOf } from "../news/clauses-zh.ts";
import { taggedWords } from "../news/news-names.ts";
import { asSentence } from "../questions/phrase.ts";
import type { Candidate } from "./candidate.ts";
import { standingText } from "./factual-prose.ts";
import type { FragmentLine } from "./fragment-reading.ts";
import { points, type Subject } from "./named-subject.ts";

interface Found {
  readonly question: string;
  readonly secret: string;
  readonly worth: number;
}

const TIME = /^(?:(?:在|于|自|截至)?(?:\d{4}年(?:度|底|末|初|上半年|下半年)?(?:\d{1,2}月(?:\d{1,2}日)?(?:底|初)?)?(?:至\d{1,2}月)?(?:期间|以来|起)?))$/;
const OPENS =
  /^(?:包括|其中|此外|相应|同时|另外|该|此|这|其|因此|所以|故而?|因而|从而|进而|导致|致使|使得?|让|令|并且?|且|而|但|则|就|还|也|又|都|再|将|把|被|对|向|给|从|由|以|经|与|和|及|为|于|在|按|据|通过|根据|随着|虽然|尽管|如果|即使|不仅|不但|无论|可能|可以|能够|需要|应当?|是|有|无|未|没有|不)/;

/** Whether a clause opens with its subject and a verb follows: no half of a thought. */
function hasSubject(clause: string): boolean {
  if (OPENS.test(clause) || clause.length < 6) return false;
  const words = taggedWords(clause);
  const verb = words.findIndex(({ tag }) => /^v(?!n)/.test(tag));
  const [first] = words;
  if (/^(?:\d{4}年)?\p{Script=Han}{2,12}(?:增加|增长|下降|减少|上升|降低|提高|提升|上涨|下跌|停止|推迟|取消|关闭)/u.test(clause)) return true;
  return first !== undefined && /^(?:n|eng|j|l|x|vn|a|b|r|m|t|v)/.test(first.tag) && verb > 0 && words.slice(0, verb).some(({ tag }) => /^(?:n|eng|j|x|vn|l)/.test(tag));
}

/** The clause that is asked for, with the time at the head of its sentence. */
function mainFrom(clauses: readonly string[], at: number, lead: string): string | undefined {
  const head = (clauses[at] ?? "").replace(/^(?:因此|所以|故而?|因而)/, "");
  const timed = TIME.exec(head) !== null ? head : "";
  const main = timed === "" ? head : (clauses[at + 1] ?? "");
  const when = (timed || lead).replace(/^[在于]/, "");
  if (!hasSubject(main) || /通过(?!了)[^，]{2,14}$|涉嫌通过|[后时前中下的]$/.test(main) || points(main, "zh") || points(when, "zh")) return undefined;
  return `${main.startsWith(when) ? "" : when}${main}`;
}

const ask = (main: string | undefined, secret: string, worth: number): Found[] =>
  main === undefined || main.length > 60 || /为什么|也相应|[吗呢：:]$/.test(main) ? [] : [{ question: `为什么${main}？`, secret, worth }];

const leadOf = (clauses: readonly string[], at: number): string => (at > 0 && TIME.test(clauses[0] ?? "") ? (clauses[0] ?? "") : "");

/** "由于原料涨价，毛利率下降了", "为缩短等候时间，医院增设了窗口". */
function causeFirst(clauses: readonly string[]): Found[] {
  const at = clauses.findIndex(
    (clause, index) =>
      index <= 1 && /^(?:主要)?(?:由于|因为|鉴于|得益于|受益于|为了?(?!止|此|准|首|主|期|例|何)|为进一步|受.{2,20}(?:影响|拖累|推动|带动)$|因(?!此|而|果|素|人|子))/.test(clause),
  );
  if (at < 0 || (at === 1 && leadOf(clauses, 1) === "")) return [];
  const reason = clauses[at] ?? "";
  const next = clauses.findIndex(
    (clause, index) => index > at && !/^(?:以及|及|和|并|且|同时)/.test(clause) && (hasSubject(clause.replace(/^(?:因此|所以|故)/, "")) || TIME.test(clause)),
  );
  return next < 0 || next - at > 2 ? [] : ask(mainFrom(clauses, next, leadOf(clauses, at)), reason.replace(/^(?:主要)?(?:由于|因为|鉴于|得益于|受益于|为了?|因)/, ""), 7);
}

const BECAUSE =
  /^(?:这|其)?(?:主要|很大程度上|原因|部分)?(?:是|系|原因是|原因在于|原因为)?(?:(?<=是|系)(?:由于|因为|因(?!此|而|果|素|人))|归因于|得益于|源于|缘于|归功于|取决于|原因是|原因在于|旨在|目的是|目的在于|以便|以期|以确保|以防止|以避免|以免|以提高|以提升|以增强|以降低|以满足|以支持|以减少|以保障|以进一步|以推动|以促进|以应对|以改善|以加强|以优化)/;

/** "净利润有所增长，这是由于费用得到控制". */
function causeBehind(clauses: readonly string[]): Found[] {
  const at = clauses.findIndex((clause, index) => index > 0 && BECAUSE.test(clause));
  if (at < 1) return [];
  const from = clauses.findLastIndex((clause, index) => index < at && at - index <= 2 && hasSubject(clause));
  const main = from < 0 ? undefined : mainFrom(clauses, from, leadOf(clauses, from));
  const whole = main === undefined || from === at - 1 ? main : `${main}，${clauses.slice(from + 1, at).join("，")}`;
  return whole !== undefined && points(whole, "zh") ? [] : ask(whole, clauses.slice(at).join("，").replace(BECAUSE, ""), 6);
}

/** "……，因此渡轮停运了三天": asked only where the result has its own subject. */
function resultBehind(clauses: readonly string[]): Found[] {
  const at = clauses.findIndex((clause, index) => index > 0 && /^(?:因此|因而|所以|故而?(?!意|障|事))/.test(clause));
  return at < 1 ? [] : ask(mainFrom(clauses, at, leadOf(clauses, at)), clauses[at - 1] ?? "", 5);
}

const EFFECT =
  /^(?:(\d{4}年(?:\d{1,2}月)?)?)([^，]{3,28}?)(?:进一步|显著|明显|有效地?|大大|大幅|直接|极大地?|也|还|不仅|成功|严重|共同)*(提高|提升|增强|优化|改善|扩大|拓宽|降低|减少|加强|推动|促进|丰富|巩固|削弱|影响|导致|造成|引发|带来|加剧|加快|缓解|损害|破坏|侵犯|增加|保障|保护|确保)了(.{3,})/u;
const ACTS = /(?:公司|集团|医院|法院|检察院|公安局|政府|委员会|银行|大学|部门|团队|董事会|管理层|患者|被告人?|被害人|原告|某{1,2}|人员|人|方|者|长|员|们)$/;

/** "资产重组提高了运营效率": an event has effects; what people and firms do on purpose is not asked for so. */
function effect(clauses: readonly string[], { owner }: Subject): Found[] {
  const at = clauses.length > 1 && TIME.test(clauses[0] ?? "") ? 1 : 0;
  const [, time = "", thing = "", verb = "", object = ""] = EFFECT.exec(clauses[at] ?? "") ?? [];
  const last = taggedWords(thing).at(-1)?.tag ?? "";
  if (
    thing === "" ||
    ACTS.test(thing) ||
    OPENS.test(thing) ||
    points(thing, "zh") ||
    !/^(?:n(?!r|t|s)|vn|v|l|j)/.test(last) ||
    thing === owner ||
    /[、的，]$|^[一二三四五六七八九十两]/.test(thing)
  )
    return [];
  const tags = taggedWords(thing);
  if (tags.some(({ tag, text }) => /^(?:p|c|r|d|u[lzg]|nr)/.test(tag) && text !== "和" && text !== "与") || thing.length < 4) return [];
  const named = owner === undefined || thing.includes(owner) ? `${time}${thing}` : `${time}${owner}的${thing}`;
  const bad = /导致|造成|引发|加剧|损害|破坏|侵犯|削弱/.test(verb);
  return [{ question: `${named}${bad ? "造成了什么后果" : "带来了什么影响"}？`, secret: object, worth: 4 }];
}

/** Who says it, before what is said. */
const SPEAKER = /^[^，。“”]{2,24}?(?:介绍说?|表示|说|称|指出|透露)，/u;

const finders = [causeFirst, causeBehind, resultBehind];

/** All questions on causes, aims and effects that the running text answers. */
export function analyticalZh(lines: readonly FragmentLine[], subject: Subject): Candidate[] {
  return lines
    .filter(({ kind, whole, text }) => kind === "prose" && whole && text.length >= 14)
    .flatMap(({ number, text: source }) => {
      const text = standingText(source.replace(SPEAKER, ""), subject).replace(/[。！]$/, "");
      const clauses = clausesOf(text).map(({ start, end }) => text.slice(start, end).trim());
      const found = finders.flatMap(find => find(clauses));
      const all = found.length > 0 ? found : effect(clauses, subject);
      return all.map(({ question, secret, worth }) => ({
        question,
        answer: asSentence(`${text}。`),
        sentences: [number],
        secrets: secret === "" ? [] : [secret],
        worth: worth - Math.abs(question.length - 30) / 30,
      }));
    });
}
