// Words of questions and answers that say nothing about the matter: question words, "according to", "the report states".

import { wording } from "../wording.ts";

const FILLER_ZH = new RegExp(wording.fillers.zh.join("|"), "g");
const FILLER_EN = new Set(wording.fillers.en);

/** The text without fillers, in pieces that were parted by them. */
export const withoutFillersZh = (text: string): string[] =>
  text.split(FILLER_ZH).filter(piece => piece !== "");

export const isFillerEn = (word: string): boolean => FILLER_EN.has(word);
