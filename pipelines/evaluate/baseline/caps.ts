// Caps of a plain RAG: how much it uses of a question for the search, reads of its passages, keeps of its answer.

import type { Passage } from "../../../schemas/evaluation/predictions.ts";
import { countTokens } from "../../text/segment.ts";

/** The longest beginning of at most `tokens` tokens, never cut within a character. */
export function firstTokens(text: string, tokens: number | undefined): string {
  if (tokens === undefined || countTokens(text) <= tokens) return text;
  const characters = [...text];
  let [fits, fails] = [0, characters.length];
  while (fails - fits > 1) {
    const half = (fits + fails) >>> 1;
    if (countTokens(characters.slice(0, half).join("")) <= tokens) fits = half;
    else fails = half;
  }
  return characters.slice(0, fits).join("");
}

/** Passages in order, as many as fit the cap: the last is cut, and then loses its id, as it is no longer the chunk. */
export function withinInput(passages: readonly Passage[], cap: number | undefined): Passage[] {
  if (cap === undefined) return [...passages];
  let remaining = cap;
  return passages.flatMap(passage => {
    const { text, start } = passage;
    if (text === null || start === null) return [passage];
    const kept = remaining > 0 ? firstTokens(text, remaining) : "";
    remaining -= countTokens(kept);
    if (kept === text) return [passage];
    return kept === "" ? [] : [{ ...passage, id: null, text: kept, end: start + kept.length }];
  });
}
