// Words that were set, or recognised, letter by letter with gaps between them, whole again: by the width that they take.

import type { Run } from "./pdf-pages.ts";

/** Widths of signs in parts of the type's size, as they are on the mean of common typefaces. */
function widthOf(sign: string): number {
  if (sign === " ") return 0.25;
  if (/[iljtfrI.,;:'!|()[\]]/.test(sign)) return 0.3;
  if (/[MWmw]/.test(sign)) return 0.82;
  return /\p{Lu}/u.test(sign) ? 0.68 : 0.5;
}

const naturalWidth = (text: string) => [...text].reduce((sum, sign) => sum + widthOf(sign), 0);

/** Letters apart: three and more, or two that are a word of the page. */
const spaced = /(?<![\p{L}\p{N}])\p{L}(?: \p{L})+(?![\p{L}\p{N}])(?: (?=[.,;:]))?/gu;

/** A gap between letters of one word, in parts of the type's size; a space between words is wider, but letters that make a word of the page are sooner believed. */
const [widestGap, widestKnown] = [0.17, 0.24];

/** How wide each font is beside the common ones, from what is written in it without gaps. */
function fontWidths(runs: readonly Run[]): ReadonlyMap<string, number> {
  const sums = new Map<string, { real: number; natural: number }>();
  for (const { text, width, size, font } of runs) {
    if (!/\p{L}{3}/u.test(text) || text.search(spaced) >= 0) continue;
    const sum = sums.get(font) ?? { real: 0, natural: 0 };
    sums.set(font, { real: sum.real + width / size, natural: sum.natural + naturalWidth(text) });
  }
  return new Map([...sums].map(([font, { real, natural }]) => [font, real / natural]));
}

/** The mean of the gaps between single letters, once all else that the run holds is taken off its width. */
function gapOf({ text, width, size }: Run, fontWidth: number): number {
  const gaps = [...text.matchAll(spaced)].reduce(
    (sum, [spelled]) => sum + spelled.split(" ").length - 1,
    0,
  );
  return (width / size / fontWidth - (naturalWidth(text) - gaps * widthOf(" "))) / gaps;
}

/** "A letter" out of "A l e t t e r": a first letter stands alone where the rest is a word of the page and the whole is none; a capital begins a word. */
function joinLetters(spelled: string, words: ReadonlySet<string>): string {
  const whole = lettersOf(spelled);
  const rest = whole.slice(1);
  const isOwn = (text: string) => words.has(text.toLowerCase());
  if (
    /^[AIaOo]/.test(whole) &&
    rest.length > 2 &&
    !isOwn(whole) &&
    (isOwn(rest) || /^[AI]\p{Ll}/u.test(whole))
  )
    return `${whole[0]} ${rest}`;
  return whole.replace(/(\p{Ll}{2,})(\p{Lu})/gu, "$1 $2");
}

/** Three letters and more with a vowel, or capitals; others are signs of a formula. */
const pronounced = /^(?=.{3})(?:\P{Ll}+|.*[aeiouyAEIOUYà-öø-ÿ].*)$/u;

const lettersOf = (spelled: string) => spelled.replaceAll(" ", "");

/** A run whose letters are joined where their gaps, or these and the words of the page, allow it. */
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

/** Wider gaps part cells and columns, not letters. */
const widestLetterGap = 0.5;

const isLetters = ({ text }: Run) => /^\p{L}(?: \p{L})*$/u.test(text);

/** Letters that were drawn one by one, each with a space, as one run. */
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

/** The runs of a page with words instead of letters that stand apart. */
export function withWords(drawn: readonly Run[]): Run[] {
  const runs = withLettersTogether(drawn);
  if (!runs.some(({ text }) => text.search(spaced) >= 0)) return runs;
  const widths = fontWidths(runs);
  const join = (words: ReadonlySet<string>) => (run: Run) =>
    run.text.search(spaced) < 0 ? run : joinRun(run, gapOf(run, widths.get(run.font) ?? 1), words);
  const joined = runs.map(join(wordsOf(runs)));
  // What was joined by its width is a word of the page for the others.
  return joined.map(join(wordsOf(joined)));
}
