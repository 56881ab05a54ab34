// What a date label marks, as a phrase that can stand between two others: "the arrest", 逮捕.

import { bareLabelEn, eventEn } from "./label-phrases.en.ts";

/** "date of the arrest" → "the arrest"; "effective date" → "the effective date". */
export function markedByEn(label: string): string {
  const bare = bareLabelEn(label);
  return `the ${eventEn(bare) ?? bare}`;
}

/** 逮捕日期 → 逮捕；完成收购的日期 → 完成收购；只剩一个字时用原来的字段名。 */
export function markedByZh(label: string): string {
  const stem = label.trim().replace(/的?(?:日期|时间)$/, "");
  return stem.length > 1 && !/(?:被告人|患者|公司|出生|生效|截止|报告)$/.test(stem) ? stem : label.trim();
}
