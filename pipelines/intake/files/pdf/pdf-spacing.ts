// Rejoins words that were typeset, or recognised, letter by letter with gaps, judging by their width.

import type { Run } from "./pdf-pages.ts";

/** Width of a character relative to the font size, averaged over common typefaces. */
function widthOf(sign: string): number {
  if (sign === " ") return 0.25;
  if (/[iljtfrI.,;:'!|()[\]]/.test(sign)) return 0.3;
  if (/[MWmw]/.test(sign)) return 0.82;
  return /\p{Lu}/u.test(sign) ? 0.68 : 0.5;
}

const naturalWidth = (text: string) => [...text].reduce((sum, sign) => sum + widthOf(sign), 0);

/** Single letters with spaces between them: two or more. */
const spaced = /(?<![\p{L}\p{N}])\p{L}(?: \p{L})+(?![\p{L}\p{N}])(?: (?=[.,;:]))?/gu;

/** Widest gap between letters of one word, relative to the font size; spaces between words are wider. The limit is higher for words known from the page. */
const [widestGap, widestKnown] = [0.17, 0.24];

/** Width of each font compared with common ones, from text without gaps. */
function fontWidths(runs: readonly Run[]): ReadonlyMap<string, number> {
  const sums = new Map<string, { real: number; natural: number }>();
  for (const { text, width, size, font } of runs) {
    if (!/\p{L}{3}/u.test(text) || text.search(spaced) >= 0) continue;
    const sum = sums.get(font) ?? { real: 0, natural: 0 };
    sums.set(font, { real: sum.real + width / size, natural: sum.natural + naturalWidth(text) });
  }
  return new Map([...sums].map(([font, { real, natural }]) => [font, real / natural]));
}

/** The mean gap between single letters: the run's width minus everything else in it. */
function gapOf({ text, width, size }: Run, fontWidth: number): number {
  const gaps = [...text.matchAll(spaced)].reduce(
    (sum, [spelled]) => sum + spelled.split(" ").length - 1,
    0,
  );
  return (width / size / fontWidth - (naturalWidth(text) - gaps * widthOf(" "))) / gaps;
}

/** "A letter" from "A l e t t e r": the first letter is a word of its own if the rest is a word of the page and the whole is not; a capital begins a word. */
function joinLetters(spelled: string, words: ReadonlySet<string>): string {
  const whole = lettersOf(spelled);
  const rest = whole.slice(1);
  const isKnown = (text: string) => words.has(text.toLowerCase());
  if (
    /^[AIaOo]/.test(whole) &&
    rest.length > 2 &&
    !isKnown(whole) &&
    (isKnown(rest) || /^[AI]\p{Ll}/u.test(whole))
  )
    return `${whole[0]} ${rest}`;
  return whole.replace(/(\p{Ll}{2,})(\p{Lu})/gu, "$1 $2");
}

/** Three or more letters with a vowel, or capitals; anything else is symbols of a formula. */
const pronounced = /^(?=.{3})(?:\P{Ll}+|.*[aeiouyAEIOUYà-öø-ÿ].*)$/u;

const lettersOf = (spelled: string) => spelled.replaceAll(" ", "");

/** A run with its letters joined, if the gaps, or gaps and words of the page together, allow it. */
function joinRun(run: Run, gap: number, words: ReadonlySet<string>): Run {
  const text = run.text.replace(spaced, spelled => {
    const isKnown = words.has(lettersOf(spelled).toLowerCase());
    const isWord = isKnown || (gap <= widestGap && pronounced.test(lettersOf(spelled)));
    return isWord && gap <= widestKnown ? joinLetters(spelled, words) : spelled;
  });
  return { ...run, text };
}

const wordsOf = (runs: readonly Run[]): ReadonlySet<string> =>
  new Set(
    runs.flatMap(({ text }) => text.match(/\p{L}{2,}/gu) ?? []).map(word => word.toLowerCase()),
  );

/** Wider gaps separate cells and columns, not letters. */
const widestLetterGap = 0.5;

const isLetters = ({ text }: Run) => /^\p{L}(?: \p{L})*$/u.test(text);

/** Joins letters drawn one by one, each with a space, into one run. */
function withLettersTogether(runs: readonly Run[]): Run[] {
  const together: Run[] = [];
  for (const run of runs) {
    const before = together.at(-1);
    const gap = before ? run.x - before.x - before.width : 0;
    if (
      before?.spaced &&
      isLetters(before) &&
      /^[\p{L}.,;:]$/u.test(run.text) &&
      before.font === run.font &&
      Math.abs(before.y - run.y) < run.size * 0.1 &&
      gap > 0 &&
      gap < run.size * widestLetterGap
    )
      together[together.length - 1] = {
        ...run,
        text: `${before.text} ${run.text}`,
        x: before.x,
        width: run.x + run.width - before.x,
      };
    else together.push(run);
  }
  return together;
}

/** The runs of a page with spaced letters joined into words. */
export function withWords(drawn: readonly Run[]): Run[] {
  const runs = withLettersTogether(drawn);
  if (!runs.some(({ text }) => text.search(spaced) >= 0)) return runs;
  const widths = fontWidths(runs);
  const join = (words: ReadonlySet<string>) => (run: Run) =>
    run.text.search(spaced) < 0 ? run : joinRun(run, gapOf(run, widths.get(run.font) ?? 1), words);
  const joined = runs.map(join(wordsOf(runs)));
  // Words joined by width are known words in the second pass.
  return joined.map(join(wordsOf(joined)));
}
