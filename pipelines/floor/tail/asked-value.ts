// What kind of value a question wants, told by its question word.

import type { Value } from "../../text/values.ts";

export type Wanted = "date" | "amount" | "duration" | "words";

const wantedEn: readonly (readonly [RegExp, Wanted])[] = [
  [/\bhow long\b/i, "duration"],
  [
    /\bhow (?:many|much|large|high|low|old|big|far|often)\b|\b(?:what|which) (?:percentage|share|amount|sum|figure|number|proportion|price|age)\b/i,
    "amount",
  ],
  [/\bwhen\b|\b(?:what|which) (?:date|day|year|month)\b|\bdate (?:of|was|is)\b/i, "date"],
];

const wantedZh: readonly (readonly [RegExp, Wanted])[] = [
  [/多久|多长时间|多少(?:天|年|个月|小时)/, "duration"],
  [/何时|什么时候|哪一?[天年日]|何日|哪年哪月|几月几日|日期|时间是/, "date"],
  [/多少|几(?:[人名家次项个岁起年]|位)|多[高大重]|百分之几|金额/, "amount"],
];

/** `words` for persons, places and all that no value tells. */
export const wantedBy = (question: string, language: "zh" | "en"): Wanted =>
  (language === "zh" ? wantedZh : wantedEn).find(([pattern]) => pattern.test(question))?.[1] ??
  "words";

export function isWanted({ kind }: Value, wanted: Wanted): boolean {
  if (wanted === "date") return kind === "date";
  if (wanted === "duration") return kind === "duration" || kind === "number";
  return (
    wanted === "amount" &&
    (kind === "money" || kind === "number" || kind === "percent" || kind === "duration")
  );
}
