// Shows a document's text with its references marked; the stretches between them are folded, so that every mark is visible.

import type { Evidence } from "../../schemas/items/records.ts";
import type { PageLanguage } from "./evaluation/page-language.ts";
import { type Html, html } from "./html.ts";
import { count } from "./tables.ts";

// Text left open around a reference: about two sentences, or a few lines of a form.
const context = { characters: 180, lines: 4 };
// Shorter stretches are not worth a fold.
const minFold = { characters: 160, lines: 6 };
// Maximum characters in a fold: the page shows many documents, and one may be a book.
const maxFold = 20_000;

const english = {
  characters: (n: number) => `${count(n)} characters`,
  more: (n: number) => `${count(n)} more`,
};

type Words = typeof english;

const chinese: Words = {
  characters: n => `${count(n)} 个字符`,
  more: n => `另有 ${count(n)} 个字符`,
};

const words: Record<PageLanguage, Words> = { en: english, zh: chinese };

const ends = /[\n。！？]|[.!?](?=\s)/g;

/** Where the sentence or line at this place ends; the place itself if the end is far away. */
function endAfter(text: string, from: number): number {
  ends.lastIndex = from;
  const found = ends.exec(text);
  return found && found.index < from + context.characters ? found.index + 1 : from;
}

/** The beginning of a text that is left open. */
const headOf = (text: string): string =>
  text.slice(0, endAfter(text, context.characters)).split("\n").slice(0, context.lines).join("\n");

/** The end of a text that is left open. */
function tailOf(text: string): string {
  const from = text.length - context.characters;
  return text
    .slice(from > 0 ? endAfter(text, from) : 0)
    .split("\n")
    .slice(-context.lines)
    .join("\n");
}

const worthFolding = (text: string) =>
  text.length >= minFold.characters || text.split("\n").length > minFold.lines;

function folded(text: string, said: Words): Html {
  const rest = Math.max(0, text.length - maxFold);
  const shown =
    rest > 0 ? html`${text.slice(0, maxFold)} <i>… ${said.more(rest)}</i>` : html`${text}`;
  return html`<details><summary>${said.characters(text.length)}</summary>${shown}</details>`;
}

/** A stretch without references; `after` and `before` say whether there is one at its beginning and at its end. */
function plain(text: string, after: boolean, before: boolean, said: Words): Html {
  const head = after || !before ? headOf(text) : "";
  const tail = before ? tailOf(text) : "";
  const middle = text.slice(head.length, Math.max(head.length, text.length - tail.length));
  if (!worthFolding(middle)) return html`${text}`;
  return html`${head.trimEnd()}${folded(middle.trim(), said)}${tail.trimStart()}`;
}

/** The anchor of an item within the page. */
export const itemAnchor = (itemId: string): string => `item-${itemId.replace(/[^\w-]/g, "-")}`;

/** The anchor of a reference within the page. */
export const anchorOf = (itemId: string, number: number): string =>
  `${itemId.replace(/[^\w-]/g, "-")}-${number}`;

/** `evidence` is the document's own; if two references overlap, the later one continues from the end of the first (and may be empty). */
export function markText(
  text: string,
  evidence: readonly Evidence[],
  itemId: string,
  language: PageLanguage,
): Html {
  const said = words[language];
  const pieces: Html[] = [];
  let from = 0;
  for (const { number, span } of [...evidence].sort((a, b) => a.span.start - b.span.start)) {
    const start = Math.max(span.start, from);
    pieces.push(
      plain(text.slice(from, start), from > 0, true, said),
      html`<mark id="${anchorOf(itemId, number)}"><sup>${number}</sup>${text.slice(start, span.end)}</mark>`,
    );
    from = Math.max(start, span.end);
  }
  return html`${pieces}${plain(text.slice(from), from > 0, false, said)}`;
}
