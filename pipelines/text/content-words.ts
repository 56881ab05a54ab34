// Content words of a text, each reduced to a stem.

import { memoizeByLanguage } from "./memoize.ts";
import { searchTokens } from "./segment.ts";

const englishStopWords = new Set(
  "a an and are as at be been being but by for from had has have he her his if in into is it its itself may more most no not of on or our she so such than that the their them then there these they this those to was we were which while who will with within would you your also both each other any all can could do does did about after before during over under through between among against own same very s t us am due including".split(
    " ",
  ),
);
const chineseStopWords = new Set(
  "的 了 和 与 及 或 在 是 为 以 对 等 将 其 并 由 于 从 中 上 下 后 前 也 都 而 被 把 向 到 之 有 该 此 这 那 通过 进行 以及 包括 可能 能够 一个 一次 一起 一定 一系列 进一步 公司".split(
    " ",
  ),
);

/** Whether an English word is too common to tell texts apart. */
export const isEnglishStopWord = (word: string): boolean =>
  englishStopWords.has(word.toLowerCase());

/** Whether a Chinese word is too common to tell texts apart. */
export const isChineseStopWord = (word: string): boolean => chineseStopWords.has(word);

/** Lower-cased content words; English ones are stemmed, so that "invested" and "investing" match. */
export const contentWords = memoizeByLanguage((text, language): readonly string[] =>
  searchTokens(text, language)
    .filter(
      token =>
        !englishStopWords.has(token) &&
        !chineseStopWords.has(token) &&
        (token.length > 1 || !/\p{Script=Han}/u.test(token)),
    )
    .map(stem),
);

const endings =
  /(?:ational|ization|isation|fulness|ousness|iveness|ments?|ations?|itions?|ingly|edly|ings?|ions?|ities|ity|ized|ised|izes|ises|ize|ise|ies|ied|ers?|ors?|ance|ence|able|ible|ally|ly|ed|es|al|ive|s|e|y)$/;

/** A crude stem: the ending is removed if at least four letters remain; otherwise only a short one is. Four-letter words lose only a plural s. */
function stem(word: string): string {
  if (!/^[a-z]{5,}$/.test(word)) return word.replace(/^([a-z]{3})s$/, "$1");
  const root = word.replace(endings, "");
  return root.length >= 4 ? root : word.replace(/(?:es|s|ed|e|y)$/, "");
}
