// Counts the items of lists, and writes their numbers as Word does: as letters, Roman or Chinese numerals, or circled.

/** Counts an item at a level (from 0) of a list; deeper levels restart. `startOf`: the first number of a level. */
export function countUp(
  numbers: number[],
  level: number,
  startOf: (level: number) => number,
): void {
  for (let higherLevel = 0; higherLevel < level; higherLevel++)
    numbers[higherLevel] ??= startOf(higherLevel);
  numbers[level] = numbers[level] === undefined ? startOf(level) : numbers[level] + 1;
  numbers.length = level + 1;
}

const digits = "零一二三四五六七八九";
const romanLetters = "M CM D CD C XC L XL X IX V IV I".split(" ");
const romanAmounts = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1];

function writeRoman(value: number): string {
  let [rest, text] = [value, ""];
  for (const [index, amount] of romanAmounts.entries()) {
    text += romanLetters[index]?.repeat(Math.floor(rest / amount)) ?? "";
    rest %= amount;
  }
  return text;
}

/** After Z comes AA, then BB: Word repeats the letter. */
const writeLetter = (value: number) =>
  String.fromCharCode(65 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));

/** For example, 一百零五 for 105; up to 3999. */
function writeChinese(value: number): string {
  const units = ["", "十", "百", "千"];
  const places = Array.from(String(value), Number);
  const text = places
    .map((digit, index) =>
      digit === 0 ? "零" : `${digits[digit]}${units[places.length - 1 - index]}`,
    )
    .join("");
  return text
    .replace(/零+/g, "零")
    .replace(/(?<=.)零$/, "")
    .replace(/^一十/, "十");
}

/** Writes numbers as symbols that follow one another in Unicode, up to the last one. */
const symbolsFrom = (first: string, last: number) => (value: number) =>
  value <= last ? String.fromCodePoint((first.codePointAt(0) ?? 0) + value - 1) : String(value);

const writers: Readonly<Record<string, (value: number) => string>> = {
  upperRoman: writeRoman,
  lowerRoman: value => writeRoman(value).toLowerCase(),
  upperLetter: writeLetter,
  lowerLetter: value => writeLetter(value).toLowerCase(),
  decimalZero: value => String(value).padStart(2, "0"),
  chineseCounting: writeChinese,
  chineseCountingThousand: writeChinese,
  taiwaneseCounting: writeChinese,
  taiwaneseCountingThousand: writeChinese,
  japaneseCounting: writeChinese,
  ideographDigital: value =>
    Array.from(String(value), digit => digits[Number(digit)])
      .join("")
      .replaceAll("零", "〇"),
  ideographTraditional: value => "甲乙丙丁戊己庚辛壬癸"[value - 1] ?? String(value),
  decimalEnclosedCircle: symbolsFrom("①", 20),
  decimalEnclosedCircleChinese: symbolsFrom("①", 20),
  decimalEnclosedParen: symbolsFrom("⑴", 20),
  decimalFullWidth: value =>
    Array.from(String(value), digit => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join(""),
};

/** A number in the given w:numFmt; as digits if the format is unknown or does not cover it. */
export const writeNumber = (value: number, format: string): string =>
  value < 1 || value > 3999 ? String(value) : (writers[format] ?? String)(value);
