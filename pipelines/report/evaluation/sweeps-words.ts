// Texts of the section on how scores change with a setting, in both languages.

import { formatCount } from "../tables.ts";
import type { PageLanguage } from "../page-language.ts";

const english = {
  language: "en" as PageLanguage,
  lead: "Each line joins systems that differ only in this setting. Chunk size and top-k are paired, so that as many tokens are read with small chunks as with large ones; bars are 95% intervals.",
  titles: {
    "chunk-size": "Chunk size, same number of tokens read",
    overlap: "Overlap",
    "top-k": "Top-k",
    retriever: "Retriever",
  },
  axes: {
    "chunk-size": "tokens per chunk",
    overlap: "tokens repeated from the previous chunk",
    "top-k": "chunks read",
    retriever: "",
  },
  /** The settings that are constant in a series. */
  constants: {
    read: (tokens: number) => `${tokens} tokens read`,
    chunks: (size: number) => `chunks of ${size}`,
    overlap: (overlap: number | string) => `overlap ${overlap}`,
    top: (k: number) => `top ${k}`,
    subject: "with subject",
    separator: ", ",
  },
  point: (setting: string, value: string, range: string) => `${setting} ${value} (${range})`,
  series: (name: string, points: readonly string[]) => `${name}: ${points.join(", ")}`,
  plotted: (metric: string, title: string, series: readonly string[]) =>
    `${metric} by ${title.toLowerCase()}. ${series.join("; ")}`,
  more: (n: number) => `${formatCount(n)} more series are not drawn.`,
  numbers: "Numbers",
  constant: "Held constant",
  metric: "metric",
};

export type SweepsWords = typeof english;

const chinese: SweepsWords = {
  language: "zh",
  lead: "每条线连接只有这一项设置不同的系统。分块大小与 top-k 成对取值，使小分块和大分块读取的词元数相同；竖线是 95% 区间。",
  titles: {
    "chunk-size": "分块大小（读取的词元数相同）",
    overlap: "重叠",
    "top-k": "读取的分块数（top-k）",
    retriever: "检索器",
  },
  axes: {
    "chunk-size": "每块词元数",
    overlap: "与前一块重叠的词元数",
    "top-k": "读取的分块数",
    retriever: "",
  },
  constants: {
    read: tokens => `读取 ${tokens} 词元`,
    chunks: size => `每块 ${size} 词元`,
    overlap: overlap => `重叠 ${overlap}`,
    top: k => `读取 ${k} 块`,
    subject: "块前加文档名",
    separator: "，",
  },
  point: (setting, value, range) => `${setting} 为 ${value}（${range}）`,
  series: (name, points) => `${name}：${points.join("、")}`,
  plotted: (metric, title, series) => `${metric}，按${title}。${series.join("；")}`,
  more: n => `另有 ${formatCount(n)} 组没有画出。`,
  numbers: "数值",
  constant: "相同的设置",
  metric: "指标",
};

export const sweepsWords: Record<PageLanguage, SweepsWords> = { en: english, zh: chinese };
