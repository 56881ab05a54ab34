// Texts of the bill, in both languages.

import type { PageLanguage } from "./page-language.ts";
import { type Html, html } from "./html.ts";

const english = {
  /** Separates the names of models. */
  separator: ", ",
  batch: (model: string, calls: string) => `${model} batch (${calls})`,
  plannedModel: (model: string) => `planned: ${model}`,
  noPrice: "price?",
  stage: "Stage",
  model: "model",
  columns: ["calls", "tokens", "USD"],
  columnsWithPlan: [
    "calls planned",
    "calls",
    "tokens planned",
    "tokens",
    "USD planned",
    "USD",
    "difference",
  ],
  all: "All",
  planned: (expected: string, [low, high]: readonly [string, string], actual: string | null) =>
    `Planned: ${expected}, from ${low} to ${high}${actual === null ? "" : `; the calls cost ${actual}`}. `,
  aboveEstimate: html`<span class="short">That is more than the highest estimate.</span> `,
  aboutDifference: "The difference is that in cost, or in tokens if a price is not known.",
  cached: (tokens: string): Html =>
    html`${tokens} of the input tokens were read from a provider's cache.`,
  unfinished: "The run has not finished: this is the bill so far.",
  ceiling: (maxCost: string, spent: string) =>
    `Ceiling: ${maxCost}, of which ${spent} has been spent.`,
  noPrices: "The run recorded no prices, so no cost is shown.",
  unpriced: (models: string): Html =>
    html`The price of ${models} was not known: add it to <code>schemas/prices.yaml</code>.`,
  unanswered: (attempts: string, maxCost: string) =>
    `${attempts} attempts got no reply and may have been billed: at most ${maxCost}, not counted above.`,
  planAndCalls: html`The estimate of <code>ragwright plan</code>, and the cost of the calls in calls.jsonl. `,
  callsOnly: html`The cost of the calls in calls.jsonl. `,
  lead: "Tokens are input and output together; cost is computed from the prices in run.json.",
};

export type BillWords = typeof english;

const chinese: BillWords = {
  separator: "、",
  batch: (model, calls) => `${model} 批量（${calls}）`,
  plannedModel: model => `计划：${model}`,
  noPrice: "单价未知",
  stage: "阶段",
  model: "模型",
  columns: ["调用", "词元", "花费（美元）"],
  columnsWithPlan: [
    "计划调用",
    "实际调用",
    "计划词元",
    "实际词元",
    "计划花费（美元）",
    "实际花费（美元）",
    "偏差",
  ],
  all: "合计",
  planned: (expected, [low, high], actual) =>
    `计划花费 ${expected}，区间 ${low} 至 ${high}${actual === null ? "" : `；各次调用实际花费 ${actual}`}。`,
  aboveEstimate: html`<span class="short">已超出计划的上限。</span>`,
  aboutDifference: "偏差按花费计算；单价未知时按词元计算。",
  cached: tokens => html`输入词元中有 ${tokens} 个读自服务商的缓存。`,
  unfinished: "运行尚未结束，这是截至目前的账单。",
  ceiling: (maxCost, spent) => `花费上限 ${maxCost}，已用 ${spent}。`,
  noPrices: "这次运行没有记下单价，因此不列花费。",
  unpriced: models => html`${models} 的单价未知，请补入 <code>schemas/prices.yaml</code>。`,
  unanswered: (attempts, maxCost) =>
    `${attempts} 次请求没有收到回复，可能已经计费：至多 ${maxCost}，未计入上表。`,
  planAndCalls: html`计划取自 <code>ragwright plan</code> 的估算，实际取自 calls.jsonl 中的调用。`,
  callsOnly: html`取自 calls.jsonl 中的调用。`,
  lead: "词元为输入与输出之和；花费按 run.json 中记下的单价计算。",
};

export const billWords: Record<PageLanguage, BillWords> = { en: english, zh: chinese };
