// Texts of the section on traps, in both languages.

import { type Html, html } from "../html.ts";
import { formatCount } from "../tables.ts";
import type { PageLanguage } from "./page-language.ts";

const english = {
  lead: html`Some items list the answers of a system that falls into a trap: a copied value that no longer holds (stale), one that another replaced (superseded), one that holds only after the day asked about (later), a near-twin's value, part of a list. Each share covers the items that have a wrong answer of that kind (n): an answer falls into the trap if it says everything that only the wrong answer says, and nothing that only the right one does; it is right in the reverse case. Other answers are neither. The grounded share covers counterfactual twins whose answer changed: it counts those answered correctly along with the original, which a system that did not read cannot do. Code decides, by values and words; no judge model is called.`,
  grounded: (changed: number, path: string): Html =>
    html`The grounded share covers the ${formatCount(changed)} items whose answer differs from <code>${path}</code>.`,
  unchanged: (n: number, ids: string) =>
    ` ${formatCount(n)} left out because their answer did not change: ${ids}.`,
  unpaired: (n: number, ids: string) =>
    ` ${formatCount(n)} left out because they match no item there: ${ids}.`,
  comma: ", ",
};

export type TrapsWords = typeof english;

const chinese: TrapsWords = {
  lead: html`有些题目预先知道落入陷阱的系统会怎么答：照抄已经失效的数值（旧答案），用了已被取代的数值，用了所问日期之后才成立的数值，答成极易混淆的另一个对象，或只答出清单的一部分。每个比例只取已知这一类错误答案的题目（n）：只有错误答案才有的内容全说了，只有正确答案才有的内容一点没说，算落入陷阱；反过来算答对；其余回答两者都不算。“依据文档的比例”只取答案有变的反事实孪生题，看孪生题与原题都答对的占多少：不读文档的系统做不到。判定由代码按数值和词语作出，不经评判模型。`,
  grounded: (changed, path) =>
    html`“依据文档的比例”只取答案与 <code>${path}</code> 不同的 ${formatCount(changed)} 道题。`,
  unchanged: (n, ids) => `答案没有变的 ${formatCount(n)} 道未计入：${ids}。`,
  unpaired: (n, ids) => `有 ${formatCount(n)} 道在另一批中没有对应题目，未计入：${ids}。`,
  comma: "、",
};

export const trapsWords: Record<PageLanguage, TrapsWords> = { en: english, zh: chinese };
