// How the question of a correction is written: a beginning that holds, a blank line, and the text with errors.

export interface CorrectionText {
  /** True, and not to be corrected; empty where there is none. */
  readonly beginning: string;
  /** With errors: what is to be put right, and all that an answer gives. */
  readonly continuation: string;
}

const blankLine = /\n\s*\n/;

const withoutBlankLines = (text: string): string =>
  text.trim().replace(new RegExp(blankLine, "g"), "\n");

/** Its first blank line is the one between them. */
export const joinCorrection = ({ beginning, continuation }: CorrectionText): string =>
  [beginning, continuation]
    .map(withoutBlankLines)
    .filter(text => text !== "")
    .join("\n\n");

/** Without a blank line all of it is to be put right. */
export function correctionParts(question: string): CorrectionText {
  const mark = blankLine.exec(question);
  return mark === null
    ? { beginning: "", continuation: question }
    : {
        beginning: question.slice(0, mark.index),
        continuation: question.slice(mark.index + mark[0].length),
      };
}
