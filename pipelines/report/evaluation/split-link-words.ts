// Texts of the section comparing systems on an older split and this one, in both languages.

import { type Html, html, withLanguage } from "../html.ts";
import { formatCount } from "../tables.ts";
import type { PageLanguage } from "./page-language.ts";

/** Numbers of items of one type and language in both splits. */
interface Cell {
  readonly type: string;
  readonly spoken: string;
  readonly older: number;
  readonly newer: number;
}

const english = {
  language: "en" as PageLanguage,
  none: html`No evaluation here is linked with one of the older split, so a change in a system cannot be distinguished from a change in the news. Evaluate a system on both under the same name, and run <code>ragwright baseline</code> on both.`,
  lead: html`A split of different news may be harder or easier. Systems that did not change, scored on both, show by how much (in logits, within each task and language, with equal weights in both splits). The rest of a system's change is its own: its newer score on the older scale, minus its older score. Both parts add up to the change; intervals are 95%, by bootstrap over the items of both splits, and wider if the frozen systems disagree by more than chance. A system with a full or zero score in a split has no interval.`,
  comparedWith: (path: string): Html => html`Compared with <code>${path}</code>.`,
  head: {
    metric: "Metric",
    change: "older → newer",
    equated: "newer, on the older scale",
    system: "the system's part",
    news: "the news' part",
    frozen: "frozen systems",
  },
  spread: (logits: string) => `spread ${logits}`,
  leftOut: (metric: string, cells: readonly Cell[]) =>
    `${metric}: without ${cells.map(({ type, spoken: language, older, newer }) => `${type}, ${language} (${formatCount(older)} → ${formatCount(newer)})`).join("; ")}: one split has too few items.`,
  unlinked: (metrics: readonly string[]) =>
    `Not linked, since no frozen system has a value for them, other than full or zero, in the same group of both splits: ${metrics.join(", ")}.`,
  /** The reason, as the result states it. */
  refusal: (reason: string): Html => html`${reason}`,
  notFrozen: (system: string, because: string): Html =>
    html`Not counted as frozen: <code>${system}</code> (${because}).`,
};

export type LinkedWords = typeof english;

const chinese: LinkedWords = {
  language: "zh",
  none: html`这里没有任何评测能与较早一批题的评测对上，所以分不清变的是系统还是新闻。请以同一个名称在两批题上评测同一个系统，并对两批题都运行 <code>ragwright baseline</code>。`,
  lead: html`换了一批新闻，题目可能变难，也可能变易。变了多少，由未经改动、在两批题上都有得分的系统来说明（以 logit 计，在同一任务、同一语言内比较，各组在两批中权重相同）。剩下的才是系统自身的变化：把它在新一批题上的得分换算到旧一批的尺度，再减去它在旧一批题上的得分。两部分相加就是全部变化。区间均为 95%，用自助法对两批题目重抽样得出；未经改动的系统之间的差异大到不能用偶然解释时，区间会更宽。在某一批题上得满分或零分的系统没有区间。`,
  comparedWith: path => html`与 <code>${path}</code> 对照。`,
  head: {
    metric: "指标",
    change: "较早 → 较新",
    equated: "新一批的得分（换算到旧一批的尺度）",
    system: "由系统带来的部分",
    news: "新闻的部分",
    frozen: "冻结系统",
  },
  spread: logits => `标准差 ${logits}`,
  leftOut: (metric, cells) =>
    `${metric}：未计入${cells.map(({ type, spoken: language, older, newer }) => `${type}（${language}，${formatCount(older)} → ${formatCount(newer)}）`).join("、")}，因为有一批的题太少。`,
  unlinked: metrics =>
    `无法换算的指标：${metrics.join("、")}。没有一个未经改动的系统在两批题目的同一组中都有这些值（满分和零分不算）。`,
  refusal: reason =>
    html`分不清得分的变化有多少来自系统、多少来自新闻。评测给出的原因：${withLanguage(reason)}`,
  notFrozen: (system, because) =>
    html`<code>${system}</code> 不算冻结系统：${withLanguage(because)}。`,
};

export const linkedWords: Record<PageLanguage, LinkedWords> = { en: english, zh: chinese };
