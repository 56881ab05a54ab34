// Words that have their capital from where they stand: at the head of a sentence, a line, an item of a list.

/** (1), a) and the like before an item of a list. */
const ITEM_MARK = /\(?\b(?:\d{1,2}|[a-z])\)(?=[ \t])/g;

/** Whether the word stands nowhere within a sentence of the text, be it only at their heads or not at all. */
export const opensSentence = (text: string, word: string): boolean =>
  !new RegExp(`[^\\s.!?:;"“(*•–—-][ \\t]+${word.replace(/[^\p{L}\p{N}]/gu, ".")}`, "u").test(
    text.replace(ITEM_MARK, "•"),
  );
