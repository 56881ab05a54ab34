// Parses numbers in words, Chinese and English, into plain decimals.

const digitCharacters = "〇零 一壹 二贰两 三叁 四肆 五伍 六陆 七柒 八捌 九玖".split(" ");
const digitValues: ReadonlyMap<string, number> = new Map(
  digitCharacters.flatMap((characters, value) =>
    [...characters].map(character => [character, value] as const),
  ),
);
const unitValues: ReadonlyMap<string, bigint> = new Map(
  [..."十拾百佰千仟"].map((character, index) => [
    character,
    10n ** BigInt(Math.floor(index / 2) + 1),
  ]),
);
const scales: readonly (readonly [RegExp, bigint])[] = [
  [/兆/, 10n ** 12n],
  [/[亿億]/, 10n ** 8n],
  [/[万萬]/, 10n ** 4n],
];
/** Maximum length of a numeral; longer ones are not real numbers. */
const maxLength = 40;

/** Characters of Chinese numerals, for character classes; no numeral mixes plain and financial ones ("登陆两个"). */
const [plainDigits, financialDigits] = ["〇零一二两三四五六七八九", "零壹贰叁肆伍陆柒捌玖"];
export const hanPlain = `${plainDigits}十百千万萬亿億兆`;
export const hanFinancial = `${financialDigits}拾佰仟万萬亿億兆`;
export const hanNumeral = `${hanPlain}${hanFinancial}`;

/** "三千五百万", "二〇二一", "十二点五", "一万二" → a plain decimal; undefined if it is not a number ("万千", "百"). */
export function parseHan(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const [integer = "", decimals] = text.split("点");
  const value = joinDigits(integer) ?? parseScaled(integer)?.toString();
  if (value === undefined || decimals === undefined) return value;
  const fraction = joinDigits(decimals);
  return fraction === undefined ? undefined : `${value}.${fraction}`;
}

function joinDigits(text: string): string | undefined {
  const digits = [...text].map(character => digitValues.get(character));
  return digits.length === 0 || digits.includes(undefined) ? undefined : digits.join("");
}

// The largest scale splits the numeral: the part before it is multiplied, the part after it is added.
function parseScaled(text: string): bigint | undefined {
  for (const [characters, scale] of scales) {
    const index = [...text].findLastIndex(character => characters.test(character));
    if (index < 0) continue;
    const count = parseScaled(text.slice(0, index));
    const rest = parseRest(text.slice(index + 1), scale);
    return index === 0 || count === undefined || rest === undefined
      ? undefined
      : count * scale + rest;
  }
  return parseBelowScale(text);
}

/** "一万二" means twelve thousand: a single digit at the end counts tenths of the unit before it. */
function parseRest(text: string, unit: bigint): bigint | undefined {
  if (text === "") return 0n;
  const digit = digitValues.get(text);
  return digit === undefined ? parseScaled(text) : (BigInt(digit) * unit) / 10n;
}

function parseBelowScale(text: string): bigint | undefined {
  let total = 0n;
  let lastUnit = 10n ** 4n;
  let digit: bigint | undefined;
  for (const [index, character] of [...text].entries()) {
    const unit = unitValues.get(character);
    if (unit === undefined) {
      if (digit !== undefined && digit !== 0n) return undefined;
      digit = BigInt(digitValues.get(character) ?? 0);
      continue;
    }
    // Only ten can do without a digit before it, and only at the start.
    if (unit >= lastUnit || (digit === undefined && !(unit === 10n && index === 0)))
      return undefined;
    total += (digit ?? 1n) * unit;
    lastUnit = unit;
    digit = undefined;
  }
  const isAfterUnit = /[十拾百佰千仟].$/.test(text);
  return digit === undefined ? total : total + (isAfterUnit ? (digit * lastUnit) / 10n : digit);
}

const belowTwenty =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const tens = "twenty thirty forty fifty sixty seventy eighty ninety";
const english: ReadonlyMap<string, number> = new Map([
  ...belowTwenty.split(" ").map((word, value) => [word, value] as const),
  ...tens.split(" ").map((word, index) => [word, index * 10 + 20] as const),
]);
const englishScale: ReadonlyMap<string, number> = new Map([
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
  ["trillion", 1e12],
]);

/** Words of English numerals, longest first, for an alternation. */
export const englishNumeral = [...english.keys(), "hundred", ...englishScale.keys()].sort(
  (a, b) => b.length - a.length,
);

/** "twelve", "twenty-five", "three hundred and fifty thousand" → a plain decimal; undefined if it is not a number. */
export function parseEnglish(text: string): string | undefined {
  let total = 0;
  let section = 0;
  for (const word of text.toLowerCase().split(/[\s-]+/)) {
    const value = english.get(word);
    const scale = englishScale.get(word);
    if (value !== undefined) {
      if (!canFollow(section, value)) return undefined;
      section += value;
    } else if (word === "hundred") section = Math.max(1, section) * 100;
    else if (scale !== undefined) {
      total += Math.max(1, section) * scale;
      section = 0;
    } else if (word !== "and" && word !== "a") return undefined;
  }
  return Number.isSafeInteger(total + section) ? String(total + section) : undefined;
}

// "five twenty" and "twenty ten" are two numbers; "twenty five" and "hundred ten" are one.
const canFollow = (section: number, value: number): boolean =>
  value < 10 ? section % 10 === 0 && section % 100 !== 10 : section % 100 === 0;

/** Whether a number may come from counting or ordering things in a sentence, or be part of a name: the 两 in "两辆", "six", "第一", the "第三十四" in the name of a school. */
export const isCountOrOrdinal = (value: string): boolean =>
  /^(?:第?[一二两三四五六七八九十]|第[一二三四五六七八九十百]+|one|two|three|four|five|six|seven|eight|nine|ten|first|second|third)$/i.test(
    value,
  );
