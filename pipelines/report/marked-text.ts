// Shows a document's text with its references marked; the stretches between them are folded, so that every mark is visible.

import type { Evidence } from "../../schemas/items/records.ts";
import type { PageLanguage } from "./page-language.ts";
import { type Html, html } from "./html.ts";
import { formatCount } from "./tables.ts";

// Text that stays visible around a reference: about two sentences, or a few lines of a form.
const context = { characters: 180, lines: 4 };
// Shorter stretches are not folded.
const minFold = { characters: 160, lines: 6 };
// Maximum number of characters in a fold: the page shows many documents, and one may be a book.
const maxFold = 20_000;

const english = {
  characters: (n: number) => `${formatCount(n)} characters`,
  more: (n: number) => `${formatCount(n)} more`,
};

type Words = typeof english;

const chinese: Words = {
  characters: n => `${formatCount(n)} 个字符`,
  more: n => `另有 ${formatCount(n)} 个字符`,
};

const markedTextWords: Record<PageLanguage, Words> = { en: english, zh: chinese };

const sentenceEnd = /[\n。！？]|[.!?](?=\s)/g;

/** Offset at which the sentence or line at `offset` ends; `offset` itself if the end is far away. */
function endAfter(text: string, offset: number): number {
  sentenceEnd.lastIndex = offset;
  const match = sentenceEnd.exec(text);
  return match && match.index < offset + context.characters ? match.index + 1 : offset;
}

/** The beginning of a text, which stays visible after a reference. */
const headOf = (text: string): string =>
  text.slice(0, endAfter(text, context.characters)).split("\n").slice(0, context.lines).join("\n");

/** The end of a text, which stays visible before a reference. */
function tailOf(text: string): string {
  const start = text.length - context.characters;
  return text
    .slice(start > 0 ? endAfter(text, start) : 0)
    .split("\n")
    .slice(-context.lines)
    .join("\n");
}

const isWorthFolding = (text: string) =>
  text.length >= minFold.characters || text.split("\n").length > minFold.lines;

function foldedText(text: string, words: Words): Html {
  const hiddenLength = Math.max(0, text.length - maxFold);
  const visibleText =
    hiddenLength > 0
      ? html`${text.slice(0, maxFold)} <i>… ${words.more(hiddenLength)}</i>`
      : html`${text}`;
  return html`<details><summary>${words.characters(text.length)}</summary>${visibleText}</details>`;
}

/** A stretch without references; it may follow one, precede one, or both. */
function unmarkedText(
  text: string,
  isAfterReference: boolean,
  isBeforeReference: boolean,
  words: Words,
): Html {
  const head = isAfterReference || !isBeforeReference ? headOf(text) : "";
  const tail = isBeforeReference ? tailOf(text) : "";
  const middle = text.slice(head.length, Math.max(head.length, text.length - tail.length));
  if (!isWorthFolding(middle)) return html`${text}`;
  return html`${head.trimEnd()}${foldedText(middle.trim(), words)}${tail.trimStart()}`;
}

/** The anchor of an item within the page. */
export const itemAnchor = (itemId: string): string => `item-${itemId.replace(/[^\w-]/g, "-")}`;

/** The anchor of a reference within the page. */
export const referenceAnchor = (itemId: string, number: number): string =>
  `${itemId.replace(/[^\w-]/g, "-")}-${number}`;

/** Marks the document's evidence. If two references overlap, the later one begins at the end of the earlier one (and may be empty). */
export function markText(
  text: string,
  evidence: readonly Evidence[],
  itemId: string,
  language: PageLanguage,
): Html {
  const words = markedTextWords[language];
  const pieces: Html[] = [];
  let end = 0;
  for (const { number, span } of [...evidence].sort((a, b) => a.span.start - b.span.start)) {
    const start = Math.max(span.start, end);
    pieces.push(
      unmarkedText(text.slice(end, start), end > 0, true, words),
      html`<mark id="${referenceAnchor(itemId, number)}"><sup>${number}</sup>${text.slice(start, span.end)}</mark>`,
    );
    end = Math.max(start, span.end);
  }
  return html`${pieces}${unmarkedText(text.slice(end), end > 0, false, words)}`;
}
