// Rejoins words that were typeset, or recognized, as single letters with gaps, judging by their width.

import type { Run } from "./pdf-pages.ts";

/** Width of a character relative to the font size, averaged over common typefaces. */
function widthOf(character: string): number {
  if (character === " ") return 0.25;
  if (/[iljtfrI.,;:'!|()[\]]/.test(character)) return 0.3;
  if (/[MWmw]/.test(character)) return 0.82;
  return /\p{Lu}/u.test(character) ? 0.68 : 0.5;
}

const naturalWidth = (text: string) =>
  [...text].reduce((sum, character) => sum + widthOf(character), 0);

/** Two or more single letters with spaces between them. */
const spelledWord = /(?<![\p{L}\p{N}])\p{L}(?: \p{L})+(?![\p{L}\p{N}])(?: (?=[.,;:]))?/gu;

/** Maximum gap between letters of one word, relative to the font size; spaces between words are wider. The limit is higher for words that occur elsewhere on the page. */
const [maxGap, maxKnownGap] = [0.17, 0.24];

/** The width of each font compared with common ones, from text without gaps. */
function fontWidths(runs: readonly Run[]): ReadonlyMap<string, number> {
  const sums = new Map<string, { real: number; natural: number }>();
  for (const { text, width, size, font } of runs) {
    if (!/\p{L}{3}/u.test(text) || text.search(spelledWord) >= 0) continue;
    const sum = sums.get(font) ?? { real: 0, natural: 0 };
    sums.set(font, { real: sum.real + width / size, natural: sum.natural + naturalWidth(text) });
  }
  return new Map([...sums].map(([font, { real, natural }]) => [font, real / natural]));
}

/** The mean gap between single letters: the run's width minus everything else in it. */
function gapOf({ text, width, size }: Run, fontWidth: number): number {
  const gaps = [...text.matchAll(spelledWord)].reduce(
    (sum, [spelled]) => sum + spelled.split(" ").length - 1,
    0,
  );
  return (width / size / fontWidth - (naturalWidth(text) - gaps * widthOf(" "))) / gaps;
}

/** "A letter" from "A l e t t e r": the first letter is a word of its own if the rest is a word of the page and the whole is not; a capital begins a word. */
function joinLetters(spelled: string, words: ReadonlySet<string>): string {
  const letters = lettersOf(spelled);
  const rest = letters.slice(1);
  const isKnown = (text: string) => words.has(text.toLowerCase());
  if (
    /^[AIaOo]/.test(letters) &&
    rest.length > 2 &&
    !isKnown(letters) &&
    (isKnown(rest) || /^[AI]\p{Ll}/u.test(letters))
  )
    return `${letters[0]} ${rest}`;
  return letters.replace(/(\p{Ll}{2,})(\p{Lu})/gu, "$1 $2");
}

/** Three or more letters with a vowel, or capitals; anything else is symbols of a formula. */
const pronounceable = /^(?=.{3})(?:\P{Ll}+|.*[aeiouyAEIOUYà-öø-ÿ].*)$/u;

const lettersOf = (spelled: string) => spelled.replaceAll(" ", "");

/** A run with its letters joined, if the gaps, or gaps and words of the page together, allow it. */
function joinRun(run: Run, gap: number, words: ReadonlySet<string>): Run {
  const text = run.text.replace(spelledWord, spelled => {
    const isKnown = words.has(lettersOf(spelled).toLowerCase());
    const isWord = isKnown || (gap <= maxGap && pronounceable.test(lettersOf(spelled)));
    return isWord && gap <= maxKnownGap ? joinLetters(spelled, words) : spelled;
  });
  return { ...run, text };
}

const wordsOf = (runs: readonly Run[]): ReadonlySet<string> =>
  new Set(
    runs.flatMap(({ text }) => text.match(/\p{L}{2,}/gu) ?? []).map(word => word.toLowerCase()),
  );

/** Maximum gap between letters, relative to the font size; wider ones separate cells and columns. */
const maxLetterGap = 0.5;

const isLetters = ({ text }: Run) => /^\p{L}(?: \p{L})*$/u.test(text);

/** Joins letters drawn one by one, each with a space, into one run. */
function joinDrawnLetters(runs: readonly Run[]): Run[] {
  const joinedRuns: Run[] = [];
  for (const run of runs) {
    const previous = joinedRuns.at(-1);
    const gap = previous ? run.x - previous.x - previous.width : 0;
    if (
      previous?.hasSpaceAfter &&
      isLetters(previous) &&
      /^[\p{L}.,;:]$/u.test(run.text) &&
      previous.font === run.font &&
      Math.abs(previous.y - run.y) < run.size * 0.1 &&
      gap > 0 &&
      gap < run.size * maxLetterGap
    )
      joinedRuns[joinedRuns.length - 1] = {
        ...run,
        text: `${previous.text} ${run.text}`,
        x: previous.x,
        width: run.x + run.width - previous.x,
      };
    else joinedRuns.push(run);
  }
  return joinedRuns;
}

/** The runs of a page with spaced letters joined into words. */
export function joinSpelledWords(drawnRuns: readonly Run[]): Run[] {
  const runs = joinDrawnLetters(drawnRuns);
  if (!runs.some(({ text }) => text.search(spelledWord) >= 0)) return runs;
  const widths = fontWidths(runs);
  const joinWith = (words: ReadonlySet<string>) => (run: Run) =>
    run.text.search(spelledWord) < 0
      ? run
      : joinRun(run, gapOf(run, widths.get(run.font) ?? 1), words);
  const joinedRuns = runs.map(joinWith(wordsOf(runs)));
  // Words joined by width in the first pass are known words in the second.
  return joinedRuns.map(joinWith(wordsOf(joinedRuns)));
}
