// Texts of the report's page around its sections, in both languages.

import type { PageLanguage } from "./page-language.ts";
import { html } from "./html.ts";
import { formatCount } from "./tables.ts";

const english = {
  title: (wing: string, model: string) => `${wing} with ${model} · ragwright`,
  page: "A RAG benchmark and how it was made",
  wing: "Wing",
  model: "model",
  plotsLeftOut: (command: string) =>
    `Plots are left out; their numbers are in the tables. To include them: ${command}`,
  /** Captions of the tiles; each is shown below its number. */
  tiles: {
    items: (target: number) => (target > 0 ? `of ${formatCount(target)} items requested` : "items"),
    articles: "input articles",
    documents: "documents",
    references: (total: number) => `of ${formatCount(total)} references verbatim`,
    facts: "of the facts stated",
    wordings: "distinct wordings",
    systems: "systems evaluated",
    failed: "rows failed",
    cost: "for model calls",
  },
  footer: html`Made by ragwright. Trace any item back to its seed: <code>ragwright trace RUN ITEM-ID</code>`,
};

export type PageWords = typeof english;

const chinese: PageWords = {
  title: (wing, model) => `${wing}（${model}）· ragwright`,
  page: "一个 RAG 评测基准及其制作过程",
  wing: "流程",
  model: "模型",
  plotsLeftOut: command => `未绘制图表，数值见各表。如需绘制，请运行：${command}`,
  tiles: {
    items: target => (target > 0 ? `道题，目标 ${formatCount(target)} 道` : "道题"),
    articles: "篇输入的文章",
    documents: "篇文档",
    references: total => `的引用与原文一字不差（共 ${formatCount(total)} 条）`,
    facts: "的事实已写明",
    wordings: "的措辞互不相同",
    systems: "个系统已评测",
    failed: "行失败",
    cost: "花在模型调用上",
  },
  footer: html`由 ragwright 生成。追溯任一题目的来源：<code>ragwright trace RUN ITEM-ID</code>。`,
};

export const pageWords: Record<PageLanguage, PageWords> = { en: english, zh: chinese };
