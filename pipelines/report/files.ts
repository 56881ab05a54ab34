// Section: the files that were read, what each contains and how many items use it, and those that yielded no text.

import { countOf } from "../engine/grouping.ts";
import type { PageLanguage } from "./page-language.ts";
import type { FileSummary, FilesData, FileCard } from "./file-outcomes.ts";
import { truncate, type Child, type Html, html, joinParts, withLanguage, section } from "./html.ts";
import type { RunData } from "./run-data.ts";
import { formatCount, numberCell, table } from "./tables.ts";

type PageKind = NonNullable<FileCard["pages"]>["kind"];

const english = {
  lead: "Each file became one document: its text, with the offsets at which its pages, slides, sheets or parts begin; those without text are not counted. An item counts for each file it asks about.",
  noneRead: "No file could be read.",
  separator: ", ",
  pages: (n: number, kind: PageKind): string => `${formatCount(n)} ${kind}${n === 1 ? "" : "s"}`,
  byOcr: (n: number, _kind: PageKind): string => ` (${formatCount(n)} by OCR)`,
  headings: {
    file: "File",
    format: "format",
    pages: "pages, slides, sheets, parts",
    characters: "characters",
    fragments: "fragments",
    items: "items",
  },
  smaller: (n: number): string => `${formatCount(n)} smaller files`,
  all: (n: number): string => `All ${formatCount(n)}`,
  usedFiles: (usedFileCount: number, fileCount: number): Html =>
    html`. Items were built from <b>${formatCount(usedFileCount)}</b> of the ${formatCount(fileCount)} files.`,
  incomplete: (n: number): string =>
    `${formatCount(n)} ${n === 1 ? "was" : "were"} not read completely`,
  incompleteHeadings: ["File", "left out"],
  /** The part of a file that was not read, as its reader described it. */
  leftOut: (description: string): string => description,
  noText: (n: number): string => `${formatCount(n)} yielded no text`,
  noTextHeadings: ["File", "reason", ""],
  moreNotWhole: (n: number): string => `and ${formatCount(n)} more`,
  moreFailed: (n: number): string => `${formatCount(n)} more are in failures.jsonl.`,
};

type FilesWords = typeof english;

const units: Record<PageKind, string> = {
  page: "页",
  slide: "张幻灯片",
  sheet: "张工作表",
  part: "个部分",
};

const chinese: FilesWords = {
  lead: "每个文件算作一篇文档，保存其文本，并记录每一页、每张幻灯片、每个工作表或每一节的起始位置；没有文字的不计。一道题问到几个文件，就在这几个文件下各计一次。",
  noneRead: "没有一个文件能读取。",
  separator: "，",
  pages: (n, kind) => `${formatCount(n)} ${units[kind]}`,
  byOcr: (n, kind) => `（其中 ${formatCount(n)} ${units[kind]}由 OCR 识别）`,
  headings: {
    file: "文件",
    format: "格式",
    pages: "页、幻灯片、工作表、部分",
    characters: "字符数",
    fragments: "片段",
    items: "题数",
  },
  smaller: n => `其余 ${formatCount(n)} 个较小的文件`,
  all: n => `共 ${formatCount(n)} 个`,
  usedFiles: (usedFileCount, fileCount) =>
    html`。题目取自 ${formatCount(fileCount)} 个文件中的 <b>${formatCount(usedFileCount)}</b> 个。`,
  incomplete: n => `${formatCount(n)} 个文件没有读全`,
  incompleteHeadings: ["文件", "未读的部分"],
  leftOut: description =>
    description
      .replace(/^hidden sheet "(.*)"$/s, "隐藏的工作表“$1”")
      .replace(/^hidden slide (\d+)$/, "隐藏的第 $1 张幻灯片")
      .replace(
        /^page (\d+), which text recognition did not get through$/,
        "第 $1 页（文字识别未完成）",
      ),
  noText: n => `${formatCount(n)} 个文件没有读出文字`,
  noTextHeadings: ["文件", "原因", ""],
  moreNotWhole: n => `另有 ${formatCount(n)} 个。`,
  moreFailed: n => `另有 ${formatCount(n)} 个，见 failures.jsonl。`,
};

const filesWords: Record<PageLanguage, FilesWords> = { en: english, zh: chinese };

// A folder may have thousands of files; only the largest are listed.
const maxShown = 30;

type Pages = NonNullable<FileSummary["pages"]>;

const sum = (files: readonly FileSummary[], valueOf: (file: FileSummary) => number): number =>
  files.reduce((total, file) => total + valueOf(file), 0);

