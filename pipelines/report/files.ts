// Section: the files that were read, what each contains and how many items use it, and those that yielded no text.

import type { PageLanguage } from "./evaluation/page-language.ts";
import type { FileRead, FilesData } from "./file-outcomes.ts";
import { type FilesWords, filesWords } from "./files-words.ts";
import { truncate, type Child, type Html, html, withLanguage, section } from "./html.ts";
import type { RunData } from "./run-data.ts";
import { formatCount, numberCell, table } from "./tables.ts";

// A folder may have thousands of files; only the largest are listed.
const maxShown = 30;

type Pages = NonNullable<FileRead["pages"]>;

const sum = (files: readonly FileRead[], valueOf: (file: FileRead) => number): number =>
  files.reduce((total, file) => total + valueOf(file), 0);

/** Number of pages of one kind, and how many of them were recognised by OCR. */
const pagesOf = ({ kind, count: pageCount, recognised }: Pages, words: FilesWords): string =>
  `${words.pages(pageCount, kind)}${recognised > 0 ? words.byOcr(recognised, kind) : ""}`;

/** Pages, slides, sheets and parts of books, each summed across several files. */
function allPages(files: readonly FileRead[], words: FilesWords): string {
  const kinds = (["page", "slide", "sheet", "part"] as const).map(kind => ({
    kind,
    count: sum(files, ({ pages }) => (pages?.kind === kind ? pages.count : 0)),
    recognised: sum(files, ({ pages }) => (pages?.kind === kind ? pages.recognised : 0)),
  }));
  return (
    kinds
      .filter(pages => pages.count > 0)
      .map(pages => pagesOf(pages, words))
      .join(words.comma) || "–"
  );
}

const countCells = (files: readonly FileRead[], withFragments: boolean): Child[] => [
  sum(files, ({ length }) => length),
  ...(withFragments ? [sum(files, ({ fragments }) => fragments)] : []),
  sum(files, ({ items }) => items),
];

function readTable({ read, cut: withFragments }: FilesData, words: FilesWords): Html {
  const { head } = words;
  const shownFiles = read.length > maxShown + 1 ? read.slice(0, maxShown) : read;
  const smallerFiles = read.slice(shownFiles.length);
  const rows = shownFiles.map(file => [
    withLanguage(truncate(file.name, 70)),
    file.format,
    numberCell(file.pages === null ? "–" : pagesOf(file.pages, words)),
    ...countCells([file], withFragments),
  ]);
  if (smallerFiles.length > 0)
    rows.push([
      html`<i>${words.smaller(smallerFiles.length)}</i>`,
      "",
      numberCell(allPages(smallerFiles, words)),
      ...countCells(smallerFiles, withFragments),
    ]);
  return table(
    [
      head.file,
      head.format,
      numberCell(head.pages),
      head.characters,
      ...(withFragments ? [head.fragments] : []),
      head.items,
    ],
    rows,
    [
      words.all(read.length),
      "",
      numberCell(allPages(read, words)),
      ...countCells(read, withFragments),
    ],
  );
}

function formatsLine({ read }: FilesData, words: FilesWords): Html {
  const formats = [...new Set(read.map(({ format }) => format))].sort();
  const servingCount = read.filter(({ items }) => items > 0).length;
  return html`<p>${formats.map((format, index) => html`${index > 0 ? words.comma : ""}${format} <b>${formatCount(read.filter(file => file.format === format).length)}</b>`)}${words.serving(servingCount, read.length)}</p>`;
}

function incompleteTable({ read }: FilesData, words: FilesWords): Html {
  const incompleteFiles = read.filter(({ leftOut }) => leftOut.length > 0);
  if (incompleteFiles.length === 0) return html``;
  const shownFiles = incompleteFiles
    .slice(0, maxShown)
    .map(({ name, leftOut }) => [
      withLanguage(truncate(name, 70)),
      withLanguage(truncate(leftOut.map(words.leftOut).join(words.comma), 200)),
    ]);
  return html`<h3>${words.notWhole(incompleteFiles.length)}</h3>${table(words.notWholeHead, shownFiles)}`;
}

function failedTable({ failed }: FilesData, words: FilesWords): Html {
  if (failed.length === 0) return html``;
  const shownFiles = failed
    .slice(0, maxShown)
    .map(({ input, code, detail }) => [
      withLanguage(truncate(input, 70)),
      html`<code>${code}</code>`,
      html`<span class="small">${withLanguage(truncate(detail, 200))}</span>`,
    ]);
  return html`<h3>${words.noText(failed.length)}</h3>${table(words.noTextHead, shownFiles)}${failed.length > maxShown ? html`<p>${words.more(failed.length - maxShown)}</p>` : ""}`;
}

/** Empty for a run that read no files as documents. */
export function filesSection({ files }: RunData, language: PageLanguage): Html {
  if (!files) return html``;
  const words = filesWords[language];
  return section(
    "files",
    html`<p class="soft">${words.lead}</p>
${files.read.length > 0 ? html`${formatsLine(files, words)}${readTable(files, words)}` : html`<p>${words.noneRead}</p>`}
${incompleteTable(files, words)}${failedTable(files, words)}`,
  );
}
