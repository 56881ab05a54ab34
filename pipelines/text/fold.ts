// Removes what does not change a text's meaning: width, case, punctuation, white space. Offsets can be mapped back.

import { memoize } from "./memoize.ts";

/** A base character with its marks, so that composed and decomposed letters fold to the same. */
const clusterPattern = /[\s\S]\p{M}*/gu;
/** A cluster, or a run of characters with only one form (ASCII, common Han): such runs make up most of any text. */
const runs = /[\0-\x7F\u4E00-\u9FA5]+(?!\p{M})|[\s\S]\p{M}*/gu;
const insignificant = /[\p{P}\p{Z}\p{C}\p{Sk}|~<>=]/gu;

/** A folded text and, for each of its UTF-16 units, where the source character starts and ends. */
export interface FoldedText {
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

const foldCluster = (cluster: string): string =>
  cluster.normalize("NFKC").toLowerCase().replace(insignificant, "");

/** NFKC, lower case, without punctuation and white space; signs with a meaning of their own ($, +, °) are kept. */
export const fold = memoize((text: string): string =>
  (text.match(runs) ?? []).map(foldCluster).join(""),
);

const foldClusterCached = memoize(foldCluster);

/** The folded text with a mapping to the source's UTF-16 offsets. */
export function foldWithOffsets(text: string): FoldedText {
  const pieces: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const match of text.matchAll(clusterPattern)) {
    const piece = foldClusterCached(match[0]);
    pieces.push(piece);
    for (let unit = 0; unit < piece.length; unit++) {
      starts.push(match.index);
      ends.push(match.index + match[0].length);
    }
  }
  return { text: pieces.join(""), starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
}

/** Makes full-width letters, digits and signs half-width and unusual spaces plain; offsets do not change. */
export function narrow(text: string): string {
  return text
    .replace(/[\uFF01-\uFF0B\uFF0D-\uFF5E]/g, sign =>
      String.fromCharCode(sign.charCodeAt(0) - 0xfee0),
    )
    .replace(/[\u00A0\u2000-\u200A\u202F\u3000]/g, " ")
    .replaceAll("\uFFE5", "¥")
    .replaceAll("\uFFE1", "£");
}
