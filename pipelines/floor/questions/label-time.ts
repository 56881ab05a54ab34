// What a date label marks, as a phrase that can stand between two others: "the arrest", 逮捕.

import { bareLabelEn, eventEn } from "./label-phrases.en.ts";

/** "date of the arrest" → "the arrest"; "effective date" → "the effective date". */
export function markedByEn(label: string): string {
  const bare = bareLabelEn(label);
  // A judgment or an offence does not "take place", but it can be earlier or later than something.
  const dated = /^date of (?:the )?(?!birth|expiry|issue|entry)(.+)$/i.exec(bare)?.[1];
  return `the ${eventEn(bare) ?? dated ?? bare}`;
}

/** 逮捕日期 → 逮捕；完成收购的日期 → 收购完成；只剩一个字时用原来的字段名。 */
export function markedByZh(label: string): string {
  const stem = label
    .trim()
    .replace(/的?(?:日期|时间)$/, "")
    .replace(/^完成(.{2,})$/, "$1完成");
  return stem.length > 1 && !/(?:被告人|患者|公司|出生|生效|截止|报告)$/.test(stem)
    ? stem
    : label.trim();
}

const BIRTH = /\bbirth|出生/i;

export const isBirthLabel = (label: string): boolean => BIRTH.test(label);

/** Whose birth it is: "defendant's date of birth" → "the defendant"; `someone` where the label does not say. */
export const bornEn = (label: string, someone: string): string =>
  `the ${/^(.+?)['’]s?\s/.exec(bareLabelEn(label))?.[1] ?? /\bof (?:the )?(\w+)$/.exec(label.replace(/\bof birth\b/i, ""))?.[1] ?? someone}`;

/** 被告人出生日期 → 被告人。 */
export const bornZh = (label: string, someone: string): string =>
  label.trim().replace(/的?(?:出生|生日).*$/, "") || someone;

/** A reporting year or period is no event. */
export const isPeriodLabel = (label: string): boolean =>
  /年度$|年份$|期间$|\b(?:reporting|report|fiscal|financial) (?:year|period)\b/i.test(label);
