// Caps of a plain RAG: how much of a question it searches by, of its passages it reads, of its answer it keeps.

import type { Passage } from "../../../schemas/evaluation/predictions.ts";
import { countTokens } from "../../text/segment.ts";

/** The longest beginning of at most so many tokens, never within a character. */
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

/** Passages in their order, as many as the cap holds: the last is cut, and is then no chunk of its own. */
export function withinInput(passages: readonly Passage[], cap: number | undefined): Passage[] {
  if (cap === undefined) return [...passages];
  let left = cap;
  return passages.flatMap(passage => {
    const { text, start } = passage;
    if (text === null || start === null) return [passage];
    const kept = left > 0 ? firstTokens(text, left) : "";
    left -= countTokens(kept);
    if (kept === text) return [passage];
    return kept === "" ? [] : [{ ...passage, id: null, text: kept, end: start + kept.length }];
  });
}
