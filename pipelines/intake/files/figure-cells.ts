// Distinguishes figures, such as amounts, from words in table cells.

const year = /^(?:19|20)\d\d(?:[年EA]|财年)?$/;
/** Marks that tables use in place of an amount. */
const noValue = /^(?:[-–—.\s]+|n\.?\/?a\.?|不适用)$/i;
const figureStart = /^(?:[A-Z]{3} |[A-Z]{1,3}(?=[$€£¥￥]))?[-+(（$€£¥￥\s]*[.\d]/;
const figureCharacters = /[\d\s.,:%‰()（）+\-–—/$€£¥￥元万亿年月日]/g;

/** Whether a cell holds an amount, share or date, or a dash for none; a year alone does not count, as it may name a column. */
export function isFigure(text: string): boolean {
  const cell = text.trim();
  if (noValue.test(cell)) return true;
  return (
    figureStart.test(cell) &&
    !year.test(cell) &&
    cell.replace(figureCharacters, "").length * 2 <= cell.length
  );
}
