// Finds a quotation in a text even if width, case, white space, quotes or dashes differ, and returns the text's own characters.

import { memoize } from "../text/memoize.ts";

/** UTF-16 offsets into the text, end exclusive. */
export interface QuotationSpan {
  readonly start: number;
  readonly end: number;
}

/** A base character with its marks: no offset falls inside one. */
const clusterPattern = /[\s\S]\p{M}*/gu;
const blankPattern = /^[^\S\uFEFF]/u;
const invisible = /[\p{Cf}\p{Cc}]/gu;
const quotes = /["'`´‘’‚‛“”„‟′″‹›«»「」『』〝〞]/g;
const dashes = /[\u2010-\u2015\u2043\u2212\u2500\u2E3A\u2E3B\uFE58\uFE63\uFF0D]/g;

/** A letter of a word in scripts that separate words by spaces. */
const letter = String.raw`(?:(?!\p{Script=Han})\p{L}\p{M}*)`;
const endsInLetter = new RegExp(`${letter}$`, "u");
const startsWithLetter = new RegExp(`^${letter}`, "u");
const cutsWord = new RegExp(String.raw`(?:${letter}|\p{N})\|(?:${letter}|\p{N})`, "u");
const cutsNumber = /\p{Nd}(?:[.,．]\||\|[.,．])\p{Nd}/u;
const border = "|";
/** UTF-16 units inspected on each side; a letter with its marks is hardly longer. */
const contextLength = 8;

// Replaces quotes and dashes first: the compatibility forms of some would decompose into a space and a mark.
const foldCluster = memoize((cluster: string): string => {
  if (blankPattern.test(cluster)) return " ";
  const plain = cluster.replace(quotes, "'").replace(dashes, "-").normalize("NFKC");
  return plain.replace(invisible, "").toLowerCase().normalize("NFKC").replace(/\s+/gu, " ");
});

/** Whether a space is needed: between two Latin words or two numbers; elsewhere (Han next to Latin, punctuation, 5 kg) it is optional. */
const isSpaceNeeded = (before: string, after: string): boolean =>
  (endsInLetter.test(before) && startsWithLetter.test(after)) ||
  (/\p{Nd}$/u.test(before) && /^\p{Nd}/u.test(after));

/** A text in the form used for comparison and, for each of its UTF-16 units, the place of the source character. */
interface ComparedText {
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

const toCompared = memoize((source: string): ComparedText => {
  const starts: number[] = [];
  const ends: number[] = [];
  let text = "";
  let blank: QuotationSpan | undefined;
  const push = (piece: string, place: QuotationSpan) => {
    text += piece;
    for (let unit = 0; unit < piece.length; unit++) {
      starts.push(place.start);
      ends.push(place.end);
    }
  };
  for (const match of source.matchAll(clusterPattern)) {
    const place = { start: match.index, end: match.index + match[0].length };
    for (const piece of foldCluster(match[0]).match(/ |[^ ]+/gu) ?? []) {
      if (piece === " ") {
        blank ??= place;
        continue;
      }
      if (blank && isSpaceNeeded(text.slice(-2), piece)) push(" ", blank);
      blank = undefined;
      push(piece, place);
    }
  }
  return { text, starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
});

/** Whether a place is inside a Latin word or number: "art" does not occur in "start", nor "8%" in "7.8%". */
function isCut(source: string, offset: number): boolean {
  const before = source.slice(Math.max(0, offset - contextLength), offset).replaceAll(border, " ");
  const context = `${before}${border}${source.slice(offset, offset + contextLength).replaceAll(border, " ")}`;
  return cutsWord.test(context) || cutsNumber.test(context);
}

/**
 * The first place of a quotation in the text, ignoring width, case, quote and dash forms and optional white space;
 * undefined if it does not occur, or only as part of a longer Latin word or number. The offsets are those of whole
 * characters.
 */
export function findQuotation(text: string, quotation: string): QuotationSpan | undefined {
  const needle = toCompared(quotation).text;
  if (needle === "") return undefined;
  const { text: compared, starts, ends } = toCompared(text);
  for (let from = compared.indexOf(needle); from >= 0; from = compared.indexOf(needle, from + 1)) {
    const to = from + needle.length;
    const [start = 0, end = 0] = [starts[from], ends[to - 1]];
    // A match may not begin or end within one source character (㎏).
    const isPartial = starts[from - 1] === start || ends[to] === end;
    if (!isPartial && !isCut(text, start) && !isCut(text, end)) return { start, end };
  }
  return undefined;
}
