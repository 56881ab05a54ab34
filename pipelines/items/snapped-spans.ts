// Finds a quotation in a text even if width, case, white space, quotes or dashes differ, and returns the text's own characters.

import { remember } from "../text/remember.ts";

/** UTF-16 offsets into the text, end exclusive. */
export interface Snapped {
  readonly start: number;
  readonly end: number;
}

/** A base character with its marks: no offset falls inside one. */
const CLUSTER = /[\s\S]\p{M}*/gu;
const BLANK = /^[^\S\uFEFF]/u;
const INVISIBLE = /[\p{Cf}\p{Cc}]/gu;
const QUOTES = /["'`´‘’‚‛“”„‟′″‹›«»「」『』〝〞]/g;
const DASHES = /[\u2010-\u2015\u2043\u2212\u2500\u2E3A\u2E3B\uFE58\uFE63\uFF0D]/g;

/** A letter of a word in scripts that separate words by spaces. */
const LETTER = String.raw`(?:(?!\p{Script=Han})\p{L}\p{M}*)`;
const ENDS_IN_LETTER = new RegExp(`${LETTER}$`, "u");
const STARTS_WITH_LETTER = new RegExp(`^${LETTER}`, "u");
const CUTS_WORD = new RegExp(String.raw`(?:${LETTER}|\p{N})\|(?:${LETTER}|\p{N})`, "u");
const CUTS_NUMBER = /\p{Nd}(?:[.,．]\||\|[.,．])\p{Nd}/u;
const border = "|";
/** UTF-16 units looked at on each side; a letter with its marks is hardly longer. */
const reach = 8;

// Quotes and dashes come first: the compatibility forms of some would decompose into a space and a mark.
const foldCluster = remember((cluster: string): string => {
  if (BLANK.test(cluster)) return " ";
  const plain = cluster.replace(QUOTES, "'").replace(DASHES, "-").normalize("NFKC");
  return plain.replace(INVISIBLE, "").toLowerCase().normalize("NFKC").replace(/\s+/gu, " ");
});

// A space separates two Latin words or two numbers; anywhere else (Han next to Latin, punctuation, 5 kg) it is optional.
const partsWords = (before: string, after: string): boolean =>
  (ENDS_IN_LETTER.test(before) && STARTS_WITH_LETTER.test(after)) ||
  (/\p{Nd}$/u.test(before) && /^\p{Nd}/u.test(after));

/** The text as it is compared, and for each of its UTF-16 units the place of the source character. */
interface Compared {
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

const toCompared = remember((source: string): Compared => {
  const starts: number[] = [];
  const ends: number[] = [];
  let text = "";
  let blank: Snapped | undefined;
  const push = (piece: string, at: Snapped) => {
    text += piece;
    for (let unit = 0; unit < piece.length; unit++) {
      starts.push(at.start);
      ends.push(at.end);
    }
  };
  for (const match of source.matchAll(CLUSTER)) {
    const at = { start: match.index, end: match.index + match[0].length };
    for (const piece of foldCluster(match[0]).match(/ |[^ ]+/gu) ?? []) {
      if (piece === " ") {
        blank ??= at;
        continue;
      }
      if (blank && partsWords(text.slice(-2), piece)) push(" ", blank);
      blank = undefined;
      push(piece, at);
    }
  }
  return { text, starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
});

/** Whether a place is inside a Latin word or number: "art" does not occur in "start", nor "8%" in "7.8%". */
function isCut(source: string, at: number): boolean {
  const before = source.slice(Math.max(0, at - reach), at).replaceAll(border, " ");
  const near = `${before}${border}${source.slice(at, at + reach).replaceAll(border, " ")}`;
  return CUTS_WORD.test(near) || CUTS_NUMBER.test(near);
}

/**
 * The first place of `wanted` in the text, ignoring width, case, quote and dash forms and optional white space; undefined
 * if it does not occur, or only as part of a longer Latin word or number. The offsets are of whole characters.
 */
export function findSnapped(text: string, wanted: string): Snapped | undefined {
  const sought = toCompared(wanted).text;
  if (sought === "") return undefined;
  const { text: compared, starts, ends } = toCompared(text);
  for (let at = compared.indexOf(sought); at >= 0; at = compared.indexOf(sought, at + 1)) {
    const to = at + sought.length;
    const [start = 0, end = 0] = [starts[at], ends[to - 1]];
    // A match may not begin or end inside what one source character stands for (㎏).
    const isHalf = starts[at - 1] === start || ends[to] === end;
    if (!isHalf && !isCut(text, start) && !isCut(text, end)) return { start, end };
  }
  return undefined;
}
