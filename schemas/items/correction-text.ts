// The question of a correction as one text: a correct beginning, a blank line, and the text with errors.

export interface CorrectionText {
  /** True, and not to be corrected; empty if there is none. */
  readonly beginning: string;
  /** With errors: the part to correct, and the only part that an answer gives. */
  readonly continuation: string;
}

const blankLine = /\n\s*\n/;

const withoutBlankLines = (text: string): string =>
  text.trim().replace(new RegExp(blankLine, "g"), "\n");

/** Joins both parts; the first blank line separates them. */
export const joinCorrection = ({ beginning, continuation }: CorrectionText): string =>
  [beginning, continuation]
    .map(withoutBlankLines)
    .filter(text => text !== "")
    .join("\n\n");

/** Splits the question; without a blank line, all of it is to be corrected. */
export function correctionParts(question: string): CorrectionText {
  const mark = blankLine.exec(question);
  return mark === null
    ? { beginning: "", continuation: question }
    : {
        beginning: question.slice(0, mark.index),
        continuation: question.slice(mark.index + mark[0].length),
      };
}
