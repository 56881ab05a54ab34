// Checks whether one of two answers says yes and the other no.

import type { Language } from "../../schemas/items/item-types.ts";

const NO = /^(?:不|没|未|并非|并不|非|否)/;

/** Whether both open with yes or no, and differ: "不够，…" against "够，…", "No, …" against "Yes: …". */
export function haveOppositePolarity(a: string, b: string, language: Language): boolean {
  return language === "zh"
    ? haveOppositeOpenings(a, b) || haveOppositeOpenings(b, a)
    : isYesAgainstNo(a, b);
}

function isYesAgainstNo(a: string, b: string): boolean {
  const [first, second] = [a, b].map(text => /^(yes|no)\b/i.exec(text.trim())?.[1]?.toLowerCase());
  return first !== undefined && second !== undefined && first !== second;
}

/** Whether the word that one answer negates opens the other. */
function haveOppositeOpenings(no: string, yes: string): boolean {
  const negated = no.trim().replace(NO, "");
  const [word] = negated;
  return (
    negated.length < no.trim().length &&
    word !== undefined &&
    /\p{Script=Han}/u.test(word) &&
    yes.trim().startsWith(word)
  );
}
