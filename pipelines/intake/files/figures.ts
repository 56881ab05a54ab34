// Distinguishes amounts from words in table cells.

const year = /^(?:19|20)\d\d(?:[年EA]|财年)?$/;
/** What tables write in place of an amount. */
const nothing = /^(?:[-–—.\s]+|n\.?\/?a\.?|不适用)$/i;
const opening = /^(?:[A-Z]{3} |[A-Z]{1,3}(?=[$€£¥￥]))?[-+(（$€£¥￥\s]*[.\d]/;
const ofFigures = /[\d\s.,:%‰()（）+\-–—/$€£¥￥元万亿年月日]/g;

/** Whether a cell holds an amount, share or date, or a dash for none; a year alone does not count, as it may name a column. */
export function isFigure(text: string): boolean {
  const cell = text.trim();
  if (nothing.test(cell)) return true;
  return (
    opening.test(cell) && !year.test(cell) && cell.replace(ofFigures, "").length * 2 <= cell.length
  );
}
