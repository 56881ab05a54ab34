// What the finders of all types hand over: a question, what answers it, and how good it is.

export interface Candidate {
  /** As a sentence of its own; the document's title is put to it later. */
  readonly question: string;
  /** A whole sentence, or several. */
  readonly answer: string;
  readonly sentences: readonly number[];
  /** What may not stand in the question, nor in the title that is put to it. */
  readonly secrets: readonly string[];
  /** The higher the better, within its type. */
  readonly worth: number;
}

/** Questions beyond these lengths are read twice. */
const longest = { zh: 90, en: 230 };

export const isReadable = ({ question }: Candidate, language: "zh" | "en"): boolean =>
  question.length <= longest[language] && question.length >= (language === "zh" ? 6 : 18) && !/[\n\uFFFD|#]|https?:/.test(question) && isBalanced(question);

const count = (text: string, signs: string): number => [...text].filter(sign => signs.includes(sign)).length;
const isBalanced = (text: string): boolean => ["“”", "《》", "（）", "()", "「」", "[]"].every(pair => count(text, pair.charAt(0)) === count(text, pair.charAt(1)));
