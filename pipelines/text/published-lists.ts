// Finds list entries within English text as pysbd 0.3.4 does: each opens a sentence (a line end is inserted before it).

import { marks } from "./published-marks.ts";

const letters = [..."abcdefghijklmnopqrstuvwxyz"];
// Up to twenty, as in pysbd; numerals listed twice count at their first position.
const roman =
  "i ii iii iv v vi vii viii ix x xi xii xiii xiv x xi xii xiii xv xvi xvii xviii xix xx".split(
    " ",
  );

/** Inserts a line end before each entry of a list: `a.`, `(b)`, `iii)`, `4.`, `5)`. Line ends are `\r`. */
export function breakLists(text: string): string {
  let result = breakLettered(text, letters, /(?<=^|\s)[a-z](?=\.)/g, breakBeforeLetter);
  for (const order of [letters, roman])
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
  const entries = (text.match(pattern) ?? [])
    .map(letter => ({ letter, rank: order.indexOf(letter) }))
    .filter(({ rank }) => rank >= 0);
  let result = text;
  for (const [index, { letter, rank }] of entries.entries()) {
    // The last entry counts as preceding the first, as in the original.
    const previous = entries.at(index - 1);
    const next = entries[index + 1];
    if (
      Math.abs((previous?.rank ?? rank) - rank) === 1 ||
      (next !== undefined && next.rank - rank === 1)
    )
      result = breakBefore(result, letter);
  }
  return result;
}

const breakBeforeLetter: Break = (text, letter) =>
  text.replace(/(?<=^|\s)[a-z]\./gi, match =>
    match === `${letter}.` ? `\r${letter}${marks.stop}` : match,
  );

const breakBeforeBracket: Break = (text, letter) =>
  text.replace(/\([a-z]+(?=\))|(?<=^|\s)[a-z]+(?=\))/gi, match => {
    if (match === letter) return `\r${letter}`;
    return match === `(${letter}` ? `\r${marks.open}${letter}` : match;
  });

// Numbers as in `4. ` and `4.)`, also after a hyphen or bullet.
const numberPattern = /(?:^|\s)\d{1,2}(?=\.\s|\.\))|(?<=(?:^|\s)[-⁃])\d{1,2}(?=\.\s|\.\))/g;
const numberAndStop = /(?<=(?:^|\s)[-⁃]?)(\d{1,2})\.(?=\s|\))/g;
const bracketedNumber = /\d{1,2}(?=\)\s)/g;

/** The numbers that are one more than the previous number, or one less than the next. */
function entriesOf(text: string, pattern: RegExp): Set<string> {
  const numbers = (text.match(pattern) ?? []).map(Number);
  const isAfter = (number: number, previous: number | undefined) =>
    previous !== undefined &&
    (number - 1 === previous ||
      (number === 0 && previous === 9) ||
      (number === 9 && previous === 0));
  return new Set(
    numbers
      .filter(
        (number, index) => number + 1 === numbers[index + 1] || isAfter(number, numbers[index - 1]),
      )
      .map(String),
  );
}

const { numbered } = marks;

function breakNumbers(text: string): string {
  const entries = entriesOf(text, numberPattern);
  const markedText = text.replace(numberAndStop, (match, number: string) =>
    entries.has(number) ? number + numbered : match,
  );
  const severalLines = new RegExp(
    `${numbered}[^\n]+\r[^\n]+${numbered}|for\\s\\d{1,2}${numbered}\\s[a-z]`,
  );
  const brokenText = severalLines.test(markedText)
    ? markedText
    : markedText
        .replace(new RegExp(`(?<=\\S\\S)\\s(?=\\S\\s*\\d+${numbered})`, "g"), "\r")
        .replace(new RegExp(`(?<=\\S\\S)\\s(?=\\d{1,2}${numbered})`, "g"), "\r");
  return brokenText.replaceAll(numbered, marks.stop);
}

function breakBracketedNumbers(text: string): string {
  const entries = entriesOf(text, bracketedNumber);
  const markedText = text.replace(bracketedNumber, number =>
    entries.has(number) ? number + numbered : number,
  );
  const brokenText = new RegExp(`${numbered}[^\n]+\r[^\n]+${numbered}`).test(markedText)
    ? markedText
    : markedText.replace(new RegExp(`(?<=\\S\\S)\\s(?=\\d{1,2}${numbered})`, "g"), "\r");
  return brokenText.replaceAll(numbered, "");
}
