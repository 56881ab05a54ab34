// A document's text with its references marked; long stretches between them are cut.

import type { Evidence } from "../../schemas/items/records.ts";
import { type Html, html } from "./html.ts";
import { count } from "./tables.ts";

// Characters shown before and after a cut: enough to read around a reference, few enough for a page of many documents.
const around = 1500;

function plain(text: string): Html {
  if (text.length <= around * 2 + 200) return html`${text}`;
  const left = text.length - around * 2;
  return html`${text.slice(0, around)}<span class="cut"> … ${count(left)} characters left out … </span>${text.slice(-around)}`;
}

/** The anchor of a reference within the page. */
export const anchorOf = (itemId: string, number: number): string => `${itemId.replace(/[^\w-]/g, "-")}-${number}`;

/** `evidence` is the document's own; where two references overlap, the later one goes on from the end of the first. */
export function markText(text: string, evidence: readonly Evidence[], itemId: string): Html {
  const pieces: Html[] = [];
  let from = 0;
  for (const { number, span } of [...evidence].sort((a, b) => a.span.start - b.span.start)) {
    const start = Math.max(span.start, from);
    if (span.end <= start) continue;
    const kind = from === 0 ? "first" : "more";
    pieces.push(plain(text.slice(from, start)), html`<mark id="${anchorOf(itemId, number)}" class="${kind}"><sup>${number}</sup>${text.slice(start, span.end)}</mark>`);
    from = span.end;
  }
  return html`${pieces}${plain(text.slice(from))}`;
}
