// Other ways to write a fact, and other facts of the same kind: made without the code under test.

export interface PlainDate {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const HAN = [..."零一二三四五六七八九"];

/** Reads the two shapes the configs use: "5th, March, 2023" or "March 15, 2010", and "2023年3月5日"; one date only. */
export function readPlainDate(value: string): PlainDate | undefined {
  const han = /^(?:(\d{4})年(?:度)?)?(?:(\d{1,2})月)?(?:(\d{1,2})日)?$/.exec(value);
  if (han !== null) return datePart(han[1], han[2], han[3]);
  const month = MONTHS.findIndex(name => value.includes(name)) + 1;
  const year = /\b(\d{4})\b/.exec(value)?.[1];
  const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b(?!\d)/.exec(value)?.[1];
  if (month === 0 || /-/.test(value))
    return /^\d{4}$/.test(value) ? { year: Number(value) } : undefined;
  return datePart(year, String(month), day);
}

function datePart(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): PlainDate {
  return {
    ...(year && { year: Number(year) }),
    ...(month && { month: Number(month) }),
    ...(day && { day: Number(day) }),
  };
}

/** The same date in the usual formats of the language. */
export const renderDate = (date: PlainDate, language: "zh" | "en"): string[] =>
  language === "zh" ? renderHanDate(date) : renderEnglishDate(date);

function renderHanDate({ year, month, day }: PlainDate): string[] {
  if (month === undefined) return [`${year}年`, hanYear(year ?? 0), `${year}年度`];
  if (day === undefined)
    return [
      `${year}-${two(month)}`,
      `${hanYear(year ?? 0)}${han(month)}月`,
      `${year} 年 ${month} 月`,
      `${year}年${two(month)}月`,
    ];
  if (year === undefined)
    return [`${han(month)}月${han(day)}日`, `${two(month)}月${two(day)}日`, `${month}月${day}号`];
  return [
    `${year}-${two(month)}-${two(day)}`,
    `${year}/${month}/${day}`,
    `${hanYear(year)}${han(month)}月${han(day)}日`,
    `${year}年${two(month)}月${two(day)}日`,
  ];
}

function renderEnglishDate({ year, month, day }: PlainDate): string[] {
  if (month === undefined) return [`${year}`, `the year ${year}`];
  const name = MONTHS[month - 1] ?? "";
  const short = `${name.slice(0, 3)}.`;
  if (day === undefined)
    return [`${year}-${two(month)}`, `${name} ${year}`, `${short} ${year}`, `${name} of ${year}`];
  if (year === undefined)
    return [`${name} ${day}`, `${day} ${name}`, `the ${ordinal(day)} of ${name}`];
  const inWords = [
    `${name} ${day}, ${year}`,
    `${day} ${name} ${year}`,
    `${ordinal(day)} of ${name}, ${year}`,
    `${name} ${ordinal(day)} ${year}`,
  ];
  return [`${year}-${two(month)}-${two(day)}`, ...inWords, `${short} ${day}, ${year}`];
}

const two = (number: number): string => String(number).padStart(2, "0");
const SUFFIX: Readonly<Record<number, string>> = {
  1: "st",
  2: "nd",
  3: "rd",
  21: "st",
  22: "nd",
  23: "rd",
  31: "st",
};
const ordinal = (day: number): string => `${day}${SUFFIX[day] ?? "th"}`;
const digitByDigit = (digits: string): string =>
  Array.from(digits, digit => HAN[Number(digit)]).join("");
const hanYear = (year: number): string =>
  `${[...String(year)].map(digit => "〇一二三四五六七八九"[Number(digit)]).join("")}年`;

/** A whole number below a hundred million in Chinese numerals. */
export function han(number: number): string {
  if (number >= 10_000) {
    const rest = number % 10_000;
    return `${han(Math.floor(number / 10_000))}万${rest === 0 ? "" : (rest < 1000 ? "零" : "") + han(rest)}`;
  }
  let text = "";
  for (const [unit, sign] of [
    [1000, "千"],
    [100, "百"],
    [10, "十"],
    [1, ""],
  ] as const) {
    const digit = Math.floor(number / unit) % 10;
    if (digit > 0) text += (HAN[digit] ?? "") + sign;
    else if (text !== "" && !text.endsWith("零") && number % unit > 0) text += "零";
  }
  return text.replace(/^一十/, "十") || "零";
}

/** The same amount or number in other words; empty when this file knows none. */
export function renderAmount(value: string, language: "zh" | "en"): string[] {
  const money = /^(\d+(?:\.\d+)?)(万|亿)?(美元|元)$/.exec(value);
  if (money !== null) {
    const amount = Math.round(
      Number(money[1]) * (money[2] === "亿" ? 1e8 : money[2] === "万" ? 1e4 : 1),
    );
    const whole = amount.toLocaleString("en-US");
    return [
      `${whole}${money[3]}`,
      `${amount}${money[3]}`,
      ...(amount < 1e8 ? [`${han(amount)}${money[3]}`] : []),
      `${amount / 1e4}万${money[3]}`,
      ...(money[3] === "美元" ? [`US$${whole}`] : []),
    ];
  }
  const percent = /^(\d+)(\.\d+)?%$/.exec(value);
  if (percent !== null)
    return language === "en"
      ? [`${value.slice(0, -1)} percent`]
      : [
          `${value.slice(0, -1)}％`,
          `百分之${han(Number(percent[1]))}${percent[2] === undefined ? "" : `点${digitByDigit(percent[2].slice(1))}`}`,
        ];
  const counted = /^(\d+)(岁|吨)$/.exec(value);
  if (counted !== null)
    return [
      `${han(Number(counted[1]))}${counted[2]}`,
      `${Number(counted[1]).toLocaleString("en-US")} ${counted[2]}`,
    ];
  const range = /^(\d+)-(\d+)(天)$/.exec(value);
  if (range !== null)
    return [
      `${range[1]}至${range[2]}天`,
      `${range[1]}~${range[2]}天`,
      `${han(Number(range[1]))}至${han(Number(range[2]))}天`,
    ];
  if (value.includes("°C"))
    return [value.replace("°C", " ℃"), value.replace("°C", " °C"), value.replace("°C", "℃")];
  const days = /^(\d+) days$/.exec(value);
  if (days !== null) return [`${days[1]}-day`, `${days[1]}  days`];
  return [
    value.replace(/\s+/g, "  "),
    value.replace(/\//g, " / ").replace(/ \/ (?=min|分)/, "/"),
  ].filter(other => other !== value);
}

/** The digits of the first number changed, so that the value is another one not in `text`. */
export function alterNumber(value: string, text: string): string {
  for (let step = 1; step < 90; step++) {
    const altered = value.replace(/\d+(?:\.\d+)?/, number => nudge(number, step));
    const number = /\d+(?:\.\d+)?/.exec(altered)?.[0] ?? "";
    if (
      altered !== value &&
      !new RegExp(`(?<![\\d.])${number.replace(".", "\\.")}(?!\\d)`).test(text)
    )
      return altered;
  }
  throw new Error(`no other number for ${value}`);
}

function nudge(number: string, step: number): string {
  const decimals = number.split(".")[1]?.length ?? 0;
  return (
    Number(number) +
    step * 10 ** (decimals === 0 ? Math.max(0, /0*$/.exec(number)?.[0].length ?? 0) : -decimals)
  ).toFixed(decimals);
}
