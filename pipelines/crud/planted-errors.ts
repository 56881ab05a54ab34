// Plants errors in a new article: chooses a passage after its opening, checks the swaps and makes them.

import type { Mark } from "../../schemas/crud/drafts.ts";
import type { DocumentRow, Span } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { fold } from "../text/fold.ts";
import { splitSentences } from "../text/sentences.ts";

/** Characters, as in UHGEval: enough to know what the news is about, then one or two sentences. English needs more letters. */
const beginningLength = { zh: 80, en: 220 };
const continuationLength = { zh: 40, en: 110 };

export interface ArticleParts {
  readonly beginning: string;
  readonly continuation: string;
  readonly rest: string;
}

/** The article's opening, the passage for the errors, and the rest; undefined if the article is too short. */
export function splitForErrors(text: string, language: Language): ArticleParts | undefined {
  const sentences = splitSentences(text, language);
  const lastOpeningIndex = sentences.findIndex(({ end }) => end >= beginningLength[language]);
  const start = sentences[lastOpeningIndex + 1]?.start;
  const lastContinuationIndex = sentences.findIndex(
    ({ end }, index) =>
      index > lastOpeningIndex &&
      start !== undefined &&
      end - start >= continuationLength[language],
  );
  const end = sentences[lastContinuationIndex]?.end;
  if (lastOpeningIndex < 0 || start === undefined || end === undefined) return undefined;
  return {
    beginning: text.slice(0, start).trim(),
    continuation: text.slice(start, end),
    rest: text.slice(end).trim(),
  };
}

const notOnceMessage = {
  zh: (right: string) => `“${right}”在续文里要恰好出现一次。`,
  en: (right: string) => `"${right}" must occur in the continuation exactly once.`,
};
const inArticleMessage = {
  zh: (wrong: string) => `“${wrong}”在文章里出现过，不能用来制造错误。`,
  en: (wrong: string) => `"${wrong}" occurs in the article, so it is not an error.`,
};
const overlapMessage = { zh: "各处替换不能重叠。", en: "Swaps may not overlap." };
const noSwapMessage = {
  zh: "swaps 至少要有一处；确实不合适，就在 declined 里说明原因。",
  en: "Give at least one swap, or say in `declined` why there is none.",
};

/** Everything that is wrong with swaps, checked against the true text, worded for the model. */
export function swapProblems(
  swaps: readonly Mark[],
  { beginning, continuation, rest }: ArticleParts,
  language: Language,
): string[] {
  if (swaps.length === 0) return [noSwapMessage[language]];
  const article = fold(`${beginning}${continuation}${rest}`);
  const ranges = swaps
    .map(({ right }) => ({
      start: continuation.indexOf(right),
      end: continuation.indexOf(right) + right.length,
    }))
    .sort((a, b) => a.start - b.start);
  return [
    ...swaps.flatMap(({ right }) =>
      right !== "" && continuation.split(right).length === 2 ? [] : notOnceMessage[language](right),
    ),
    ...swaps.flatMap(({ wrong }) =>
      wrong.trim() === "" || article.includes(fold(wrong)) ? inArticleMessage[language](wrong) : [],
    ),
    ...(ranges.some(({ start }, index) => start < (ranges[index - 1]?.end ?? 0))
      ? [overlapMessage[language]]
      : []),
  ];
}

/** The document's sentences in which swaps replaced words. */
export function swappedSpans(
  { id: documentId, text, language }: DocumentRow,
  { beginning, continuation }: ArticleParts,
  swaps: readonly Mark[],
): Span[] {
  const start = text.indexOf(continuation, text.indexOf(beginning) + beginning.length);
  const places = swaps.map(({ right }) => start + continuation.indexOf(right));
  return splitSentences(text, language)
    .filter(({ start, end }) => places.some(offset => start <= offset && offset < end))
    .map(({ start, end }) => ({ documentId, start, end }));
}

/** The continuation with the errors in it; the swaps must have passed `swapProblems`. */
export function plantErrors(continuation: string, swaps: readonly Mark[]): string {
  const locatedSwaps = swaps
    .map(swap => ({ ...swap, at: continuation.indexOf(swap.right) }))
    .sort((a, b) => b.at - a.at);
  return locatedSwaps.reduce(
    (text, { at, right, wrong }) => `${text.slice(0, at)}${wrong}${text.slice(at + right.length)}`,
    continuation,
  );
}
