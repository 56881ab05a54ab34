// List entries within English text, found as in pysbd 0.3.4: each opens a sentence (a line end is inserted before it).

import { marks } from "./published-marks.ts";

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
// Up to twenty, as in pysbd; numerals listed twice count at their first position.
const ROMAN =
  "i ii iii iv v vi vii viii ix x xi xii xiii xiv x xi xii xiii xv xvi xvii xviii xix xx".split(
    " ",
  );

/** Inserts a line end before each entry of a list: `a.`, `(b)`, `iii)`, `4.`, `5)`. Line ends are `\r`. */
export function breakLists(text: string): string {
  let result = breakLettered(text, LETTERS, /(?<=^|\s)[a-z](?=\.)/g, breakBeforeLetter);
  for (const order of [LETTERS, ROMAN])
    result = breakLettered(result, order, /(?<=^|\s|\()[a-z]+(?=\))/g, breakBeforeBracket);
  return breakBracketedNumbers(breakNumbers(result));
}

type Break = (text: string, letter: string) => string;

function breakLettered(
  text: string,
  order: readonly string[],
  pattern: RegExp,
  breakBefore: Break,
): string {
  const places = (text.match(pattern) ?? [])
    .map(letter => ({ letter, place: order.indexOf(letter) }))
    .filter(({ place }) => place >= 0);
  let result = text;
  for (const [index, { letter, place }] of places.entries()) {
    // The last entry counts as preceding the first, as happens in the original.
    const before = places.at(index - 1);
    const after = places[index + 1];
    if (
      Math.abs((before?.place ?? place) - place) === 1 ||
      (after !== undefined && after.place - place === 1)
    )
      result = breakBefore(result, letter);
  }
  return result;
}

const breakBeforeLetter: Break = (text, letter) =>
  text.replace(/(?<=^|\s)[a-z]\./gi, found =>
    found === `${letter}.` ? `\r${letter}${marks.stop}` : found,
  );

const breakBeforeBracket: Break = (text, letter) =>
  text.replace(/\([a-z]+(?=\))|(?<=^|\s)[a-z]+(?=\))/gi, found => {
    if (found === letter) return `\r${letter}`;
    return found === `(${letter}` ? `\r${marks.open}${letter}` : found;
  });

// The forms `4. ` and `4.)`, also after a hyphen or bullet.
const NUMBER = /(?:^|\s)\d{1,2}(?=\.\s|\.\))|(?<=(?:^|\s)[-⁃])\d{1,2}(?=\.\s|\.\))/g;
const NUMBER_AND_STOP = /(?<=(?:^|\s)[-⁃]?)(\d{1,2})\.(?=\s|\))/g;
const BRACKETED_NUMBER = /\d{1,2}(?=\)\s)/g;

/** The numbers that are one more than the previous number, or one less than the next. */
function entriesOf(text: string, pattern: RegExp): Set<string> {
  const numbers = (text.match(pattern) ?? []).map(Number);
  const follows = (number: number, before: number | undefined) =>
    before !== undefined &&
    (number - 1 === before || (number === 0 && before === 9) || (number === 9 && before === 0));
  return new Set(
    numbers
      .filter(
        (number, index) => number + 1 === numbers[index + 1] || follows(number, numbers[index - 1]),
      )
      .map(String),
  );
}

function breakNumbers(text: string): string {
  const entries = entriesOf(text, NUMBER);
  const { numbered } = marks;
  const marked = text.replace(NUMBER_AND_STOP, (found, number: string) =>
    entries.has(number) ? number + numbered : found,
  );
  const several = new RegExp(
    `${numbered}[^\n]+\r[^\n]+${numbered}|for\\s\\d{1,2}${numbered}\\s[a-z]`,
  );
  const broken = several.test(marked)
    ? marked
    : marked
        .replace(new RegExp(`(?<=\\S\\S)\\s(?=\\S\\s*\\d+${numbered})`, "g"), "\r")
        .replace(new RegExp(`(?<=\\S\\S)\\s(?=\\d{1,2}${numbered})`, "g"), "\r");
  return broken.replaceAll(numbered, marks.stop);
}

function breakBracketedNumbers(text: string): string {
  const entries = entriesOf(text, BRACKETED_NUMBER);
  const { numbered } = marks;
  const marked = text.replace(BRACKETED_NUMBER, number =>
    entries.has(number) ? number + numbered : number,
  );
  const broken = new RegExp(`${numbered}[^\n]+\r[^\n]+${numbered}`).test(marked)
    ? marked
    : marked.replace(new RegExp(`(?<=\\S\\S)\\s(?=\\d{1,2}${numbered})`, "g"), "\r");
  return broken.replaceAll(numbered, "");
}
