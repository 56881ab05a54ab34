// Recognizes words that are capitalized only because of their position: at the start of a sentence, a line, a list item.

/** A marker such as (1) or a) before a list item. */
const itemMark = /\(?\b(?:\d{1,2}|[a-z])\)(?=[ \t])/g;

/** Whether the word never occurs inside a sentence of the text: only at the start, or not at all. */
export const isOnlyAtSentenceStart = (text: string, word: string): boolean =>
  !new RegExp(`[^\\s.!?:;"“(*•–—-][ \\t]+${word.replace(/[^\p{L}\p{N}]/gu, ".")}`, "u").test(
    text.replace(itemMark, "•"),
  );
