// Caps for the baseline RAG, in tokens: on the search query, on the passages it reads, and on its answer.

import type { Passage } from "../../../schemas/evaluation/predictions.ts";
import { countTokens } from "../../text/segment.ts";

/** The longest prefix of at most `maxTokens` tokens, never cut within a character. */
export function truncateToTokens(text: string, maxTokens: number | undefined): string {
  if (maxTokens === undefined || countTokens(text) <= maxTokens) return text;
  const characters = [...text];
  let [fittingLength, excessLength] = [0, characters.length];
  while (excessLength - fittingLength > 1) {
    const middle = (fittingLength + excessLength) >>> 1;
    if (countTokens(characters.slice(0, middle).join("")) <= maxTokens) fittingLength = middle;
    else excessLength = middle;
  }
  return characters.slice(0, fittingLength).join("");
}

/** As many passages, in order, as fit the cap. The last may be truncated; it then loses its id, since it is no longer the chunk. */
export function fitPassages(passages: readonly Passage[], cap: number | undefined): Passage[] {
  if (cap === undefined) return [...passages];
  let remainingTokens = cap;
  return passages.flatMap(passage => {
    const { text, start } = passage;
    if (text === null || start === null) return [passage];
    const keptText = remainingTokens > 0 ? truncateToTokens(text, remainingTokens) : "";
    remainingTokens -= countTokens(keptText);
    if (keptText === text) return [passage];
    return keptText === ""
      ? []
      : [{ ...passage, id: null, text: keptText, end: start + keptText.length }];
  });
}
