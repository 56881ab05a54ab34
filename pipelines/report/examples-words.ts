// Texts of the example items, in both languages.

import type { Thoughts } from "../../schemas/crud/drafts.ts";
import type { StoryTask } from "../../schemas/crud/stories/records.ts";
import type { Derivation, ItemRow, WrongAnswer } from "../../schemas/items/records.ts";
import type { PageLanguage } from "./page-language.ts";
import { type Html, html, joinParts } from "./html.ts";
import { formatCount } from "./tables.ts";

type KeypointKind = ItemRow["keypoints"][number]["kind"];
type ErrorKind = StoryTask["errors"][number]["kind"];

const english = {
  language: "en" as PageLanguage,
  lead: "Two of every type in each language: question, answer, keypoints, keywords (those for the whole item in bold, then those for each information point in brackets), and the documents with their references marked.",
  colon: ": ",
  reference: (number: number) => `reference ${number}`,
  characters: (number: number) => `${formatCount(number)} characters`,
  silent: "says nothing about it",
  notUseful: (names: readonly Html[]): Html =>
    html`Found, but not useful for the answer: ${joinParts(names, ", ")}.`,
  computed: ({ operation, operands, result }: Derivation) =>
    `Computed: ${operation} of ${operands.join(" and ")} = ${result}`,
  inCorpus: "in the corpus",
  notFound: "not found",
  keypoint: (kind: KeypointKind): string => kind,
  keywords: (coarse: Html, fine: readonly Html[]): Html =>
    html`Keywords: ${coarse}${fine.map(list => html` [${list}]`)}`,
  struck: "(struck out)",
  error: (kind: ErrorKind): string => kind,
  errors: {
    annotated: "Errors marked by people:",
    planted: "Planted errors:",
  },
  thoughts: "Reasoning",
  steps: {
    event: "event",
    common: "in common",
    differences: "differences",
    question: "first question",
    rebuilt: "rebuilt",
  } satisfies Record<keyof Thoughts, string>,
  heldOut: (article: Html): Html => html`The held-out article: ${article}, not in the corpus`,
  worth: (ratings: readonly number[]) => `worth ${ratings.join(", ")}`,
  weight: (documents: number) =>
    `represents ${formatCount(documents)} ${documents === 1 ? "document" : "documents"}`,
  joinFacts: (sentences: readonly string[]) => sentences.join(" "),
  asOf: (day: string) => `As of ${day}.`,
  members: (number: number) => `Based on ${formatCount(number)} documents.`,
  twinOf: (id: string) => `Twin of ${id}.`,
  wrong: "Wrong answers that the documents suggest:",
  trap: (trap: WrongAnswer["trap"]): string => trap,
  noSplit: "no split",
};

export type ExamplesWords = typeof english;

const operations: Record<Derivation["operation"], string> = {
  sum: "总和",
  difference: "差值",
  product: "乘积",
  ratio: "比值",
  "percent-change": "变化百分比",
  "before-change": "变化前的数值",
  "days-between": "相隔天数",
  "months-between": "相隔月数",
  "years-between": "相隔年数",
  count: "个数",
  maximum: "最大值",
  minimum: "最小值",
};

const kinds: Record<KeypointKind, string> = { fact: "事实", inference: "推断", conclusion: "结论" };

const errorKinds: Record<ErrorKind, string> = {
  value: "数值或日期",
  name: "名称",
  cause: "编造的原因",
  statement: "编造的说法",
};

const traps: Record<WrongAnswer["trap"], string> = {
  stale: "旧答案",
  superseded: "已被取代",
  later: "过晚",
  twin: "孪生文档",
  partial: "不全",
};

const chinese: ExamplesWords = {
  language: "zh",
  lead: "每种语言、每种题型各选两道：问题、答案、要点、关键词（粗体的针对全题，方括号内的按信息点逐个列出），以及标出引用位置的文档。",
  colon: "：",
  reference: number => `引用 ${number}`,
  characters: number => `${formatCount(number)} 个字符`,
  silent: "文中没有提到",
  notUseful: names => html`搜到但用不上的文章：${joinParts(names, "、")}。`,
  computed: ({ operation, operands, result }) =>
    `计算：${operations[operation]}（${operands.join("、")}）= ${result}`,
  inCorpus: "语料库中有",
  notFound: "没有找到",
  keypoint: kind => kinds[kind],
  keywords: (coarse, fine) => html`关键词：${coarse}${fine.map(list => html`［${list}］`)}`,
  struck: "（删去）",
  error: kind => errorKinds[kind],
  errors: { annotated: "人标出的错误：", planted: "有意植入的错误：" },
  thoughts: "出题思路",
  steps: {
    event: "事件",
    common: "共同点",
    differences: "不同点",
    question: "最初的问题",
    rebuilt: "改写",
  },
  heldOut: article => html`留出的文章：${article}，不在语料库中`,
  worth: ratings => `价值 ${ratings.join("、")}`,
  weight: documents => `代表 ${formatCount(documents)} 篇文档`,
  joinFacts: sentences => sentences.join(""),
  asOf: day => `以 ${day} 为准。`,
  members: number => `答案由 ${formatCount(number)} 篇文档汇总而成。`,
  twinOf: id => `是 ${id} 的孪生题。`,
  wrong: "文档容易引出的错误答案：",
  trap: trap => traps[trap],
  noSplit: "未划分",
};

export const examplesWords: Record<PageLanguage, ExamplesWords> = { en: english, zh: chinese };
