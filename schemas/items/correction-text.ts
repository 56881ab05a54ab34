// Joins and splits the question of a correction: a correct beginning, a blank line, and the text with errors.

/** The two parts of the question. */
export interface CorrectionText {
  /** The correct part, which must not be changed; empty if there is none. */
  readonly beginning: string;
  /** The part with errors; an answer gives only this part. */
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

/** Splits the question; if it has no blank line, all of it must be corrected. */
export function splitCorrection(question: string): CorrectionText {
  const separator = blankLine.exec(question);
  return separator === null
    ? { beginning: "", continuation: question }
    : {
        beginning: question.slice(0, separator.index),
        continuation: question.slice(separator.index + separator[0].length),
      };
}
