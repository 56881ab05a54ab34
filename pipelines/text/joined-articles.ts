// Detects several articles run together in one text: each further article opens with its own dateline.

type Language = "zh" | "en";

/** The first dateline is the article's own; a later one may be a report on the same event that is quoted at length. */
const datelines: Readonly<Record<Language, RegExp>> = {
  zh: /(?<=^|[。！？!?…”’』）)】\n]\s*)(?:本报讯|(?:\p{Script=Han}{2,8}(?:社|网|报|新闻))[\p{Script=Han}、]{0,10}\s?\d{1,2}\s?月\s?\d{1,2}\s?日\s?(?:电|讯)|【[^】\n]{2,30}(?:报道|讯)】)/gu,
  en: /(?<=^|\n)\p{Lu}[\p{Lu} .,’'-]{2,40}(?:,? \w+ \d{1,2})? ?(?:\([A-Z][\w ]{1,14}\) ?)?[-–—] /gu,
};
/** Minimum length of the first article: a dateline within that length is its own. */
const minFirstLength = { zh: 120, en: 300 };

/** The offsets at which further articles begin. */
export const furtherArticleStarts = (text: string, language: Language): number[] =>
  [...text.matchAll(datelines[language])]
    .map(({ index }) => index)
    .filter(index => index >= minFirstLength[language]);
