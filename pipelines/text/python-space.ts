// Splits and strips texts at white space as Python's strings define it, as the published programs do.

// JavaScript's `\s` includes U+FEFF, and lacks U+0085 and the four separators from U+001C.
const space = String.raw`[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]`;
const runs = new RegExp(`${space}+`);
const start = new RegExp(`^${space}+`);
const end = new RegExp(`(?<!${space})${space}+$`);
const chineseSentences = new RegExp(`(?<=[。！？])${space}*|\\n`);

/** The words between white space; none for a blank text. */
export const splitAtSpace = (text: string): string[] =>
  text.split(runs).filter(word => word !== "");

export const stripEnd = (text: string): string => text.replace(end, "");

export const stripSpace = (text: string): string => stripEnd(text.replace(start, ""));

/** Pieces after 。！？ and between line ends; they may be blank. */
export const splitAtChineseEnds = (text: string): string[] => text.split(chineseSentences);
