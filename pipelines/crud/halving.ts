// Cuts an article in two at the sentence end closest to its middle: the first half is given, the second is asked for.

import type { Language } from "../../schemas/items/item-types.ts";
import { splitSentences } from "../text/sentences.ts";

export interface Halved {
  readonly beginning: string;
  readonly continuing: string;
  /** Where the first half's last sentence ends, as a UTF-16 offset into the text. */
  readonly at: number;
}

/** The least share of the text that is a half: a credit line at the end is not one. */
const minShare = 0.2;
const saysSomething = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** Both halves, trimmed; null if no sentence ends in the middle three fifths. Of two equally close ends the first is taken. */
export function cutInHalf(text: string, language: Language): Halved | null {
  const middle = text.length / 2;
  let best: Halved | null = null;
  for (const { end } of splitSentences(text, language)) {
    if (Math.min(end, text.length - end) < text.length * minShare) continue;
    if (best !== null && Math.abs(end - middle) >= Math.abs(best.at - middle)) continue;
    const halved = {
      beginning: text.slice(0, end).trim(),
      continuing: text.slice(end).trim(),
      at: end,
    };
    if (saysSomething(halved.beginning) && saysSomething(halved.continuing)) best = halved;
  }
  return best;
}
