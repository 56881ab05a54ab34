// Whether a text is several articles that a page ran together: one opens again within it, with a dateline of its own.

type Language = "zh" | "en";

/** A later one may be a report on the same event that is quoted at length; the first is the article's own. */
const DATELINES: Readonly<Record<Language, RegExp>> = {
  zh: /(?<=^|[。！？!?…”’』）)】\n]\s*)(?:本报讯|(?:\p{Script=Han}{2,8}(?:社|网|报|新闻))[\p{Script=Han}、]{0,10}\s?\d{1,2}\s?月\s?\d{1,2}\s?日\s?(?:电|讯)|【[^】\n]{2,30}(?:报道|讯)】)/gu,
  en: /(?<=^|\n)\p{Lu}[\p{Lu} .,’'-]{2,40}(?:,? \w+ \d{1,2})? ?(?:\([A-Z][\w ]{1,14}\) ?)?[-–—] /gu,
};
/** The first article's length at least: a dateline in its head is its own. */
const OPENING = { zh: 120, en: 300 };

/** The places where a further article opens. */
export const jointsOf = (text: string, language: Language): number[] =>
  [...text.matchAll(DATELINES[language])]
    .map(({ index }) => index)
    .filter(index => index >= OPENING[language]);
