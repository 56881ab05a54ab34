// Cuts an article in two at the sentence end closest to its middle: the first half is given, the second is to be written.

import type { Language } from "../../schemas/items/item-types.ts";
import { splitSentences } from "../text/sentences.ts";

export interface ArticleHalves {
  readonly beginning: string;
  readonly continuation: string;
  /** Where the first half's last sentence ends, as a UTF-16 offset into the text. */
  readonly splitOffset: number;
}

/** Minimum share of the text that counts as a half; a credit line at the end is shorter. */
const minShare = 0.2;
const hasContent = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** Both halves, trimmed; null if no sentence ends in the middle three fifths. Of two equally close ends, the first is chosen. */
export function cutInHalf(text: string, language: Language): ArticleHalves | null {
  const middle = text.length / 2;
  let best: ArticleHalves | null = null;
  for (const { end } of splitSentences(text, language)) {
    if (Math.min(end, text.length - end) < text.length * minShare) continue;
    if (best !== null && Math.abs(end - middle) >= Math.abs(best.splitOffset - middle)) continue;
    const halved = {
      beginning: text.slice(0, end).trim(),
      continuation: text.slice(end).trim(),
      splitOffset: end,
    };
    if (hasContent(halved.beginning) && hasContent(halved.continuation)) best = halved;
  }
  return best;
}
