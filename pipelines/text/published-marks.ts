// Signs that stand for punctuation which ends no sentence, while a text is cut the published way.

/** From Unicode's private use, which no text to be cut has; each says what it is given back as. */
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
  /** Put after a piece that has no end of its own. */
  end: "\uE00E",
  apostrophe: "\uE00F",
  numbered: "\uE010",
} as const;

/** An ordered rewriting; later rules see what earlier ones made. */
export type Rule = readonly [RegExp, string | ((found: string) => string)];

export function applyRules(text: string, rules: readonly Rule[]): string {
  let result = text;
  for (const [pattern, replacement] of rules)
    result =
      typeof replacement === "string"
        ? result.replace(pattern, replacement)
        : result.replace(pattern, replacement);
  return result;
}

const MARKED = new Map<string, string>([
  [".", marks.stop],
  ["?", marks.question],
  ["!", marks.exclamation],
  ["。", marks.ideographicStop],
  ["．", marks.fullwidthStop],
  ["！", marks.fullwidthExclamation],
  ["？", marks.fullwidthQuestion],
]);

/** All ends of sentences in the text taken for none. */
export const hideEnds = (text: string): string =>
  text.replace(/[.?!。．！？]/g, end => MARKED.get(end) ?? end);

/** The same within quotes and brackets, whose apostrophes open no quotation either. */
export const hideEnclosed = (text: string): string =>
  hideEnds(text).replaceAll("'", marks.apostrophe);

const GIVEN_BACK = new Map<string, string>([
  ...[...MARKED].map(([end, mark]) => [mark, end] as const),
  [marks.questionExclamation, "?!"],
  [marks.exclamationQuestion, "!?"],
  [marks.questions, "??"],
  [marks.exclamations, "!!"],
  [marks.open, "("],
  [marks.close, ")"],
  [marks.space, " "],
  [marks.end, ""],
]);

/** All marks as what they stood for, apostrophes excepted: they come back last. */
export const showEnds = (text: string): string =>
  text.replace(/[\uE000-\uE00E]/g, mark => GIVEN_BACK.get(mark) ?? mark);

export const showApostrophes = (text: string): string => text.replaceAll(marks.apostrophe, "'");
