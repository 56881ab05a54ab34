// Section: the files that were read, what each contains and how many items use it, and those that gave no text.

import type { PageLanguage } from "./evaluation/page-language.ts";
import type { FileRead, FilesData } from "./files-read.ts";
import { type FilesWords, filesWords } from "./files-words.ts";
import { cut, type Child, type Html, html, spoken, section } from "./html.ts";
import type { RunData } from "./run-data.ts";
import { count, numeric, table } from "./tables.ts";

// A folder may have thousands of files; only the largest are listed.
const maxShown = 30;

type Pages = NonNullable<FileRead["pages"]>;

const sum = (files: readonly FileRead[], of: (file: FileRead) => number): number =>
  files.reduce((total, file) => total + of(file), 0);

/** Number of pages of one kind, and of those recognised by OCR. */
const pagesOf = ({ kind, count: all, recognised }: Pages, words: FilesWords): string =>
  `${words.pages(all, kind)}${recognised > 0 ? words.byOcr(recognised, kind) : ""}`;

/** Pages, slides, sheets and parts of books, each summed over several files. */
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

const counted = (files: readonly FileRead[], withFragments: boolean): Child[] => [
  sum(files, ({ length }) => length),
  ...(withFragments ? [sum(files, ({ fragments }) => fragments)] : []),
  sum(files, ({ items }) => items),
];

function readTable({ read, cut: withFragments }: FilesData, words: FilesWords): Html {
  const { head } = words;
  const shown = read.length > maxShown + 1 ? read.slice(0, maxShown) : read;
  const rest = read.slice(shown.length);
  const rows = shown.map(file => [
    spoken(cut(file.name, 70)),
    file.format,
    numeric(file.pages === null ? "–" : pagesOf(file.pages, words)),
    ...counted([file], withFragments),
  ]);
  if (rest.length > 0)
    rows.push([
      html`<i>${words.smaller(rest.length)}</i>`,
      "",
      numeric(allPages(rest, words)),
      ...counted(rest, withFragments),
    ]);
  return table(
    [
      head.file,
      head.format,
      numeric(head.pages),
      head.characters,
      ...(withFragments ? [head.fragments] : []),
      head.items,
    ],
    rows,
    [words.all(read.length), "", numeric(allPages(read, words)), ...counted(read, withFragments)],
  );
}

function byFormat({ read }: FilesData, words: FilesWords): Html {
  const formats = [...new Set(read.map(({ format }) => format))].sort();
  const serving = read.filter(({ items }) => items > 0).length;
  return html`<p>${formats.map((format, index) => html`${index > 0 ? words.comma : ""}${format} <b>${count(read.filter(file => file.format === format).length)}</b>`)}${words.serving(serving, read.length)}</p>`;
}

function hiddenTable({ read }: FilesData, words: FilesWords): Html {
  const hiding = read.filter(({ leftOut }) => leftOut.length > 0);
  if (hiding.length === 0) return html``;
  const shown = hiding
    .slice(0, maxShown)
    .map(({ name, leftOut }) => [
      spoken(cut(name, 70)),
      spoken(cut(leftOut.map(words.leftOut).join(words.comma), 200)),
    ]);
  return html`<h3>${words.notWhole(hiding.length)}</h3>${table(words.notWholeHead, shown)}`;
}

function failedTable({ failed }: FilesData, words: FilesWords): Html {
  if (failed.length === 0) return html``;
  const shown = failed
    .slice(0, maxShown)
    .map(({ input, code, detail }) => [
      spoken(cut(input, 70)),
      html`<code>${code}</code>`,
      html`<span class="small">${spoken(cut(detail, 200))}</span>`,
    ]);
  return html`<h3>${words.noText(failed.length)}</h3>${table(words.noTextHead, shown)}${failed.length > maxShown ? html`<p>${words.more(failed.length - maxShown)}</p>` : ""}`;
}

/** Empty for a run that read no files as documents. */
export function filesSection({ files }: RunData, language: PageLanguage): Html {
  if (!files) return html``;
  const words = filesWords[language];
  return section(
    "files",
    html`<p class="soft">${words.lead}</p>
${files.read.length > 0 ? html`${byFormat(files, words)}${readTable(files, words)}` : html`<p>${words.noneRead}</p>`}
${hiddenTable(files, words)}${failedTable(files, words)}`,
  );
}
