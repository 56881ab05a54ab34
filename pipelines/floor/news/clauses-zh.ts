// The clauses of a Chinese news sentence, and the shortest stretch of them that has a named subject and ends with a given clause.

import { findNames, type FoundName, taggedWords, type TaggedWord } from "./news-names.ts";

export interface Clause {
  readonly start: number;
  readonly end: number;
}

/** Clauses parted by commas, semicolons and colons that stand outside quotation marks and brackets. */
export function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = [];
  let depth = 0;
  let start = 0;
  for (const [at, sign] of text.split("").entries()) {
    if ("“《（(「【".includes(sign)) depth++;
    else if ("”》）)」】".includes(sign)) depth = Math.max(0, depth - 1);
    else if (depth === 0 && "，；;。！？!?,".includes(sign) && !/\d,\d/.test(text.slice(at - 1, at + 2))) {
      clauses.push({ start, end: at });
      start = at + 1;
    }
  }
  return [...clauses, { start, end: text.length }].filter(clause => text.slice(clause.start, clause.end).trim() !== "");
}

export const TIME_LEAD = /^(?:\s*(?:(?:在|于|自|从)(?=\d))?(?:\d{4} ?年)?(?:(?:\d{1,2} ?月)?(?:\d{1,2} ?日)?)(?:上午|下午|晚|凌晨|上半年|第?[一二三四]季度|以来|起)?\s*)(?=.)/;
export const ONLY_TIME = /^\s*(?:在|于)?\d{4} ?年(?: ?\d{1,2} ?月)?(?: ?\d{1,2} ?日)?(?:上午|下午|晚|凌晨)?(?:\d{1,2}[时点](?:\d{1,2}分)?)?(?:，|$)/;
const OPENS_NO_CLAIM =
  /^\s*(?:由于|如果|虽然|尽管|随着|为了?|通过|面对|在.{2,30}(?:下|中|时|后|期间|方面|基础上)$|当.{2,}时$|自.{2,}以来$|其中|不仅|不但|无论|即使|除了?|截至|按照|根据|经|[^，]*作为|让|来自|针对|围绕|对于?|并|且|还|也|而|但|却|以及|包括|例如|比如|如)/;
const ENDS_NO_CLAIM =
  /(?:时|后|前|下|来说|方面|以来|中|来看|期间|之际|同时|例如|包括|的|和|与|等|为由|起|元起|来|称|表示|说|指出|认为|介绍|显示|获悉|得知|看到|来自|方式|\d年(?:\d{1,2}月)?(?:\d{1,2}日)?)$/;

/** Whether a clause opens with a proper name as its subject, at most a day before it. */
export function hasNamedSubject(clause: string): boolean {
  const body = clause.trim().replace(TIME_LEAD, "");
  if (OPENS_NO_CLAIM.test(body)) return false;
  const [first] = findNames(body, "zh");
  return first?.start === 0 && isDistinct(first) && first.end < body.length - 3 && !/^[了着过]/.test(body.slice(first.end));
}

/** "张女士" and "网友" may be anybody; a quotation is a name only between the marks of a title. */
export const isDistinct = ({ text, kind }: FoundName): boolean =>
  text.length > 1 &&
  !/(?:先生|女士|某{1,2}|同学|老师|大爷|阿姨|教授|记者|近期)$|^(?:换手|市盈|融资|主力|全|途经|助力|叫响|新一轮|上市公司|特邀|荣立|结伴|日产|[二两三]人|望)|^最|^(?:本|该)?(?:公司|集团)$|(?:省|市|区|县|镇|乡|村|州|院|厂|校|局|队|站)里$|^(?:大桥|大厦|广场|公园|学校|医院|银行|公司|集团|法院|政府)$/.test(
    text,
  ) &&
  (kind !== "title" || text.startsWith("《"));

/** Says nothing by itself: a mere condition, a time, a heading. */
export const isOpenEnded = (clause: string): boolean => OPENS_NO_CLAIM.test(clause) || ENDS_NO_CLAIM.test(clause.trim());

const COPULA = /^(?:是|为|有|包括|位于|属于|比|以|作为|达|达到)$/;

/** Whether something is done, and not merely named (or defined, unless that will do): a verb that stands in no "…的" before a noun. */
export function tellsAnAct(part: string, copulaDoes = false): boolean {
  const subject = findNames(part, "zh")[0];
  const words = taggedWords(part).filter(({ start }) => start >= (subject?.end ?? 0));
  const of = words.map(({ text }, at) => (text === "的" ? at : -1)).filter(at => at >= 0);
  const [first = words.length, last = -1] = [of[0], of.at(-1)];
  const isVerb = ({ tag, text }: TaggedWord): boolean => (COPULA.test(text) ? copulaDoes : /^v(?!n)/.test(tag));
  return words.some((word, at) => isVerb(word) && (at < first - 1 || at > last));
}

/** At most so many characters make a question somebody would ask. */
const LONGEST = 90;

/**
 * Where the stretch starts that ends with clause `at`: the nearest clause up to it with a named subject, and a clause
 * of mere time before that. Undefined where there is none, or the stretch is long.
 */
export function stretchStart(text: string, clauses: readonly Clause[], at: number): number | undefined {
  const textOf = (clause: Clause | undefined): string => (clause === undefined ? "" : text.slice(clause.start, clause.end));
  const end = clauses[at]?.end ?? 0;
  for (let from = at; from >= Math.max(0, at - 2); from--) {
    const clause = clauses[from];
    if (clause === undefined || !hasNamedSubject(textOf(clause))) continue;
    const before = clauses[from - 1];
    const start = before !== undefined && ONLY_TIME.test(textOf(before)) && before.start === (clauses[0]?.start ?? 0) ? before.start : clause.start;
    return end - start <= LONGEST ? start : undefined;
  }
  return undefined;
}
