// Texts of the section on files, in both languages.

import type { PageLanguage } from "./evaluation/page-language.ts";
import type { FileCard } from "./file-outcomes.ts";
import { type Html, html } from "./html.ts";
import { formatCount } from "./tables.ts";

type PageKind = NonNullable<FileCard["pages"]>["kind"];

const english = {
  lead: "Each file became one document: its text, with the offsets at which its pages, slides, sheets or parts begin; those without text are not counted. An item counts for each file it asks about.",
  noneRead: "No file could be read.",
  comma: ", ",
  pages: (n: number, kind: PageKind): string => `${formatCount(n)} ${kind}${n === 1 ? "" : "s"}`,
  byOcr: (n: number, _kind: PageKind): string => ` (${formatCount(n)} by OCR)`,
  head: {
    file: "File",
    format: "format",
    pages: "pages, slides, sheets, parts",
    characters: "characters",
    fragments: "fragments",
    items: "items",
  },
  smaller: (n: number): string => `${formatCount(n)} smaller files`,
  all: (n: number): string => `All ${formatCount(n)}`,
  serving: (servingCount: number, fileCount: number): Html =>
    html`. Items were built from <b>${formatCount(servingCount)}</b> of the ${formatCount(fileCount)} files.`,
  notWhole: (n: number): string =>
    `${formatCount(n)} ${n === 1 ? "was" : "were"} not read completely`,
  notWholeHead: ["File", "left out"],
  /** The part of a file that was not read, as its reader described it. */
  leftOut: (description: string): string => description,
  noText: (n: number): string => `${formatCount(n)} yielded no text`,
  noTextHead: ["File", "reason", ""],
  more: (n: number): string => `${formatCount(n)} more are in failures.jsonl.`,
};

export type FilesWords = typeof english;

const units: Record<PageKind, string> = {
  page: "页",
  slide: "张幻灯片",
  sheet: "张工作表",
  part: "个部分",
};

const chinese: FilesWords = {
  lead: "每个文件成为一篇文档，保存其文本，并记录每一页、每张幻灯片、每个工作表或每一节的起始位置；没有文字的不计。一道题问到几个文件，就在这几个文件下各计一次。",
  noneRead: "没有一个文件能读取。",
  comma: "，",
  pages: (n, kind) => `${formatCount(n)} ${units[kind]}`,
  byOcr: (n, kind) => `（其中 ${formatCount(n)} ${units[kind]}由 OCR 识别）`,
  head: {
    file: "文件",
    format: "格式",
    pages: "页、幻灯片、工作表、部分",
    characters: "字符数",
    fragments: "片段",
    items: "题数",
  },
  smaller: n => `其余 ${formatCount(n)} 个较小的文件`,
  all: n => `共 ${formatCount(n)} 个`,
  serving: (servingCount, fileCount) =>
    html`。题目取自 ${formatCount(fileCount)} 个文件中的 <b>${formatCount(servingCount)}</b> 个。`,
  notWhole: n => `${formatCount(n)} 个文件没有读全`,
  notWholeHead: ["文件", "未读的部分"],
  leftOut: description =>
    description
      .replace(/^hidden sheet "(.*)"$/s, "隐藏的工作表“$1”")
      .replace(/^hidden slide (\d+)$/, "隐藏的第 $1 张幻灯片")
      .replace(
        /^page (\d+), which text recognition did not get through$/,
        "第 $1 页（文字识别未完成）",
      ),
  noText: n => `${formatCount(n)} 个文件没有读出文字`,
  noTextHead: ["文件", "原因", ""],
  more: n => `另有 ${formatCount(n)} 个，见 failures.jsonl。`,
};

export const filesWords: Record<PageLanguage, FilesWords> = { en: english, zh: chinese };