/** Number of pages of one kind, and how many of them were recognized by OCR. */
const pagesOf = ({ kind, count: pageCount, recognized }: Pages, words: FilesWords): string =>
  `${words.pages(pageCount, kind)}${recognized > 0 ? words.byOcr(recognized, kind) : ""}`;

/** Pages, slides, sheets and parts of books, each summed across several files. */
function allPages(files: readonly FileSummary[], words: FilesWords): string {
  const kinds = (["page", "slide", "sheet", "part"] as const).map(kind => ({
    kind,
    count: sum(files, ({ pages }) => (pages?.kind === kind ? pages.count : 0)),
    recognized: sum(files, ({ pages }) => (pages?.kind === kind ? pages.recognized : 0)),
  }));
  return (
    kinds
      .filter(pages => pages.count > 0)
      .map(pages => pagesOf(pages, words))
      .join(words.separator) || "–"
  );
}

const countCells = (files: readonly FileSummary[], hasFragments: boolean): Child[] => [
  sum(files, ({ length }) => length),
  ...(hasFragments ? [sum(files, ({ fragments }) => fragments)] : []),
  sum(files, ({ items }) => items),
];

function readFilesTable({ files, hasFragments }: FilesData, words: FilesWords): Html {
  const { headings } = words;
  const shownFiles = files.length > maxShown + 1 ? files.slice(0, maxShown) : files;
  const smallerFiles = files.slice(shownFiles.length);
  const rows = shownFiles.map(file => [
    withLanguage(truncate(file.name, 70)),
    file.format,
    numberCell(file.pages === null ? "–" : pagesOf(file.pages, words)),
    ...countCells([file], hasFragments),
  ]);
  if (smallerFiles.length > 0)
    rows.push([
      html`<i>${words.smaller(smallerFiles.length)}</i>`,
      "",
      numberCell(allPages(smallerFiles, words)),
      ...countCells(smallerFiles, hasFragments),
    ]);
  return table(
    [
      headings.file,
      headings.format,
      numberCell(headings.pages),
      headings.characters,
      ...(hasFragments ? [headings.fragments] : []),
      headings.items,
    ],
    rows,
    [
      words.all(files.length),
      "",
      numberCell(allPages(files, words)),
      ...countCells(files, hasFragments),
    ],
  );
}

function formatsLine({ files }: FilesData, words: FilesWords): Html {
  const formatCounts = [...countOf(files.map(({ format }) => format).sort())].map(
    ([format, count]) => html`${format} <b>${formatCount(count)}</b>`,
  );
  const usedFileCount = files.filter(({ items }) => items > 0).length;
  return html`<p>${joinParts(formatCounts, words.separator)}${words.usedFiles(usedFileCount, files.length)}</p>`;
}

/** How many files a table leaves out; empty if it shows all. */
const moreLine = (files: readonly unknown[], sentence: (n: number) => string): Html | "" =>
  files.length > maxShown ? html`<p>${sentence(files.length - maxShown)}</p>` : "";

function incompleteTable({ files }: FilesData, words: FilesWords): Html {
  const incompleteFiles = files.filter(({ leftOut }) => leftOut.length > 0);
  if (incompleteFiles.length === 0) return html``;
  const shownFiles = incompleteFiles
    .slice(0, maxShown)
    .map(({ name, leftOut }) => [
      withLanguage(truncate(name, 70)),
      withLanguage(truncate(leftOut.map(words.leftOut).join(words.separator), 200)),
    ]);
  return html`<h3>${words.incomplete(incompleteFiles.length)}</h3>${table(words.incompleteHeadings, shownFiles)}${moreLine(incompleteFiles, words.moreNotWhole)}`;
}

function failedTable({ failedFiles }: FilesData, words: FilesWords): Html {
  if (failedFiles.length === 0) return html``;
  const shownFiles = failedFiles
    .slice(0, maxShown)
    .map(({ input, code, detail }) => [
      withLanguage(truncate(input, 70)),
      html`<code>${code}</code>`,
      html`<span class="small">${withLanguage(truncate(detail, 200))}</span>`,
    ]);
  return html`<h3>${words.noText(failedFiles.length)}</h3>${table(words.noTextHeadings, shownFiles)}${moreLine(failedFiles, words.moreFailed)}`;
}

/** Empty for a run that read no files as documents. */
export function filesSection({ files }: RunData, language: PageLanguage): Html {
  if (!files) return html``;
  const words = filesWords[language];
  return section(
    "files",
    html`<p class="soft">${words.lead}</p>
${files.files.length > 0 ? html`${formatsLine(files, words)}${readFilesTable(files, words)}` : html`<p>${words.noneRead}</p>`}
${incompleteTable(files, words)}${failedTable(files, words)}`,
  );
}
