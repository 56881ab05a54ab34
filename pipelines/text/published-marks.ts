// Placeholder characters for punctuation that does not end a sentence, used while a text is split the published way.

/** Private-use characters of Unicode, which do not occur in the texts; named after the punctuation they represent. */
export const marks = {
  stop: "\uE000",
  question: "\uE001",
  exclamation: "\uE002",
  ideographicStop: "\uE003",
  fullwidthStop: "\uE004",
  fullwidthExclamation: "\uE005",
  fullwidthQuestion: "\uE006",
  questionExclamation: "\uE007",
  exclamationQuestion: "\uE008",
  questions: "\uE009",
  exclamations: "\uE00A",
  open: "\uE00B",
  close: "\uE00C",
  space: "\uE00D",
  /** Appended to a piece without end punctuation. */
  end: "\uE00E",
  apostrophe: "\uE00F",
  numbered: "\uE010",
} as const;

/** A replacement; later rules see the result of earlier ones. */
export type Rule = readonly [RegExp, string | ((match: string) => string)];

export function applyRules(text: string, rules: readonly Rule[]): string {
  let result = text;
  for (const [pattern, replacement] of rules)
    result =
      typeof replacement === "string"
        ? result.replace(pattern, replacement)
        : result.replace(pattern, replacement);
  return result;
}

const markOfEnd = new Map<string, string>([
  [".", marks.stop],
  ["?", marks.question],
  ["!", marks.exclamation],
  ["。", marks.ideographicStop],
  ["．", marks.fullwidthStop],
  ["！", marks.fullwidthExclamation],
  ["？", marks.fullwidthQuestion],
]);

/** Replaces all sentence ends in the text with marks. */
export const hideEnds = (text: string): string =>
  text.replace(/[.?!。．！？]/g, end => markOfEnd.get(end) ?? end);

/** Replaces all sentence ends within quotes or brackets, and apostrophes, which do not open a quotation there. */
export const hideEnclosed = (text: string): string =>
  hideEnds(text).replaceAll("'", marks.apostrophe);

const textOfMark = new Map<string, string>([
  ...[...markOfEnd].map(([end, mark]) => [mark, end] as const),
  [marks.questionExclamation, "?!"],
  [marks.exclamationQuestion, "!?"],
  [marks.questions, "??"],
  [marks.exclamations, "!!"],
  [marks.open, "("],
  [marks.close, ")"],
  [marks.space, " "],
  [marks.end, ""],
]);

/** Restores the punctuation of all marks except apostrophes, which are restored last. */
export const restoreEnds = (text: string): string =>
  text.replace(/[\uE000-\uE00E]/g, mark => textOfMark.get(mark) ?? mark);

export const restoreApostrophes = (text: string): string => text.replaceAll(marks.apostrophe, "'");
