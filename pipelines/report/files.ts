// Section: the files that were read, what each holds and serves, and those that gave no text.

import type { FileRead, FilesData } from "./files-read.ts";
import { cut, type Child, type Html, html, spoken, section } from "./html.ts";
import type { RunData } from "./run-data.ts";
import { count, numeric, table } from "./tables.ts";

// A folder may hold thousands; a reader looks at the largest.
const maxShown = 30;

const sum = (files: readonly FileRead[], of: (file: FileRead) => number): number =>
  files.reduce((total, file) => total + of(file), 0);

const plural = (number: number, word: string): string =>
  `${count(number)} ${word}${number === 1 ? "" : "s"}`;

const byOcr = (recognised: number): string =>
  recognised > 0 ? ` (${count(recognised)} by OCR)` : "";

const pagesOf = ({ pages }: FileRead): string =>
  pages === null ? "–" : `${plural(pages.count, pages.kind)}${byOcr(pages.recognised)}`;

/** Of several files: pages, slides, sheets and parts of books each summed. */
function allPages(files: readonly FileRead[]): string {
  const kinds = (["page", "slide", "sheet", "part"] as const).map(kind => ({
    kind,
    number: sum(files, ({ pages }) => (pages?.kind === kind ? pages.count : 0)),
    recognised: sum(files, ({ pages }) => (pages?.kind === kind ? pages.recognised : 0)),
  }));
  return (
    kinds
      .filter(({ number }) => number > 0)
      .map(({ kind, number, recognised }) => `${plural(number, kind)}${byOcr(recognised)}`)
      .join(", ") || "–"
  );
}

const counted = (files: readonly FileRead[], withFragments: boolean): Child[] => [
  sum(files, ({ length }) => length),
  ...(withFragments ? [sum(files, ({ fragments }) => fragments)] : []),
  sum(files, ({ items }) => items),
];

function readTable({ read, cut: withFragments }: FilesData): Html {
  const shown = read.length > maxShown + 1 ? read.slice(0, maxShown) : read;
  const rest = read.slice(shown.length);
  const rows = shown.map(file => [
    spoken(cut(file.name, 70)),
    file.format,
    numeric(pagesOf(file)),
    ...counted([file], withFragments),
  ]);
  if (rest.length > 0)
    rows.push([
      html`<i>${count(rest.length)} smaller ones</i>`,
      "",
      numeric(allPages(rest)),
      ...counted(rest, withFragments),
    ]);
  return table(
    [
      "File",
      "format",
      numeric("pages, slides, sheets, parts"),
      "characters",
      ...(withFragments ? ["fragments"] : []),
      "items",
    ],
    rows,
    [`All ${count(read.length)}`, "", numeric(allPages(read)), ...counted(read, withFragments)],
  );
}

function byFormat({ read }: FilesData): Html {
  const formats = [...new Set(read.map(({ format }) => format))].sort();
  const serving = read.filter(({ items }) => items > 0).length;
  return html`<p>${formats.map((format, index) => html`${index > 0 ? ", " : ""}${format} <b>${count(read.filter(file => file.format === format).length)}</b>`)}. Items were built from <b>${count(serving)}</b> of the ${count(read.length)} files.</p>`;
}

function hiddenTable({ read }: FilesData): Html {
  const hiding = read.filter(({ leftOut }) => leftOut.length > 0);
  if (hiding.length === 0) return html``;
  const shown = hiding
    .slice(0, maxShown)
    .map(({ name, leftOut }) => [spoken(cut(name, 70)), spoken(cut(leftOut.join(", "), 200))]);
  return html`<h3>${count(hiding.length)} ${hiding.length === 1 ? "was" : "were"} not read whole</h3>${table(["File", "left out"], shown)}`;
}

function failedTable({ failed }: FilesData): Html {
  if (failed.length === 0) return html``;
  const shown = failed
    .slice(0, maxShown)
    .map(({ input, code, detail }) => [
      spoken(cut(input, 70)),
      html`<code>${code}</code>`,
      html`<span class="small">${spoken(cut(detail, 200))}</span>`,
    ]);
  return html`<h3>${count(failed.length)} gave no text</h3>${table(["File", "reason", ""], shown)}${failed.length > maxShown ? html`<p>${count(failed.length - maxShown)} more are in failures.jsonl.</p>` : ""}`;
}

/** Nothing for a run that read no files as documents. */
export function filesSection({ files }: RunData): Html {
  if (!files) return html``;
  return section(
    "files",
    html`<p class="soft">Each file became one document: its text, with the places where its pages, slides, sheets or parts begin; those without text are not counted. An item counts for each file it asks about.</p>
${files.read.length > 0 ? html`${byFormat(files)}${readTable(files)}` : html`<p>None could be read.</p>`}
${hiddenTable(files)}${failedTable(files)}`,
  );
}
